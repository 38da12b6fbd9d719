//! The clocks of a game: what each side has left, and processor time as a clock for searches.

use std::sync::Arc;
use std::time::Duration;

use grandline_games::Side;
use grandline_search::{Clock, Remaining, WallClock};
use rustix::time::{ClockId, clock_gettime};

use crate::time_control::{BaseTime, ClockKind, TimeControl};

/// The processor time of the thread that asks. A search on several threads is not seen whole by it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadClock;

impl Clock for ThreadClock {
    fn now(&self) -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
    }
}

/// The clock by which an agent that thinks in this thread is measured.
pub(crate) fn clock_of_this_thread(kind: ClockKind) -> Arc<dyn Clock> {
    match kind {
        ClockKind::Wall => Arc::new(WallClock::start()),
        ClockKind::Cpu => Arc::new(ThreadClock),
    }
}

/// How long this thread has been ready to run and waited for a processor; `None` where the system does not say. Linux does.
pub(crate) fn waited_for_processor() -> Option<Duration> {
    let numbers = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    numbers.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The two clocks of a game with a time control.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    time: BaseTime,
    left: [Duration; 2],
    made: [u32; 2],
}

/// A clock that ran out, and by how much it was overdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overdrawn(pub Duration);

impl GameClock {
    /// Clocks that show the whole time.
    pub fn new(time: BaseTime) -> Self {
        GameClock { time, left: [time.base; 2], made: [0; 2] }
    }

    /// What the clocks of both sides show.
    pub fn both(&self) -> [Remaining; 2] {
        Side::BOTH.map(|side| self.remaining(side))
    }

    /// What the clock of a side shows.
    pub fn remaining(&self, side: Side) -> Remaining {
        let (increment, made) = (self.time.increment, self.made[side.index()]);
        let moves_to_go = self.time.moves.map(|period| period - made % period);
        Remaining { left: self.left[side.index()], increment, moves_to_go }
    }

    /// Takes the time of a move off a clock and adds what the move earned.
    pub fn spend(&mut self, side: Side, time: Duration, margin: Duration) -> Result<(), Overdrawn> {
        let left = &mut self.left[side.index()];
        if time > *left + margin {
            return Err(Overdrawn(time - *left));
        }
        *left = left.saturating_sub(time) + self.time.increment;
        self.made[side.index()] += 1;
        if self.time.moves.is_some_and(|period| self.made[side.index()].is_multiple_of(period)) {
            *left += self.time.base;
        }
        Ok(())
    }
}

/// Takes the time of a move off the clocks there are.
pub(crate) fn charge(
    clock: &mut Option<GameClock>,
    control: &TimeControl,
    side: Side,
    time: Duration,
) -> Result<(), Overdrawn> {
    if let Some(limit) = control.movetime
        && time > limit + control.margin
    {
        return Err(Overdrawn(time - limit));
    }
    clock.as_mut().map_or(Ok(()), |clock| clock.spend(side, time, control.margin))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn waiting_for_a_processor_is_seen() {
        let done = AtomicBool::new(false);
        let before = waited_for_processor().expect("/proc is there");
        std::thread::scope(|scope| {
            // More threads than processors: each of them has to wait.
            for _ in 0..4 * std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            while waited_for_processor().expect("/proc is there") < before + Duration::from_millis(5) {}
            done.store(true, Ordering::Relaxed);
        });
    }
}
