//! Analyses and games ask an agent different questions: what a position is worth, and what to play.

use std::sync::Arc;
use std::time::Duration;

use grandline_agents::{Catalogue, build};
use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::{Limits, ManualClock, Report};

fn report(agent: &str, position: &AnyPosition, seed: u64, limits: &Limits) -> Report<MoveId> {
    let preset = Catalogue::of(position.game()).agent(agent).unwrap_or_else(|error| panic!("{error}"));
    build(&preset, seed).search(position, limits, &mut |_| {}).expect("a report")
}

#[test]
fn a_forced_move_is_made_at_once_in_a_game_and_searched_in_an_analysis() {
    // Black must capture, 15x22.
    let position = GameId::Checkers.set_up("B:W18,27,30:B3,4,15").expect("a position");
    assert_eq!(position.legal_moves().len(), 1, "the move is forced");
    let clock = Arc::new(ManualClock::stepping(Duration::from_micros(5)));
    let game = Limits { depth: Some(6), ..Limits::time(Duration::from_secs(1), clock) };
    let analysis = Limits { analysis: true, ..game.clone() };
    assert_eq!(report("in104-checkers-next", &position, 0, &game).depth, 1);
    assert_eq!(report("in104-checkers-next", &position, 0, &analysis).depth, 6);
}

#[test]
fn a_level_makes_mistakes_in_games_only() {
    let position = GameId::Connect4.set_up("-").expect("a start");
    let moves = |limits: &Limits| -> Vec<Option<MoveId>> {
        let mut moves: Vec<_> = (0..30).map(|seed| report("beginner", &position, seed, limits).best()).collect();
        moves.sort();
        moves.dedup();
        moves
    };
    assert!(moves(&Limits::default()).len() > 1, "the same move for every seed");
    assert_eq!(moves(&Limits { analysis: true, ..Limits::default() }).len(), 1);
}

#[test]
fn a_book_is_closed_in_analyses() {
    let agent = "divercite-champion";
    let position = GameId::Divercite.set_up("-").expect("a start");
    let game = report(agent, &position, 0, &Limits::nodes(200));
    assert_eq!((game.depth, game.counts.evaluations), (0, 0), "a move of the book");
    let analysis = report(agent, &position, 0, &Limits { analysis: true, ..Limits::nodes(200) });
    assert!(analysis.counts.evaluations > 0, "a search");
}
