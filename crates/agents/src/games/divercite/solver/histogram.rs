//! How many empty resource cells have each weight, for every colour: the best and the worst cells without a look at the
//! board.

use super::board::{Each, Ground, weight};

/// For each colour, the number of cells with weights -4 to 4: nine fields of seven bits, the lowest weight first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Histogram([u64; 4]);

const BITS: u32 = 7;
const FIELDS: u32 = 9;
/// A weight of 0 is field 4.
const ZERO: i32 = 4;
/// One in every field.
const ONES: u64 = 0x0102_0408_1020_4081;
/// The highest bit of every field. No count needs it.
const TOPS: u64 = ONES << (BITS - 1);

impl Histogram {
    /// The weights of some cells.
    pub(super) fn new(cells: u32, ground: &Ground) -> Self {
        let mut histogram = Histogram([0; 4]);
        for cell in Each(cells) {
            let weights = ground.weights(cell);
            for (colour, counts) in histogram.0.iter_mut().enumerate() {
                *counts += one(weights, colour as u8);
            }
        }
        histogram
    }

    /// Takes away a cell with these weights.
    #[inline]
    pub(super) fn remove(&mut self, weights: u32) {
        for (colour, counts) in self.0.iter_mut().enumerate() {
            *counts -= one(weights, colour as u8);
        }
    }

    /// The sum of the `count` best weights of a colour for a player.
    #[inline]
    pub(super) fn best(&self, colour: u8, count: u32, player: usize) -> i32 {
        let mut counts = self.0[usize::from(colour & 3)];
        let mut sum = 0;
        for _ in 0..count {
            let shift =
                if player == 0 { 63 - (counts | 1).leading_zeros() } else { (counts | 1 << 62).trailing_zeros() };
            let field = shift / BITS;
            counts = counts.wrapping_sub(1 << (field * BITS));
            sum += field as i32 - ZERO;
        }
        if player == 0 { sum } else { -sum }
    }

    /// For each number of cells, the weights that at least so many cells have at most.
    #[inline]
    pub(super) fn sorted(&self, colour: u8, player: usize) -> Sorted {
        let counts = self.0[usize::from(colour & 3)];
        if player == 0 {
            Sorted(counts.wrapping_mul(ONES) & !(1 << 63))
        } else {
            // Sums from the other end.
            let all = counts.wrapping_mul(ONES) & !(1 << 63);
            let total = all >> (BITS * (FIELDS - 1));
            Sorted((total * ONES - (all << BITS & !(1 << 63))) & !(1 << 63))
        }
    }
}

/// The numbers of cells up to each weight.
#[derive(Clone, Copy)]
pub(super) struct Sorted(u64);

impl Sorted {
    /// The weight of the cell with rank `rank`, from 1 for the worst cell of a player.
    #[inline]
    pub(super) fn worst(self, rank: u32) -> i32 {
        let reached = ((self.0 | TOPS) - u64::from(rank) * ONES) & TOPS;
        let fields = reached.count_ones() as i32;
        FIELDS as i32 - fields - ZERO
    }
}

#[inline]
const fn one(weights: u32, colour: u8) -> u64 {
    1 << (BITS as i32 * (weight(weights, colour) + ZERO))
}
