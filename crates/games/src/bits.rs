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

/// The index of the set bit that has exactly `rank` set bits below it.
#[inline]
pub(crate) fn nth_bit(mut bits: u64, rank: u32) -> u8 {
    debug_assert!(rank < bits.count_ones());
    for _ in 0..rank {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}
