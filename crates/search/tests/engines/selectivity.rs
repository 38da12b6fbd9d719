//! What changes the value of a search on purpose: forced-reply extensions and static pruning.

use std::sync::Arc;

use crate::common::{Double, Noise, Plain, affordable, level_connect4, quietly, random_record};
use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Side};
use grandline_search::{AlphaBeta, Evaluator, Limits, Options, Pruning, Repetition, Value};

/// Minimax that takes nothing from the depth for a move without an alternative, up to a ply; for the player to move.
fn extended<G: Game>(noise: &Noise, position: &G, depth: u32, ply: u32, until: u32, viewpoint: Side) -> i32 {
    let turn = if position.to_move() == viewpoint { 1 } else { -1 };
    let moves: Vec<G::Move> = position.moves().collect();
    let deeper = u32::from(moves.len() == 1 && ply > 0 && ply < until);
    let value = |mv: G::Move| {
        let child = position.child(mv);
        let turned = if child.to_move() == position.to_move() { 1 } else { -1 };
        let left = depth - 1 + deeper;
        let value = match child.outcome() {
            Some(margin) if left > 0 => noise.terminal(&child.key(), &child, margin, ply + 1, viewpoint),
            _ if left == 0 => noise.leaf(&child.key(), &child, ply + 1, viewpoint),
            _ => return turned * extended(noise, &child, left, ply + 1, until, viewpoint),
        };
        turn * value
    };
    moves.into_iter().map(value).max().unwrap_or_default()
}

fn extends_as_defined<G: Game>(seed: u64) {
    let mut rng = seeded(seed);
    for _ in 0..600 {
        let record = random_record::<G>(&mut rng, 8);
        let noise = Noise { range: 1000, antisymmetric: true };
        let left = record.position().plies_left().unwrap_or(u32::MAX);
        let depth = affordable(record.position(), 1 + pick(&mut rng, 5), 3000.0).min(left);
        let options = Options {
            extend_forced: true,
            pvs: pick(&mut rng, 2) == 0,
            killers: pick(&mut rng, 2) == 0,
            repetition: Repetition::Ignored,
            ..Options::plain(1)
        };
        let mut engine = AlphaBeta::<G>::new(Arc::new(noise), options);
        let report = quietly(&mut engine, &record, &Limits::depth(depth));
        let viewpoint = record.position().to_move();
        let expected = extended(&noise, record.position(), depth, 0, 2 * depth, viewpoint);
        assert_eq!(report.value(), Value::from_units(expected, 4), "depth {depth} of {record:?}");
    }
}

#[test]
fn forced_replies_are_searched_deeper() {
    extends_as_defined::<Plain>(1);
    extends_as_defined::<Double>(2);
}

/// With the narrowest margins nearly every node near the horizon is cut by an evaluation that knows nothing; what is proven all
/// the same is true.
#[test]
fn pruning_saves_nodes_and_proves_nothing_false() {
    let mut rng = seeded(3);
    let noise = Noise { range: 1000, antisymmetric: true };
    let [mut pruned, mut whole, mut proven] = [0; 3];
    for _ in 0..200 {
        let record = level_connect4(&mut rng, 10);
        let full = Options { pvs: true, ..Options::plain(10) };
        let pruning = Some(Pruning { depth: 4, above: 1, below: Some(1) });
        let truth = quietly(&mut AlphaBeta::new(Arc::new(noise), full.clone()), &record, &Limits::depth(10));
        let engine = &mut AlphaBeta::new(Arc::new(noise), Options { pruning, ..full });
        let report = quietly(engine, &record, &Limits::depth(10));
        pruned += report.counts.nodes;
        whole += truth.counts.nodes;
        if let (Value::Exact(claimed), Value::Exact(exact)) = (report.value(), truth.value()) {
            assert_eq!(claimed.verdict, exact.verdict, "{record:?}");
            proven += 1;
        } else {
            assert!(!report.value().is_exact(), "{record:?}: {} is not proven", report.value());
        }
    }
    assert!(pruned < whole, "{pruned} of {whole} nodes");
    assert!(proven > 0);
}

#[test]
fn pruning_with_wide_margins_changes_nothing() {
    let mut rng = seeded(4);
    let noise = Noise { range: 1000, antisymmetric: true };
    for _ in 0..300 {
        let record = random_record::<Plain>(&mut rng, 8);
        let depth = affordable(record.position(), 5, 3000.0);
        let full = Options { pvs: true, ..Options::plain(1) };
        let pruning = Some(Pruning { depth: 9, above: 10_000, below: Some(10_000) });
        let search = |options| quietly(&mut AlphaBeta::new(Arc::new(noise), options), &record, &Limits::depth(depth));
        let (expected, report) = (search(full.clone()), search(Options { pruning, ..full }));
        assert_eq!((report.value(), report.counts.nodes), (expected.value(), expected.counts.nodes), "{record:?}");
    }
}
