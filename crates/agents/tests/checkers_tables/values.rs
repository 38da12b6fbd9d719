//! What tables say of positions, and what agents make of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::games::checkers::tables::{Material, TableKnowledge, Tables, build, longest_stretch, verify};
use grandline_agents::tables::{self, ProbeError};
use grandline_agents::{agent, build as engine};
use grandline_games::checkers::{Board, Checkers, English};
use grandline_games::{AnyPosition, Game, GameId, Margin, Record};
use grandline_search::{Exact, Knowledge, Known, Limits, Question, Verdict};

use crate::twin::positions;

type Position = Checkers<English>;

fn position(text: &str) -> AnyPosition {
    GameId::Checkers.set_up(text).expect(text)
}

fn typed(text: &str) -> Position {
    text.parse().expect(text)
}

/// Builds tables of four pieces in a folder, once for all tests of this process.
fn folder() -> &'static Path {
    static FOLDER: std::sync::OnceLock<tempfile::TempDir> = std::sync::OnceLock::new();
    let made = FOLDER.get_or_init(|| {
        let made = tempfile::tempdir().expect("a folder");
        build::<English>(made.path(), 4, 2, &AtomicBool::new(false), |_| {}).expect("tables");
        made
    });
    made.path()
}

fn four() -> &'static Arc<Tables<English>> {
    static FOUR: std::sync::OnceLock<Arc<Tables<English>>> = std::sync::OnceLock::new();
    FOUR.get_or_init(|| Arc::new(Tables::open(folder())))
}

#[test]
fn every_value_of_two_to_four_pieces_follows_from_its_moves() {
    let mut count = 0;
    verify::<English>(folder(), 4, 2, &AtomicBool::new(false), |slice| count += slice.positions).expect("right tables");
    assert_eq!(count, 6_408_836);
}

#[test]
fn the_other_side_of_the_board_has_the_same_result() {
    for position in positions::<English>(3) {
        let image = Position::from_board(position.board().turned(), position.colour_to_move().other());
        let (here, there) = (four().probe(&position).expect("no file"), four().probe(&image).expect("no file"));
        assert_eq!(here, there, "{position}");
    }
}

#[test]
fn known_endings_are_as_known() {
    let said = |text: &str| tables::probe(four(), &position(text)).map(|found| (found.result, found.distance));
    // Two kings against one in the double corner and out of it.
    assert_eq!(said("W:WK14,K18:BK1").expect("a table"), ("win", Some(15)));
    assert_eq!(said("W:WK14:BK1").expect("a table"), ("draw", None));
    assert!(matches!(said("-"), Err(ProbeError::TooManyPieces(24))));
    assert!(matches!(said("W:WK1,K2,K3:BK30,K31"), Err(ProbeError::NotBuilt(GameId::Checkers, 5, 4))));
    let other = GameId::Connect4.set_up("-").expect("the start");
    assert!(matches!(tables::lookup(&other), Err(ProbeError::NoTables(GameId::Connect4))));
}

/// A win that could run into the draw rule is not called proven.
#[test]
fn the_counter_of_the_draw_rule_is_minded() {
    let mut knowledge = TableKnowledge::new(four().clone());
    let proven = |knowledge: &TableKnowledge<English>, text: &str| match knowledge.probe(&typed(text)) {
        Some(Known::Exact(exact)) => Some((exact.verdict, exact.plies)),
        _ => None,
    };
    assert_eq!(proven(&knowledge, "W:WK14,K18:BK1:H65"), Some((Verdict::Win, Some(15))));
    assert_eq!(proven(&knowledge, "W:WK14,K18:BK1:H66"), None);
    let at_least = knowledge.probe(&typed("W:WK14,K18:BK1:H66"));
    assert_eq!(at_least, Some(Known::AtLeast(Exact::only(Verdict::Draw))), "the winner cannot lose");
    assert_eq!(proven(&knowledge, "W:WK14:BK1:H79"), Some((Verdict::Draw, None)));
    let question = Question { margin: true, all_moves: true };
    let solution = knowledge.solve(&typed("W:WK14,K18:BK1"), question, &Limits::default()).expect("a table");
    assert_eq!((solution.exact.margin, solution.exact.plies), (Some(1), Some(15)));
    let values = knowledge.values(&typed("W:WK14,K18:BK1"), &Limits::default()).expect("a table");
    for (mv, exact, _) in values {
        assert_eq!(solution.best.contains(&mv), exact.plies == Some(15) && exact.verdict == Verdict::Win, "{mv:?}");
    }
}

