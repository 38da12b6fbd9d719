//! Tree search: forced wins, sound proofs, a tree that is kept, several threads.

use std::sync::Arc;

use crate::common::{Double, Noise, Plain, check_legal, quietly, random_record};
use grandline_games::connect4::Connect4;
use grandline_games::random::seeded;
use grandline_games::{Game, Record};
use grandline_search::{
    AlphaBeta, Exact, Indifferent, Knowledge, Limits, Minimax, Options, Question, Reductions, Solver, TreeOptions,
    TreeSearch, Value, Verdict,
};

fn tree<G: Game>(threads: usize) -> TreeSearch<G> {
    TreeSearch::new(Arc::new(Indifferent), TreeOptions { megabytes: 32, threads, ..TreeOptions::default() })
}

fn is_win(value: Value) -> bool {
    matches!(value, Value::Exact(Exact { verdict: Verdict::Win, .. }))
}

fn finds_wins<G: Game>(seed: u64, plies: u32) {
    let mut rng = seeded(seed);
    let mut found = 0;
    while found < 60 {
        let record = random_record::<G>(&mut rng, plies);
        let expected = quietly(&mut Minimax::new(Arc::new(Indifferent), 3), &record, &Limits::default());
        if !is_win(expected.value()) {
            continue;
        }
        found += 1;
        for threads in [1, 2] {
            let report = quietly(&mut tree(threads), &record, &Limits::nodes(20_000));
            check_legal(&record, &report);
            assert!(is_win(report.value()), "{record:?}: {:?}", report.value());
        }
        // Searches that may overlook something do not overlook this.
        let options = Options { reductions: Some(Reductions::default()), table_megabytes: 1, ..Options::default() };
        let report = quietly(&mut AlphaBeta::new(Arc::new(Indifferent), options), &record, &Limits::depth(6));
        assert!(is_win(report.value()), "{record:?}: {:?}", report.value());
    }
}

#[test]
fn forced_wins_are_found() {
    finds_wins::<Connect4>(1, 30);
    finds_wins::<Plain>(2, 8);
    finds_wins::<Double>(3, 8);
}

fn proofs_are_sound<G: Game>(seed: u64, plies: u32, late: usize) {
    let mut rng = seeded(seed);
    let mut solver = Solver::new(8);
    let (mut proven, mut number) = (0, 0);
    while number < 80 {
        let record = random_record::<G>(&mut rng, plies);
        if record.plies() < late {
            continue;
        }
        number += 1;
        let solution = solver.solve(record.position(), Question::default(), &Limits::default()).expect("no limit");
        let report = quietly(&mut tree(1 + number % 2), &record, &Limits::nodes(30_000));
        if let Value::Exact(Exact { verdict, .. }) = report.value() {
            assert_eq!(verdict, solution.exact.verdict, "{record:?}");
            proven += 1;
        }
    }
    assert!(proven > 30, "only {proven} proofs");
}

#[test]
fn proven_results_are_true() {
    proofs_are_sound::<Connect4>(4, 40, 26);
    proofs_are_sound::<Plain>(5, 12, 4);
    proofs_are_sound::<Double>(6, 12, 4);
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut engine = tree::<Connect4>(1);
    let mut record = Record::new(Connect4::start(0));
    let report = quietly(&mut engine, &record, &Limits::nodes(20_000));
    let reply = report.pv()[1];
    record.play(report.pv()[0]);
    record.play(reply);
    // One more simulation: all other visits come from the search before.
    let kept = quietly(&mut engine, &record, &Limits::nodes(1));
    let visits: u64 = kept.root_moves.iter().map(|root_move| root_move.visits).sum();
    assert!(visits > 500, "{visits} visits");
    let mut elsewhere = Record::new(Connect4::start(0));
    let first = elsewhere.position().moves().next();
    elsewhere.play(first.expect("a move"));
    let fresh = quietly(&mut engine, &elsewhere, &Limits::nodes(2));
    assert!(fresh.root_moves.iter().map(|root_move| root_move.visits).sum::<u64>() <= 2);
}

#[test]
fn a_full_tree_goes_on_learning() {
    let options = TreeOptions { megabytes: 1, ..TreeOptions::default() };
    let mut engine = TreeSearch::new(Arc::new(Noise { range: 1, antisymmetric: true }), options);
    let report = quietly(&mut engine, &Record::new(Connect4::start(0)), &Limits::nodes(300_000));
    assert_eq!(report.counts.nodes, 300_000);
    let visits: u64 = report.root_moves.iter().map(|root_move| root_move.visits).sum();
    assert!(visits > 299_000, "{visits} visits");
    assert!(report.root_moves[0].visits > 100_000, "the visits have gathered: {:?}", report.root_moves);
}
