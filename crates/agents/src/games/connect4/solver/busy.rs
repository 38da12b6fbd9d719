//! What threads note for each other: the positions that are being searched.
//!
//! All threads search the same tree. A thread that reaches a position another one is searching defers it until it has
//! searched its other moves, and by then finds the answer in the table. This is ABDADA as simplified by Tom Kerrigan.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Spread;

/// The positions being searched. Notes may overwrite each other: then work is done twice, but never wrongly.
pub(super) struct Busy(Vec<AtomicU64>);

/// Positions with fewer empty cells are not noted: searching them is cheaper.
pub(super) const NOTED_EMPTY: i32 = 14;

impl Busy {
    const BITS: u32 = 12;

    pub(super) fn new() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(1 << Self::BITS).collect())
    }

    #[inline]
    fn slot(&self, spread: Spread) -> &AtomicU64 {
        &self.0[(spread.word() >> (64 - Self::BITS)) as usize]
    }

    /// Whether another thread searches this position.
    #[inline]
    pub(super) fn contains(&self, spread: Spread) -> bool {
        self.slot(spread).load(Ordering::Relaxed) == spread.word()
    }

    #[inline]
    pub(super) fn enter(&self, spread: Spread) {
        self.slot(spread).store(spread.word(), Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, spread: Spread) {
        if self.contains(spread) {
            self.slot(spread).store(0, Ordering::Relaxed);
        }
    }
}
