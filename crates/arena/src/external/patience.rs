//! How long an answer is waited for, and the words for those who give none.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::{Game, MoveError, Notation};
use rustix::process::Signal;

use super::ExternalOptions;
use super::lines::Excess;
use super::process::{Process, Trouble};
use super::transcript::shortened;
use crate::allowance::{ClockKind, format_span};
use crate::contestant::{Failure, Turn};
use crate::played::Ending;

/// How often a waiting host looks at the stop flag and at the processor's clock; an answer wakes it at once.
const LOOK: Duration = Duration::from_millis(20);
/// How many times its allowance of processor time a program may take on the wall, since it does not run alone.
const CROWD: u32 = 10;

/// Waits for one answer.
pub(crate) struct Patience<'a> {
    stop: &'a AtomicBool,
    stopped: bool,
    began: Duration,
    until: Duration,
    /// The processor time at the beginning and what may be added to it.
    processor: Option<(Duration, Duration)>,
}

/// What came of waiting.
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// The game is to be given up; said once.
    Stop,
    /// No more is to be waited for; for how long it was, in words that begin with "within".
    Late(Ending, String),
}

impl<'a> Patience<'a> {
    /// The clock runs from now on; `extra` is waited for beyond it.
    pub(crate) fn of_turn<G: Game>(
        process: &Process,
        turn: &'a Turn<'_, G>,
        options: &ExternalOptions,
        extra: Duration,
    ) -> Self {
        let left = turn.remaining().map(|remaining| remaining.left);
        let limit = left.into_iter().chain(turn.allowance.movetime).min();
        let beyond = turn.allowance.margin + options.grace + extra;
        let (wall, processor) = match (limit, turn.allowance.clock) {
            (None, _) => (options.answer + extra, None),
            (Some(limit), ClockKind::Wall) => (limit + beyond, None),
            (Some(limit), ClockKind::Cpu) => {
                (limit * CROWD + options.answer + extra, process.processor_time().map(|now| (now, limit + beyond)))
            }
        };
        let began = process.now();
        Patience { stop: turn.stop, stopped: false, began, until: began + wall, processor }
    }

    /// Waits for something that is not a move of a game.
    pub(crate) fn of(process: &Process, limit: Duration, stop: &'a AtomicBool) -> Self {
        let began = process.now();
        Patience { stop, stopped: false, began, until: began + limit, processor: None }
    }

    /// Stops waiting so much later.
    pub(crate) fn end_after(&mut self, process: &Process, time: Duration) {
        self.until = process.now() + time;
    }

    /// The next line, or why there is none.
    pub(crate) fn listen(&mut self, process: &mut Process) -> Result<Heard, Failure> {
        loop {
            if !self.stopped && self.stop.load(Ordering::Relaxed) {
                self.stopped = true;
                return Ok(Heard::Stop);
            }
            let now = process.now();
            if let Some((before, limit)) = self.processor
                && let Some(used) = process.processor_time().map(|now| now.saturating_sub(before))
                && used > limit
            {
                return Ok(Heard::Late(Ending::Time, format!("within {} of processor time", format_span(used))));
            }
            if let Some(line) = process.hear(self.until.min(now + LOOK)).map_err(|trouble| process.trouble(trouble))? {
                return Ok(Heard::Line(line));
            }
            if now >= self.until {
                let waited = rounded(self.until.saturating_sub(self.began));
                return Ok(Heard::Late(Ending::Silence, format!("within {}", format_span(waited))));
            }
        }
    }

    /// The time since the question by the clock of the game.
    pub(crate) fn spent(&self, process: &Process, clock: ClockKind) -> Duration {
        let processor = || Some(process.processor_time()?.saturating_sub(self.processor?.0));
        let wall = process.now() - self.began;
        match clock {
            ClockKind::Wall => wall,
            ClockKind::Cpu => processor().unwrap_or(wall),
        }
    }
}

/// Whole milliseconds, which is what people read.
fn rounded(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis().try_into().unwrap_or(u64::MAX))
}

impl Process {
    /// A failure with all that was said.
    pub(crate) fn failure(&self, ending: Ending, reason: impl Into<String>) -> Failure {
        Failure { evidence: Some(self.transcript.evidence()), ..Failure::new(ending, reason) }
    }

    /// The failure of a program that cannot be heard any more.
    pub(crate) fn trouble(&self, trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Ended(status) => self.failure(Ending::Crash, format!("died: {}", self.death(status))),
            Trouble::Closed => {
                self.failure(Ending::Silence, "closed its output, so that nothing more can be heard of it")
            }
            Trouble::Excess(Excess::Line(most)) => {
                self.failure(Ending::Protocol, format!("wrote a line of more than {} KiB", most / 1024))
            }
            Trouble::Excess(Excess::Output(most)) => {
                self.failure(Ending::Protocol, format!("wrote more than {} KiB without an answer", most / 1024))
            }
        }
    }

    /// The exit status of a program and its last words.
    pub(crate) fn death(&self, status: ExitStatus) -> String {
        if status.signal() == Some(Signal::XCPU.as_raw()) {
            return "it has used up its processor time".to_owned();
        }
        let status = status.to_string().replacen(": ", " ", 1);
        match self.transcript.last_complaint() {
            Some(complaint) => format!("{status}, after it wrote \"{complaint}\""),
            None => status,
        }
    }

    /// The failure of a program whose move breaks a rule.
    pub(crate) fn illegal<G: Notation>(&self, position: &G, error: &MoveError) -> Failure {
        const SHOWN: usize = 12;
        let mut legal: Vec<String> = position.moves().take(SHOWN + 1).map(|mv| position.format_move(mv)).collect();
        if legal.len() > SHOWN {
            legal[SHOWN] = format!("{} others", position.count_moves() - SHOWN);
        }
        let error = shortened(&error.to_string(), 300);
        self.failure(Ending::Illegal, format!("played an illegal move: {error}; legal are {}", legal.join(", ")))
    }
}
