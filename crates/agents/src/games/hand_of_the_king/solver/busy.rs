//! What threads tell each other beside the table: which positions are being searched. A thread that comes to such
//! a position searches its other moves first, and by then finds the answer in the table: ABDADA as simplified by Tom
//! Kerrigan.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Key;

/// The positions that some thread is searching. Notes may overwrite each other: then work is done twice, but never
/// wrongly.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    const BITS: u32 = 12;

    pub(super) fn new() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(1 << Self::BITS).collect())
    }

    #[inline]
    fn slot(&self, word: u64) -> &AtomicU64 {
        &self.0[(word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS)) as usize]
    }

    /// Whether a thread searches a position with these ranks.
    #[inline]
    pub(super) fn contains(&self, key: Key, ranks: u64) -> bool {
        let word = word(key, ranks);
        self.slot(word).load(Ordering::Relaxed) == word
    }

    #[inline]
    pub(super) fn enter(&self, key: Key, ranks: u64) {
        let word = word(key, ranks);
        self.slot(word).store(word, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, key: Key, ranks: u64) {
        let word = word(key, ranks);
        let slot = self.slot(word);
        if slot.load(Ordering::Relaxed) == word {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[inline]
fn word(key: Key, ranks: u64) -> u64 {
    key.word() ^ ranks.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
