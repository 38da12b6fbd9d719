//! The tables of the course's game: 25 plies without a capture are a draw, and the tables know it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use grandline_agents::games::checkers::tables::{TableKnowledge, Tables, build, verify};
use grandline_agents::{agent, build as engine, tables};
use grandline_games::checkers::{Aiarena, Checkers, Variant};
use grandline_games::{Game, GameId, Margin};
use grandline_search::{Knowledge, Known, Limits, Question, Verdict};

use crate::twin::positions;

type Position = Checkers<Aiarena>;

const DRAW_AFTER: usize = Aiarena::DRAW_AFTER as usize;

/// The result of every position of up to `pieces` pieces with every counter, 1, 0 or -1 for the side to move: first with a
/// full counter, then with one ply less on it, and so on. A capture leads to a position of fewer pieces with a counter of 0.
fn twin(pieces: u32) -> HashMap<Position, [i8; DRAW_AFTER + 1]> {
    let mut known: HashMap<Position, [i8; DRAW_AFTER + 1]> = HashMap::new();
    for count in 2..=pieces {
        let all: Vec<Position> = positions(count);
        known.extend(all.iter().map(|&position| (position, [0; DRAW_AFTER + 1])));
        for counter in (0..=DRAW_AFTER).rev() {
            for position in &all {
                let results = position.moves().map(|mv| {
                    let child = position.child(mv);
                    if child.pieces(child.colour_to_move()) == 0 {
                        return 1;
                    }
                    let bare = Position::from_board(*child.board(), child.colour_to_move());
                    -known[&bare][if mv.is_capture() { 0 } else { counter + 1 }]
                });
                let result =
                    if counter == DRAW_AFTER && position.count_moves() > 0 { 0 } else { results.max().unwrap_or(-1) };
                known.get_mut(position).expect("a position")[counter] = result;
            }
        }
    }
    known
}

fn three() -> &'static Arc<Tables<Aiarena>> {
    static THREE: OnceLock<Arc<Tables<Aiarena>>> = OnceLock::new();
    THREE.get_or_init(|| Arc::new(Tables::in_memory(3, 2).expect("tables")))
}

/// The position with a counter.
fn counted(position: &Position, counter: usize) -> Position {
    let text = position.to_string();
    let (bare, _) = text.rsplit_once('/').expect("a counter");
    format!("{bare}/{counter}").parse().expect("a position")
}

#[test]
fn results_are_exact_under_the_draw_rule() {
    let knowledge = TableKnowledge::new(three().clone());
    let known = twin(3);
    assert_eq!(known.len(), 2 * (3488 + 196_032));
    for (number, (position, results)) in known.iter().enumerate() {
        let sampled = position.piece_count() == 2 || number % 50 == 0;
        for (counter, &expected) in results.iter().enumerate().filter(|&(counter, _)| sampled || counter == 0) {
            let position = if counter == 0 { *position } else { counted(position, counter) };
            let Some(Known::Exact(exact)) = knowledge.probe(&position) else { panic!("{position} is not known") };
            assert_eq!(exact.verdict.sign(), i32::from(expected), "{position}");
        }
    }
    // The draw rule decides some of them.
    assert!(known.values().any(|results| results[0] == 1 && results[20] == 0));
}

#[test]
fn every_value_follows_from_its_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let go = AtomicBool::new(false);
    build::<Aiarena>(folder.path(), 4, 2, &go, |_| {}).expect("tables");
    let mut count = 0;
    verify::<Aiarena>(folder.path(), 4, 2, &go, |slice| count += slice.positions).expect("right tables");
    assert_eq!(count, 6_408_836);
}

/// Played by the tables, a won position is won before the counter is full, whatever the counter is at the beginning.
#[test]
fn a_won_position_is_won_in_time() {
    let mut knowledge = TableKnowledge::new(three().clone());
    let question = Question { margin: true, all_moves: true };
    let mut won = 0;
    for (number, start) in positions::<Aiarena>(3).iter().enumerate().step_by(501) {
        let start = counted(start, number % DRAW_AFTER);
        let Some(Known::Exact(exact)) = knowledge.probe(&start) else { panic!("{start} is not known") };
        let mut position = start;
        while position.outcome().is_none() {
            let best = knowledge.solve(&position, question, &Limits::default()).expect("a table").best;
            position.play(*best.get(number % best.len()).expect("a move"));
        }
        let winner = position.outcome().and_then(Margin::winner);
        let expected = match exact.verdict {
            Verdict::Win => Some(start.to_move()),
            Verdict::Draw => None,
            Verdict::Loss => Some(!start.to_move()),
        };
        assert_eq!(winner, expected, "{start}");
        won += u32::from(exact.verdict == Verdict::Win);
    }
    assert!(won > 100);
}

/// What no table has is left to the solver, and an agent with tables plays by them.
#[test]
fn agents_and_solvers_use_them() {
    let mut knowledge = TableKnowledge::new(three().clone()).or_solve(1);
    let four: Position = "_k__________K_______________K_K_/w/20".parse().expect("a position");
    let solved =
        knowledge.solve(&four, Question::default(), &Limits::nodes(2_000_000)).expect("a short way to the draw");
    assert!(solved.nodes > 0);
    let preset = agent(GameId::CheckersAiarena, "checkers-champion:time=false").expect("a preset");
    let mut player = engine(&preset, 1);
    let mut game = GameId::CheckersAiarena.set_up("k____________K___K______________/w/0").expect("a position");
    let said = tables::lookup(&game).expect("a table");
    assert_eq!(said.result, "win");
    let winner = game.to_move();
    while game.outcome().is_none() {
        let report = player.search(&game, &Limits::nodes(2000), &mut |_| {}).expect("a report");
        assert!(report.value().is_exact(), "{}", game.text());
        game.play(report.best().expect("a move"));
    }
    assert_eq!(game.outcome().and_then(Margin::winner), Some(winner));
}
