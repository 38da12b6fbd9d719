//! Clocks: the only source of time for a search.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A source of time since an arbitrary start. A clock of processor time is implemented outside this crate, which makes
/// no system calls.
pub trait Clock: Send + Sync {
    /// The time that has passed; it never runs backwards.
    fn now(&self) -> Duration;
}

/// The time on the wall since the clock was made.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that shows zero now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock for tests: it advances only when told to, or by a fixed step at each reading.
#[derive(Debug, Default)]
pub struct ManualClock {
    nanoseconds: AtomicU64,
    step: u64,
}

impl ManualClock {
    /// A clock that advances by `step` whenever it is read, which stands for work done between two looks.
    pub fn stepping(step: Duration) -> Self {
        ManualClock { nanoseconds: AtomicU64::new(0), step: step.as_nanos() as u64 }
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        self.nanoseconds.fetch_add(by.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.fetch_add(self.step, Ordering::Relaxed))
    }
}

/// A clock that stands still, for searches without a time limit: their reports do not depend on the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
