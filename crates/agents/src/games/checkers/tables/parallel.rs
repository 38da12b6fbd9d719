//! Work on the positions of a slice, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Positions that a thread takes at a time.
const SHARE: u64 = 1 << 15;

/// Calls `f` for shares of the positions in several threads, until all are done or it is to stop.
pub(super) fn for_shares(positions: u64, threads: usize, stop: &AtomicBool, f: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    let run = || {
        while !stop.load(Relaxed) {
            let start = next.fetch_add(SHARE, Relaxed);
            if start >= positions {
                break;
            }
            f(start..positions.min(start + SHARE));
        }
    };
    std::thread::scope(|scope| {
        // A small slice is not worth a second thread.
        let helpers = (threads as u64).min(positions.div_ceil(SHARE)).saturating_sub(1);
        (0..helpers).for_each(|_| drop(scope.spawn(run)));
        run();
    });
}
