//! How long to wait for an answer, and the failures of an engine that gives none.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::{AnyPosition, MoveError};
use grandline_search::time::format_duration;
use rustix::process::Signal;

use super::lines::Excess;
use super::process::{Process, ReadError};
use super::transcript::shortened;
use super::{ExternalOptions, own_clock};
use crate::agent::{Failure, Turn};
use crate::played::Ending;
use crate::time_control::ClockKind;

/// How often to look at the stop flag and at the CPU clock while waiting; an answer ends the wait at once.
const LOOK: Duration = Duration::from_millis(20);
/// How many times its CPU time an engine may take in wall time, since other processes run beside it.
const WALL_PER_CPU: u32 = 10;

/// The wait for one answer.
pub(crate) struct Deadline<'a> {
    stop: &'a AtomicBool,
    stopped: bool,
    began: Duration,
    until: Duration,
    /// The CPU time at the beginning, and how much may be added to it.
    processor: Option<(Duration, Duration)>,
}

/// The result of a wait.
pub(crate) enum Received {
    /// A line.
    Line(String),
    /// The game is abandoned; returned once.
    Stop,
    /// The time is over; the text says how long it was, and begins with "within".
    Late(Ending, String),
}

impl<'a> Deadline<'a> {
    /// The deadline of a move: the clock starts now, and the wait is `extra` longer than it allows.
    pub(crate) fn of_turn(process: &Process, turn: &'a Turn<'_>, options: &ExternalOptions, extra: Duration) -> Self {
        let left = own_clock(turn).map(|clock| clock.left);
        let limit = left.into_iter().chain(turn.limits.time).min();
        let beyond = turn.margin + options.grace + extra;
        let (wall, processor) = match (limit, turn.clock) {
            (None, _) => (options.answer + extra, None),
            (Some(limit), ClockKind::Wall) => (limit + beyond, None),
            (Some(limit), ClockKind::Cpu) => {
                let used = process.cpu_time();
                (limit * WALL_PER_CPU + options.answer + extra, used.map(|used| (used, limit + beyond)))
            }
        };
        let began = process.now();
        Deadline { stop: &turn.limits.stop, stopped: false, began, until: began + wall, processor }
    }

    /// The deadline of an answer that is not a move of a game.
    pub(crate) fn of(process: &Process, limit: Duration, stop: &'a AtomicBool) -> Self {
        let began = process.now();
        Deadline { stop, stopped: false, began, until: began + limit, processor: None }
    }

    /// Moves the deadline to `time` from now.
    pub(crate) fn end_after(&mut self, process: &Process, time: Duration) {
        self.until = process.now() + time;
    }

    /// The next line, or why there is none.
    pub(crate) fn next_line(&mut self, process: &mut Process) -> Result<Received, Failure> {
        loop {
            if !self.stopped && self.stop.load(Ordering::Relaxed) {
                self.stopped = true;
                return Ok(Received::Stop);
            }
            let now = process.now();
            if let Some((before, limit)) = self.processor
                && let Some(used) = process.cpu_time().map(|now| now.saturating_sub(before))
                && used > limit
            {
                return Ok(Received::Late(Ending::Time, format!("within {} of CPU time", format_duration(used))));
            }
            match process.receive(self.until.min(now + LOOK)) {
                Ok(Some(line)) => return Ok(Received::Line(line)),
                Ok(None) if now >= self.until => {
                    let waited = whole_millis(self.until.saturating_sub(self.began));
                    return Ok(Received::Late(Ending::Silence, format!("within {}", format_duration(waited))));
                }
                Ok(None) => {}
                Err(error) => return Err(process.read_failure(error)),
            }
        }
    }

    /// The time since the question by the clock of the game.
    pub(crate) fn elapsed(&self, process: &Process, clock: ClockKind) -> Duration {
        let processor = || Some(process.cpu_time()?.saturating_sub(self.processor?.0));
        let wall = process.now() - self.began;
        match clock {
            ClockKind::Wall => wall,
            ClockKind::Cpu => processor().unwrap_or(wall),
        }
    }
}

/// A duration in whole milliseconds, for people.
pub(crate) fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis().try_into().unwrap_or(u64::MAX))
}

impl Process {
    /// A failure with the transcript as evidence.
    pub(crate) fn failure(&self, ending: Ending, reason: impl Into<String>) -> Failure {
        Failure { evidence: Some(self.transcript.evidence()), ..Failure::new(ending, reason) }
    }

    /// The failure of a process whose output cannot be read any more.
    pub(crate) fn read_failure(&self, error: ReadError) -> Failure {
        match error {
            ReadError::Ended(status) => self.failure(Ending::Crash, format!("died: {}", self.describe_exit(status))),
            ReadError::Closed => self.failure(Ending::Silence, "closed its output and cannot answer any more"),
            ReadError::Excess(Excess::Line(most)) => {
                self.failure(Ending::Protocol, format!("wrote a line of more than {} KiB", most / 1024))
            }
            ReadError::Excess(Excess::Output(most)) => {
                self.failure(Ending::Protocol, format!("wrote more than {} KiB without an answer", most / 1024))
            }
        }
    }

    /// The exit status of the process and the last line of its error output.
    pub(crate) fn describe_exit(&self, status: ExitStatus) -> String {
        if let Some(excess) = self.excess() {
            return excess.to_string();
        }
        if status.signal() == Some(Signal::XCPU.as_raw()) {
            return "it has used up its CPU time".to_owned();
        }
        let status = status.to_string().replacen(": ", " ", 1);
        match self.transcript.last_error() {
            Some(error) => format!("{status}, after it wrote \"{error}\""),
            None => status,
        }
    }

    /// The failure of an engine whose move breaks a rule.
    pub(crate) fn illegal(&self, position: &AnyPosition, error: &MoveError) -> Failure {
        const SHOWN: usize = 12;
        let mut legal = position.legal_moves();
        if legal.len() > SHOWN {
            let others = legal.len() - SHOWN;
            legal.truncate(SHOWN);
            legal.push(format!("{others} others"));
        }
        let error = shortened(&error.to_string(), 300);
        self.failure(Ending::Illegal, format!("played an illegal move: {error}; legal moves: {}", legal.join(", ")))
    }
}
