//! The clocks of a game: what each side has left, and processor time as a clock for searches.

use std::sync::Arc;
use std::time::Duration;

use grandline_games::Side;
use grandline_search::{Clock, Remaining, WallClock};
use rustix::time::{ClockId, clock_gettime};

use crate::allowance::{Allowance, ClockKind, TimeControl};

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

/// The two clocks of a game with a time control.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    left: [Duration; 2],
    made: [u32; 2],
}

/// A clock that ran out, and by how much it was overdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overdrawn(pub(crate) Duration);

impl GameClock {
    pub(crate) fn new(control: TimeControl) -> Self {
        GameClock { control, left: [control.total; 2], made: [0; 2] }
    }

    /// What the clock of a side shows.
    pub(crate) fn remaining(&self, side: Side) -> Remaining {
        let (increment, made) = (self.control.increment, self.made[side.index()]);
        let moves_to_go = self.control.moves.map(|period| period - made % period);
        Remaining { left: self.left[side.index()], increment, moves_to_go }
    }

    /// Takes the time of a move off a clock and adds what the move earned.
    pub(crate) fn spend(&mut self, side: Side, time: Duration, margin: Duration) -> Result<(), Overdrawn> {
        let left = &mut self.left[side.index()];
        if time > *left + margin {
            return Err(Overdrawn(time - *left));
        }
        *left = left.saturating_sub(time) + self.control.increment;
        self.made[side.index()] += 1;
        if self.control.moves.is_some_and(|period| self.made[side.index()].is_multiple_of(period)) {
            *left += self.control.total;
        }
        Ok(())
    }
}

/// Takes the time of a move off the clocks there are.
pub(crate) fn charge(
    clock: &mut Option<GameClock>,
    allowance: &Allowance,
    side: Side,
    time: Duration,
) -> Result<(), Overdrawn> {
    if let Some(limit) = allowance.movetime
        && time > limit + allowance.margin
    {
        return Err(Overdrawn(time - limit));
    }
    clock.as_mut().map_or(Ok(()), |clock| clock.spend(side, time, allowance.margin))
}
