//! Instruction counts of the rules: the same on a busy machine as on a quiet one.

use std::hint::black_box;
#![allow(unused_qualifications, missing_docs, reason = "the bench macros write such code")]


use grandline_games::random::seeded;
use grandline_games::registry::position::*;
use grandline_games::{Game, perft};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// Random games from the start, set-up included.
fn games<G: Game>(count: u64) -> i64 {
    let mut rng = seeded(1);
    (0..count).map(|seed| i64::from(G::start(seed).playout(&mut rng).0)).sum()
}

#[library_benchmark]
#[bench::connect4(games::<Connect4>)]
fn playouts(play: fn(u64) -> i64) -> i64 {
    black_box(play(black_box(1000)))
}

#[library_benchmark]
#[bench::connect4(perft::<Connect4>, 7)]
fn leaves<G: Game>(count: fn(&G, u32) -> u64, depth: u32) -> u64 {
    black_box(count(&G::start(0), black_box(depth)))
}

library_benchmark_group!(name = rules, benchmarks = [playouts, leaves]);
main!(library_benchmark_groups = rules);
