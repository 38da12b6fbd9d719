//! Exact search against plain minimax to the end.

mod common;

use common::{Double, Plain, quietly};
use grandline_games::connect4::Connect4;
use grandline_games::random::{Random, seeded};
use grandline_games::registry::position;
use grandline_games::{Game, GameId, Margin, Record, Side, with_game};
use grandline_search::{AlphaBeta, Evaluator, Limits, Minimax, Options, RootMove, Solver, Value};
use rand_core::Rng;

/// Values finished games by their margin.
#[derive(Clone, Copy)]
struct ByMargin;

impl<G: Game> Evaluator<G> for ByMargin {
    type State = ();

    fn root(&self, _position: &G) {}

    fn advance(&self, _state: &(), _before: &G, _mv: G::Move, _after: &G) {}

    fn evaluate(&self, _state: &(), _position: &G, _viewpoint: Side) -> i32 {
        0
    }

    fn terminal(&self, _state: &(), _position: &G, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        i32::from(margin.seen_by(viewpoint))
    }

    fn plies_left(&self, _position: &G) -> Option<u32> {
        Some(60)
    }
}

/// A random game taken back from its end by some moves, the fewer the more choice they had.
fn late_record<G: Game>(rng: &mut Random, most: usize) -> Record<G> {
    let mut record = Record::new(G::start(rng.next_u64()));
    while record.outcome().is_none()
        && let Some(mv) = record.position().random_move(rng)
    {
        record.play(mv);
    }
    let mut lines = 1;
    while lines < most && record.undo().is_some() {
        lines *= record.position().count_moves();
    }
    record
}

fn agree<G: Game>(seed: u64, positions: u32) {
    let mut rng = seeded(seed);
    let mut solver = Solver::<G>::new(4);
    let mut done = 0;
    for number in 0..positions {
        let record = late_record::<G>(&mut rng, [2, 20, 200, 2000][number as usize % 4]);
        let expected = quietly(&mut Minimax::new(ByMargin, 200), &record, &Limits::nodes(300_000));
        if expected.depth == 0 {
            continue;
        }
        done += 1;
        let Value::Heuristic(value) = expected.value else { panic!("a margin") };
        let solution = solver.solve(record.position(), &Limits::default()).expect("no limit");
        assert_eq!(f64::from(solution.margin), value, "{record:?}");
        let is_best = |mv: &G::Move| {
            let same = |root_move: &RootMove<G>| root_move.mv == *mv && root_move.value == expected.value;
            expected.root_moves.iter().any(same)
        };
        let best: Vec<G::Move> = record.position().moves().filter(is_best).collect();
        assert_eq!(solution.best, best, "{record:?}");

        let options = Options { endgame_plies: Some(60), table_megabytes: 1, ..Options::default() };
        let report = quietly(&mut AlphaBeta::<G, _>::new(ByMargin, options), &record, &Limits::default());
        assert_eq!(report.value, Value::from_margin(solution.margin));
        assert!(best.contains(&report.best.expect("a move")));
    }
    // Checkers can go on for long from almost anywhere; the other games nearly always end.
    assert!(done > positions / 15, "{done} of {positions} positions of {:?} were late enough", G::start(0));
}

#[test]
fn every_game() {
    for (seed, &id) in GameId::ALL.iter().enumerate() {
        with_game!(id, G => {
            if !G::RECURS {
                agree::<G>(seed as u64, 120);
            }
        });
    }
}

#[test]
fn toy_games() {
    agree::<Plain>(2, 300);
    agree::<Double>(3, 300);
}

/// A line of checkers without progress for long, and more moves to the end than any table counts.
#[test]
fn long_games_do_not_run_out_of_depth() {
    type Checkers = position::CheckersAiarena;
    let record = Record::new(Checkers::start(0));
    assert_eq!(Solver::new(1).solve(record.position(), &Limits::nodes(200_000)), None);
}

#[test]
fn a_limit_ends_a_proof_without_an_answer() {
    let start = Connect4::start(0);
    assert_eq!(Solver::new(1).solve(&start, &Limits::nodes(10_000)), None);
}
