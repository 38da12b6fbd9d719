//! Time as the searches see it: only through the clock they are given.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Something that tells the time since a moment of its own choice. A clock of processor time
/// implements this outside, where the operating system may be asked.
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

/// A clock for tests: it moves only when told to, or by a fixed step at each look.
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

/// A clock that stands still, for searches without a limit of time: their reports do not depend on the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
