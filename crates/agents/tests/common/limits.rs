//! What every solver does about limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grandline_games::Game;
use grandline_search::{Clock, Knowledge, Limits, ManualClock, Question};

/// A clock that stops the search at its tenth reading and counts the readings after that.
struct Stopping {
    stop: Arc<AtomicBool>,
    readings: AtomicU64,
}

impl Clock for Stopping {
    fn now(&self) -> Duration {
        if self.readings.fetch_add(1, Ordering::Relaxed) >= 10 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Duration::ZERO
    }
}

/// A solver with this number of threads obeys a stop at its next look at the clock. The position must take it long.
pub(crate) fn obeys_a_stop<G: Game>(mut solver: impl Knowledge<G>, position: &G, threads: u64) {
    let everything = Question { margin: true, all_moves: true };
    let stop = Arc::new(AtomicBool::new(false));
    let clock = Arc::new(Stopping { stop: stop.clone(), readings: AtomicU64::new(0) });
    let limits = Limits { time: Some(Duration::from_secs(1)), stop, clock: clock.clone(), ..Limits::default() };
    assert_eq!(solver.solve(position, everything, &limits), None);
    let readings = clock.readings.load(Ordering::Relaxed);
    assert!(readings <= 11 + 2 * threads, "{readings} readings");
    assert_eq!(solver.solve(position, everything, &limits), None, "it is still set");
}

/// A solver ends in time. The position must take it long.
pub(crate) fn keeps_time<G: Game>(mut solver: impl Knowledge<G>, position: &G) {
    let clock = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let limits = Limits::time(Duration::from_millis(50), clock.clone());
    assert_eq!(solver.solve(position, Question::default(), &limits), None);
    assert!(clock.now() < Duration::from_millis(60));
}
