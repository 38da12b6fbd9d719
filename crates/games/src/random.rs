//! Reproducible randomness: the same seed gives the same games on every machine and in every version.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator used wherever a seed is given; its stream is fixed by its published definition.
pub type Random = Xoshiro256PlusPlus;

/// The generator of a seed.
pub fn seeded(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A number below `bound`, by multiplying instead of dividing; the bias is below `bound / 2^32`.
#[inline]
pub fn pick(rng: &mut impl Rng, bound: u32) -> u32 {
    ((u64::from((rng.next_u64() >> 32) as u32) * u64::from(bound)) >> 32) as u32
}

/// Puts the items in a uniformly random order (Fisher and Yates).
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, pick(rng, last as u32 + 1) as usize);
    }
}

/// The finishing step of splitmix64, a bijection that spreads every input bit over all output bits;
/// the tables of hash keys and folded states are made with it at compile time.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// `N` unrelated constants from one seed: a table of Zobrist keys.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mix(seed.wrapping_add((i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        i += 1;
    }
    table
}
