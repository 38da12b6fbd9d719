//! Searching with several threads over one table.
//!
//! All threads search the same tree. Each notes the moves it is searching: another thread that reaches such a move
//! defers it until it has searched its other moves, and by then finds the answer in the table. This is ABDADA as
//! simplified by Tom Kerrigan.

use std::sync::atomic::AtomicBool;

use crate::atomics::{AtomicU64, Ordering};

/// What threads tell each other beside the table: the positions that some thread is searching at this moment, and
/// whether one has the answer. Notes may overwrite each other: then work is done twice, but never wrongly.
pub struct Busy {
    slots: Vec<AtomicU64>,
    answered: AtomicBool,
}

/// Nodes below this depth are not noted: searching them is cheaper.
pub(crate) const NOTED_DEPTH: u32 = 5;

impl Default for Busy {
    fn default() -> Self {
        Busy::new()
    }
}

impl Busy {
    const SLOTS: usize = if cfg!(loom) { 1 } else { 1 << 12 };

    /// Nobody searches anything.
    pub fn new() -> Self {
        let slots = std::iter::repeat_with(AtomicU64::default).take(Self::SLOTS).collect();
        Busy { slots, answered: AtomicBool::new(false) }
    }

    /// Set once a thread has the answer: the others may stop.
    pub(crate) fn answered(&self) -> &AtomicBool {
        &self.answered
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % Self::SLOTS]
    }

    /// Whether another thread searches the position of a key.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Notes that this thread searches it. Notes are exchanged, here and in [`leave`](Self::leave), so that all threads agree on
    /// their order and none stays: the models below check it.
    #[inline]
    pub fn enter(&self, key: u64) {
        self.slot(key).swap(key, Ordering::Relaxed);
    }

    /// Takes the note back, unless another thread has written its own over it.
    #[inline]
    pub fn leave(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Runs `lead` on this thread and `help` on the others, numbered from 1. All must end soon after one has, which they
/// arrange among themselves; the results of all are returned, the lead's first.
pub(crate) fn run<T: Send, R>(
    threads: usize,
    lead: impl FnOnce() -> R,
    help: impl Fn(usize) -> T + Sync,
) -> (R, Vec<T>) {
    std::thread::scope(|scope| {
        let help = &help;
        let helpers: Vec<_> = (1..threads).map(|number| scope.spawn(move || help(number))).collect();
        let led = lead();
        let helped = helpers.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        (led, helped.collect())
    })
}

/// Every order in which two threads can enter and leave.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    #[test]
    fn a_position_that_nobody_searches_is_not_noted() {
        loom::model(|| {
            let busy = Arc::new(Busy::new());
            let other = {
                let busy = Arc::clone(&busy);
                thread::spawn(move || {
                    busy.enter(1);
                    busy.leave(1);
                })
            };
            busy.enter(2);
            assert!(!busy.contains(3), "a note that nobody made");
            busy.leave(2);
            other.join().expect("the other thread ends");
            // A read that changes the slot sees the last note; loom lets a plain one see earlier ones.
            let last = busy.slot(1).fetch_or(0, Ordering::Relaxed);
            assert_eq!(last, 0, "a note stays, and its move is deferred again and again");
        });
    }
}
