//! Small pieces of bit arithmetic that several boards need.

/// The indices of the set bits, lowest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bits {}

/// The index of the set bit that has exactly `rank` set bits below it. Sums over bytes find the byte without
/// a branch, a table finds the bit in it: random moves are chosen with this, and no branch could be predicted.
#[inline]
pub(crate) fn nth_bit(bits: u64, rank: u32) -> u8 {
    debug_assert!(rank < bits.count_ones());
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let counts = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Each byte of the product counts the bits up to its end; those that do not reach beyond `rank` are skipped.
    let sums = counts.wrapping_mul(BYTES);
    let skipped = (((u64::from(rank) * BYTES) | (0x80 * BYTES)) - sums) >> 7 & BYTES;
    let shift = (skipped.wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = (sums << 8 >> (shift & 63)) as u32 & 0xFF;
    shift as u8 + NTH_IN_BYTE[(rank.wrapping_sub(before) & 7) as usize][(bits >> (shift & 63) & 0xFF) as usize]
}

/// For each rank and byte, the index of the bit of that rank.
static NTH_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::{Bits, nth_bit};
    use crate::random::mix;

    #[test]
    fn nth_bit_agrees_with_the_list_of_bits() {
        let sets = (0..2000).map(|seed| mix(seed) & mix(seed + 5000)).chain([1, 1 << 63, u64::MAX, 0xFF << 32]);
        for set in sets {
            for (rank, index) in Bits(set).enumerate() {
                assert_eq!(nth_bit(set, rank as u32), index, "rank {rank} of {set:#x}");
            }
        }
    }
}
