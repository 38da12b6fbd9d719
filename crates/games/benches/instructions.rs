//! Instruction counts of the rules: the same on a busy machine as on a quiet one.

#![allow(unused_qualifications, missing_docs, reason = "the bench macros write such code")]

use std::hint::black_box;

use grandline_games::position::*;
use grandline_games::random::seeded;
use grandline_games::{Game, perft};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// A thousand random games from the start, set-up included.
fn games<G: Game>() -> i64 {
    let mut rng = seeded(1);
    (0..1000).map(|seed| i64::from(G::start(seed).playout(&mut rng).0)).sum()
}

/// Leaves of the tree from the start.
fn tree<G: Game, const DEPTH: u32>() -> u64 {
    perft(&G::start(0), black_box(DEPTH))
}

#[library_benchmark]
#[bench::divercite(games::<Divercite>)]
#[bench::connect4(games::<Connect4>)]
#[bench::checkers(games::<Checkers>)]
#[bench::checkers_aiarena(games::<CheckersAiarena>)]
#[bench::hand_of_the_king(games::<HandOfTheKing>)]
#[bench::hand_of_the_king_companions(games::<HandOfTheKingCompanions>)]
#[bench::hand_of_the_king_published(games::<HandOfTheKingPublished>)]
#[bench::othello(games::<Othello>)]
fn playouts(play: fn() -> i64) -> i64 {
    black_box(play())
}

#[library_benchmark]
#[bench::divercite(tree::<Divercite, 3>)]
#[bench::connect4(tree::<Connect4, 7>)]
#[bench::checkers(tree::<Checkers, 8>)]
#[bench::checkers_aiarena(tree::<CheckersAiarena, 8>)]
#[bench::hand_of_the_king(tree::<HandOfTheKing, 6>)]
#[bench::hand_of_the_king_companions(tree::<HandOfTheKingCompanions, 6>)]
#[bench::hand_of_the_king_published(tree::<HandOfTheKingPublished, 6>)]
#[bench::othello(tree::<Othello, 8>)]
fn leaves(count: fn() -> u64) -> u64 {
    black_box(count())
}

library_benchmark_group!(name = rules, benchmarks = [playouts, leaves]);
main!(library_benchmark_groups = rules);
