//! Monte Carlo searches: flat, the one-sided UCT of the reports, and a proper two-sided tree search.

mod arena;
mod flat;
mod math;
mod one_sided;
mod options;
mod simulate;
mod tree;

use grandline_games::random::{Random, mix, seeded};
use grandline_games::{Game, Record};
use rand_core::Rng;

pub use flat::Flat;
pub use one_sided::{OneSided, OneSidedOptions, Playouts};
pub use options::{LeafValue, Prior, Selection, TreeOptions};
pub use tree::TreeSearch;

/// The randomness of one move: the same whatever was searched before.
fn generator<G: Game>(seed: u64, record: &Record<G>) -> Random {
    seeded(mix(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ record.moves().len() as u64))
}

/// The longest playout: games whose positions come back need not end by themselves.
const LONGEST_PLAYOUT: u32 = 1000;

/// Plays uniformly random moves to the end, or for [`LONGEST_PLAYOUT`] plies; returns how many were made.
#[inline]
fn playout<G: Game>(position: &mut G, rng: &mut impl Rng) -> u32 {
    let mut plies = 0;
    while plies < LONGEST_PLAYOUT {
        if position.outcome().is_some() {
            break;
        }
        let Some(mv) = position.random_move(rng) else { break };
        position.play(mv);
        plies += 1;
    }
    plies
}