/// What tables of four pieces promise about the draw rule: a win is never longer without a capture or a man's move.
#[test]
fn no_win_of_four_pieces_runs_into_the_draw_rule() {
    let stretch = |material| longest_stretch(folder(), material, 2, &AtomicBool::new(false)).expect("tables");
    assert_eq!((2..=4).flat_map(Material::all).map(stretch).max(), Some(54));
    // 95 plies with a counter of 20: the counter is set back on the way, so it is a win.
    let knowledge = TableKnowledge::new(four().clone());
    let long = typed("B:WK21,25:BK2,K3:H20");
    let Some(Known::Exact(exact)) = knowledge.probe(&long) else { panic!("{long} is not proven") };
    assert!(exact.verdict == Verdict::Win && exact.plies == Some(95), "{exact:?}");
}

/// A player who follows the tables wins a won position in the plies they say, against the longest resistance and against
/// others.
#[test]
fn a_won_position_is_won_in_time() {
    let knowledge = TableKnowledge::new(four().clone());
    let won = positions::<English>(3).into_iter().step_by(97).map(|three| {
        let free = 1 << (!(three.board().black | three.board().white)).trailing_zeros();
        let board = Board { black: three.board().black | free, kings: three.board().kings | free, ..*three.board() };
        Position::from_board(board, three.colour_to_move())
    });
    let won = won.filter(
        |position| matches!(knowledge.probe(position), Some(Known::Exact(exact)) if exact.verdict == Verdict::Win),
    );
    for (number, start) in won.enumerate() {
        let mut record = Record::new(start);
        let plies = knowledge.recall(&start).and_then(|known| known.exact.plies).expect("a win");
        let mut left = plies;
        while record.position().outcome().is_none() {
            let now = *record.position();
            let known = knowledge.recall(&now).expect("still known");
            let found = known.exact.plies.expect("still won");
            assert!(found <= left, "{start}: {now} is won in {found} plies, later than in {left}");
            left = found.saturating_sub(1);
            // Every other opponent does not know the tables.
            let wins = known.exact.verdict == Verdict::Win;
            let mv = if wins || number % 2 == 0 { known.best[0] } else { now.moves().last().expect("a move") };
            record.play(mv);
        }
        assert_eq!(record.position().outcome().and_then(Margin::winner), Some(start.to_move()), "{start}");
    }
}

/// An agent that was told to use the tables wins by them, and says so.
#[test]
fn agents_play_by_the_tables() {
    tables::set_folder(folder().to_owned());
    let preset = agent(GameId::Checkers, "in104-checkers-next:knowledge=own,time=false").expect("a preset");
    let mut player = engine(&preset, 1);
    let mut game = position("W:WK14,K18:BK1");
    let mut distances = Vec::new();
    while game.outcome().is_none() {
        let report = player.search(&game, &Limits::nodes(2000), &mut |_| {}).expect("a report");
        assert!(report.value().is_exact(), "{}", game.text());
        distances.push(report.value().to_string());
        game.play(report.best().expect("a move"));
    }
    assert_eq!((distances.len(), distances[0].as_str(), distances[1].as_str()), (15, "wins in 15", "loses in 14"));
    // Five pieces: a capture leads into the tables, so the search proves the result.
    let five = position("W:WK14,K18,K23:BK1,K19");
    let report = player.search(&five, &Limits::nodes(20_000), &mut |_| {}).expect("a report");
    assert!(report.value().is_exact(), "{}", report.value());
}
