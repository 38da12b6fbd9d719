//! Monte Carlo searches: flat, the one-sided UCT of the reports, and a two-sided tree search.

mod flat;
mod nodes;
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

/// The random generator of one move, independent of earlier searches.
fn generator<G: Game>(seed: u64, record: &Record<G>) -> Random {
    seeded(mix(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ record.plies() as u64))
}

/// The longest guided playout in plies: a game with repetition need not end.
const LONGEST_PLAYOUT: u32 = 1000;
