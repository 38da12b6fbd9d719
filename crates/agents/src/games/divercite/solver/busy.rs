//! What threads tell each other beside the table: which positions are being searched. A thread that comes to such a
//! position searches its other moves first, and by then finds the answer in the table: ABDADA as simplified by Tom Kerrigan.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that some thread is searching. Notes may overwrite each other: then work is done twice, but never
/// wrongly.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    const BITS: u32 = 12;

    pub(super) fn new() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(1 << Self::BITS).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> (64 - Self::BITS)) as usize]
    }

    /// Whether a thread searches a position.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    pub(super) fn enter(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Ordering::Relaxed) == key {
            slot.store(0, Ordering::Relaxed);
        }
    }
}
