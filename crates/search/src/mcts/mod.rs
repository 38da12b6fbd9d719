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

pub use flat::Flat;
pub use one_sided::{OneSided, OneSidedOptions, Playouts};
pub use options::{LeafValue, Prior, Selection, TreeOptions};
pub use tree::TreeSearch;

/// The randomness of one move: the same whatever was searched before.
fn generator<G: Game>(seed: u64, record: &Record<G>) -> Random {
    seeded(mix(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ record.moves().len() as u64))
}

/// Guided playouts end here even if the game does not: where positions come back, it need not.
const LONGEST_PLAYOUT: u32 = 1000;
