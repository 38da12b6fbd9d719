//! The UGI engine that is checked.

use std::time::Duration;

use grandline_games::{AnyPosition, GameId};
use grandline_search::time::format_duration;
use grandline_search::{Limits, Remaining};

use super::samples::Samples;
use crate::agent::{Answer, Failure, Turn};
use crate::external::process::Process;
use crate::external::session::{Session, SessionError};
use crate::external::ugi::{ask, check};
use crate::external::{CommandLine, ExternalOptions, StartError};
use crate::time_control::ClockKind;
use crate::ugi::{first_word, position_command};

/// Why a check did not pass.
pub(crate) enum Problem {
    /// Why there is nothing to check.
    Skip(String),
    /// What the engine does instead of what it should.
    Fail(String),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Problem::Fail(failure.reason)
    }
}

/// A failed check.
pub(crate) fn fail<T>(found: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Fail(found.into()))
}

/// By how much an engine may exceed its time in a check, since the machine may be busy. A match is stricter.
pub(crate) const LENIENCE: Duration = Duration::from_secs(1);

/// An engine, started when it is needed and kept as long as its checks pass.
pub(crate) struct Bench {
    pub(crate) game: GameId,
    pub(crate) command: CommandLine,
    pub(crate) options: ExternalOptions,
    pub(crate) samples: Samples,
    session: Option<Session>,
    /// The length of the transcript when the check began.
    mark: usize,
    /// The transcripts of processes that the present check has ended.
    spent: Vec<String>,
}

impl Bench {
    /// Starts the engine once to see whether that is possible, and ends it.
    pub(crate) fn new(game: GameId, command: CommandLine, options: ExternalOptions) -> Result<Self, StartError> {
        check(&command, &options)?;
        let samples = Samples::new(game);
        Ok(Bench { game, command, options, samples, session: None, mark: 0, spent: Vec::new() })
    }

    /// Begins a check.
    pub(crate) fn begin(&mut self) {
        self.spent.clear();
        self.mark = self.session.as_ref().map_or(0, |session| session.process.transcript.len());
    }

    /// Ends a check and returns its transcript. After a failure the next check gets a new process.
    pub(crate) fn end(&mut self, passed: bool) -> Vec<String> {
        let mut said = std::mem::take(&mut self.spent);
        said.extend(self.session.iter().flat_map(|session| session.process.transcript.since(self.mark)));
        if !passed {
            self.session = None;
        }
        said
    }

    /// A new process after its handshake.
    pub(crate) fn fresh(&mut self) -> Result<&mut Session, Problem> {
        self.drop_session();
        match Session::start(&self.command, &self.options) {
            Ok(session) => Ok(self.session.insert(session)),
            Err(SessionError::Start(error)) => fail(error.to_string()),
            Err(SessionError::Failed(failure)) => {
                self.spent.extend(failure.evidence.iter().flat_map(|evidence| evidence.lines()).map(str::to_owned));
                Err(failure.into())
            }
        }
    }

    /// Takes the process out, for a check that ends it.
    pub(crate) fn take(&mut self) -> Result<Session, Problem> {
        self.ready()?;
        self.session.take().ok_or_else(|| Problem::Skip("there is no engine".to_owned()))
    }

    /// Keeps the transcript of a process that a check has ended.
    pub(crate) fn spend(&mut self, process: &Process) {
        self.spent.extend(process.transcript.since(self.mark));
        self.mark = 0;
    }

    fn drop_session(&mut self) {
        if let Some(session) = self.session.take() {
            self.spend(&session.process);
            session.end();
        }
    }

    /// A process that is ready, in a new game.
    pub(crate) fn ready(&mut self) -> Result<&mut Session, Problem> {
        let reusable = self.session.as_ref().is_some_and(|session| session.process.ended().is_none());
        if !reusable {
            self.fresh()?;
        }
        match &mut self.session {
            Some(session) => {
                session.new_game(self.game, 1, &self.options)?;
                Ok(session)
            }
            None => fail("there is no engine"),
        }
    }

    /// The engine's move under limits, checked like a move of a game.
    pub(crate) fn ask(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Answer, Problem> {
        if self.session.is_none() {
            self.ready()?;
        }
        let Some(session) = &mut self.session else { return fail("there is no engine") };
        Ok(ask(session, &turn(position, limits), &self.options, &mut |_| {})?)
    }

    /// A move in a position, for checks of everything but limits.
    pub(crate) fn plays_at(&mut self, position: &AnyPosition) -> Result<Answer, Problem> {
        self.ask(position, &movetime(QUICK))
    }

    /// Sends a position and a line about it.
    pub(crate) fn send_at(&mut self, position: &AnyPosition, line: &str) -> Result<&mut Session, Problem> {
        let session = self.ready()?;
        session.process.send(&position_command(position));
        session.process.expect_answer();
        session.process.send(line);
        Ok(session)
    }
}

/// The time for a move of no interest in itself.
pub(crate) const QUICK: Duration = Duration::from_millis(50);

/// A question with limits. Being late is left to the checks of time.
pub(crate) fn turn<'a>(position: &'a AnyPosition, limits: &'a Limits) -> Turn<'a> {
    Turn { position, limits, clocks: None, clock: ClockKind::Wall, margin: LENIENCE * 10 }
}

/// Limits of a time for the move.
pub(crate) fn movetime(time: Duration) -> Limits {
    Limits { time: Some(time), ..Limits::default() }
}

/// Limits of a clock, which is that of both sides.
pub(crate) fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Limits {
    Limits { remaining: Some(Remaining { left, increment, moves_to_go }), ..Limits::default() }
}

/// Waits for a line that begins with a word and returns the rest of it; other lines are ignored.
pub(crate) fn await_word(process: &mut Process, word: &str, limit: Duration) -> Result<String, Problem> {
    let until = process.now() + limit;
    loop {
        match process.receive(until) {
            Ok(Some(line)) => {
                let (first, rest) = first_word(&line);
                if first == word {
                    return Ok(rest.trim().to_owned());
                }
            }
            Ok(None) => return fail(format!("no {word} within {}", format_duration(limit))),
            Err(error) => return Err(process.read_failure(error).into()),
        }
    }
}

/// Sends `isready` and returns every line before `readyok`.
pub(crate) fn lines_until_ready(process: &mut Process, limit: Duration) -> Result<Vec<String>, Problem> {
    process.send("isready");
    let until = process.now() + limit;
    let mut lines = Vec::new();
    loop {
        match process.receive(until) {
            Ok(Some(line)) if line.trim() == "readyok" => return Ok(lines),
            Ok(Some(line)) => lines.push(line),
            Ok(None) => return fail(format!("no readyok within {}", format_duration(limit))),
            Err(error) => return Err(process.read_failure(error).into()),
        }
    }
}
