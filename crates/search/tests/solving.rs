//! Exact search against plain minimax to the end.

mod common;

use common::{Double, Plain, quietly, random_record};
use grandline_games::connect4::Connect4;
use grandline_games::random::seeded;
use grandline_games::{Game, Margin, Player};
use grandline_search::{AlphaBeta, Evaluator, Limits, Minimax, Options, Solver, Value};

/// Values finished games by their margin.
#[derive(Clone, Copy)]
struct ByMargin(fn(usize) -> u32, usize);

impl<G: Game> Evaluator<G> for ByMargin {
    type State = usize;

    fn root(&self, _position: &G) -> usize {
        self.1
    }

    fn advance(&self, state: &usize, _before: &G, _mv: G::Move, _after: &G) -> usize {
        state + 1
    }

    fn evaluate(&self, _state: &usize, _position: &G, _viewpoint: Player) -> i32 {
        0
    }

    fn terminal(&self, _state: &usize, _position: &G, margin: Margin, _ply: u32, viewpoint: Player) -> i32 {
        i32::from(margin.seen_by(viewpoint))
    }

    fn plies_left(&self, _position: &G) -> Option<u32> {
        Some(self.0(self.1))
    }
}

fn agree<G: Game>(seed: u64, positions: u32, plies: usize, late: usize) {
    let mut rng = seeded(seed);
    let mut solver = Solver::<G>::new(4);
    let mut done = 0;
    while done < positions {
        let record = random_record::<G>(&mut rng, plies as u32);
        if record.moves().len() < late {
            continue;
        }
        done += 1;
        let played = record.moves().len();
        let evaluation = ByMargin(|played| 42_u32.saturating_sub(played as u32), played);
        let expected = quietly(&mut Minimax::new(evaluation, 60), &record, &Limits::default());
        let Value::Heuristic(value) = expected.value else { panic!("a margin") };
        let solution = solver.solve(record.position(), &Limits::default()).expect("no limit");
        assert_eq!(f64::from(solution.margin), value, "{record:?}");
        let best = expected.root_moves.iter().filter(|root_move| root_move.value == expected.value);
        let mut best: Vec<G::Move> = best.map(|root_move| root_move.mv).collect();
        best.sort_by_key(|&mv| record.position().moves().position(|legal| legal == mv));
        assert_eq!(solution.best, best, "{record:?}");

        let options = Options { endgame_plies: Some(60), ..Options::default() };
        let mut engine = AlphaBeta::<G, _>::new(evaluation, Options { table_megabytes: 1, ..options });
        let report = quietly(&mut engine, &record, &Limits::default());
        assert_eq!(report.value, Value::from_margin(solution.margin));
        assert!(best.contains(&report.best.expect("a move")));
    }
}

#[test]
fn connect4() {
    agree::<Connect4>(1, 300, 40, 32);
}

#[test]
fn a_game_of_meeting_paths() {
    agree::<Plain>(2, 300, 13, 7);
}

#[test]
fn a_game_of_double_moves() {
    agree::<Double>(3, 300, 13, 7);
}

#[test]
fn a_limit_ends_a_proof_without_an_answer() {
    let start = Connect4::start(0);
    assert_eq!(Solver::new(1).solve(&start, &Limits::nodes(10_000)), None);
}
