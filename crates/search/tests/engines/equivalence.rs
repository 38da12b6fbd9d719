//! Every algorithm and every combination of switches that must not change the value gives plain minimax's value.

use std::sync::Arc;

use crate::common::{Cyclic, Double, Noise, Plain, affordable, check_legal, quietly, random_record};
use grandline_games::random::{Random, pick, seeded};
use grandline_games::{Game, GameId, with_game};
use grandline_search::{AlphaBeta, Limits, Minimax, Options, Order, Repetition, Reuse, SymmetryUse};

/// A random combination of switches that keep the value.
fn options(rng: &mut Random, repetition: Repetition) -> Options {
    let mut coin = || pick(rng, 2) == 0;
    // A draw by repetition depends on the path, so with it only searches without a table agree exactly.
    let table = coin() && repetition == Repetition::Ignored;
    Options {
        order: if coin() {
            Order::Evaluation
        } else if coin() {
            Order::Separate
        } else {
            Order::Generated
        },
        order_above: if coin() { 3 } else { 0 },
        table_megabytes: usize::from(table),
        table_depth: if coin() { 1 } else { 2 },
        reuse: Reuse::EqualDepth,
        symmetry: if coin() {
            SymmetryUse::Always
        } else if coin() {
            SymmetryUse::Before(6)
        } else {
            SymmetryUse::Never
        },
        deepen_from: coin().then_some(1),
        aspiration: coin().then_some(3),
        pvs: coin(),
        killers: coin(),
        history: coin(),
        counter_moves: coin(),
        etc_depth: coin().then_some(3),
        immediate_wins: coin(),
        repetition,
        threads: if table && pick(rng, 8) == 0 { 2 } else { 1 },
        ..Options::plain(1)
    }
}

fn agree<G: Game>(seed: u64, positions: u32, plies: u32, deepest: u32, repetition: Repetition) {
    let mut rng = seeded(seed);
    for number in 0..positions {
        let record = random_record::<G>(&mut rng, plies);
        let noise = Noise { range: if number % 2 == 0 { 4 } else { 1000 }, antisymmetric: number % 3 == 0 };
        let depth = affordable(record.position(), 1 + pick(&mut rng, deepest), 5_000.0);
        let mut yardstick = Minimax::new(Arc::new(noise), depth);
        yardstick.repetition = repetition;
        let expected = quietly(&mut yardstick, &record, &Limits::default());
        check_legal(&record, &expected);
        for _ in 0..3 {
            let options = options(&mut rng, repetition);
            let ordering = Noise { range: 7, antisymmetric: false };
            let mut engine = AlphaBeta::<G>::new(Arc::new(noise), options.clone()).with_ordering(Arc::new(ordering));
            // The second search meets the table of the first.
            for _ in 0..2 {
                let report = quietly(&mut engine, &record, &Limits::depth(depth));
                let place = format!("depth {depth} of {record:?} with {options:#?}");
                assert_eq!(report.value(), expected.value(), "{place}");
                check_legal(&record, &report);
                let chosen = expected.root_moves.iter().find(|root_move| Some(root_move.mv) == report.best());
                assert_eq!(chosen.map(|chosen| chosen.value), Some(expected.value()), "{place}");
                if options.threads == 1 && options.deepen_from.is_none() && !options.pvs && !options.immediate_wins {
                    assert!(report.counts.nodes <= expected.counts.nodes, "cuts only ever save: {place}");
                }
            }
        }
    }
}

/// A thousand positions a game, and some more where a position that comes back is a draw.
#[test]
fn every_game() {
    std::thread::scope(|scope| {
        for (seed, &id) in GameId::ALL.iter().enumerate() {
            scope.spawn(move || {
                with_game!(id, G => agree::<G>(seed as u64, 1000, 60, 5, Repetition::Ignored));
                with_game!(id, G => agree::<G>(seed as u64, 200, 60, 5, Repetition::Draw));
            });
        }
    });
}

#[test]
fn a_game_of_meeting_paths() {
    agree::<Plain>(2, 1500, 9, 6, Repetition::Ignored);
}

#[test]
fn a_game_of_double_moves() {
    agree::<Double>(3, 1500, 9, 6, Repetition::Ignored);
}

#[test]
fn a_game_of_returning_positions() {
    agree::<Cyclic>(4, 1000, 9, 6, Repetition::Draw);
    agree::<Cyclic>(5, 1000, 9, 6, Repetition::Ignored);
}
