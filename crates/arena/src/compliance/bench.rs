//! The UGI engine that is checked.

use std::time::Duration;

use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId, MoveId, Side};
use grandline_search::time::format_duration;
use grandline_search::{Limits, Remaining};

use super::samples::Samples;
use crate::agent::{Answer, Failure, Turn};
use crate::external::process::Process;
use crate::external::session::{Session, SessionError};
use crate::external::transcript::shortened;
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

/// A check that has nothing to look at.
pub(crate) fn skip<T>(why: &str) -> Result<T, Problem> {
    Err(Problem::Skip(why.to_owned()))
}

/// Fails at the first line that must not be there; `said` begins the sentence that quotes it.
pub(crate) fn forbid(lines: &[String], said: &str, forbidden: impl Fn(&str) -> bool) -> Result<(), Problem> {
    match lines.iter().find(|line| forbidden(line)) {
        Some(line) => fail(format!("{said} '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

/// Whether a line is an answer to `go`.
pub(crate) fn is_bestmove(line: &str) -> bool {
    first_word(line).0 == "bestmove"
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
        if let Some(session) = self.session.take() {
            self.spend(&session.process);
            session.end();
        }
        match Session::start(&self.command, &self.options) {
            Ok(session) => Ok(self.session.insert(session)),
            Err(SessionError::Start(error)) => fail(error.to_string()),
            Err(SessionError::Failed(failure)) => {
                self.spent.extend(failure.evidence_lines());
                Err(failure.into())
            }
        }
    }

    /// Takes the process out, for a check that ends it.
    pub(crate) fn take(&mut self) -> Result<Session, Problem> {
        self.ready()?;
        self.session.take().map_or_else(|| skip("there is no engine"), Ok)
    }

    /// Keeps the transcript of a process that a check has ended.
    pub(crate) fn spend(&mut self, process: &Process) {
        self.spent.extend(process.transcript.since(self.mark));
        self.mark = 0;
    }

    /// A process that is ready, in a new game.
    pub(crate) fn ready(&mut self) -> Result<&mut Session, Problem> {
        let reusable = self.session.as_ref().is_some_and(|session| session.process.ended().is_none());
        if !reusable {
            self.fresh()?;
        }
        let Some(session) = &mut self.session else { return fail("there is no engine") };
        session.new_game(self.game, 1)?;
        Ok(session)
    }

    /// The engine's move under limits, checked like a move of a game.
    pub(crate) fn ask(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Answer, Problem> {
        if self.session.is_none() {
            self.ready()?;
        }
        let Some(session) = &mut self.session else { return fail("there is no engine") };
        Ok(ask(session, &turn(position, limits), &mut |_| {})?)
    }

    /// Asks for a move in each position, for checks of everything but limits.
    pub(crate) fn plays_at<'a>(&mut self, positions: impl IntoIterator<Item = &'a AnyPosition>) -> Result<(), Problem> {
        positions.into_iter().try_for_each(|position| self.ask(position, &movetime(QUICK)).map(|_| ()))
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

impl Session {
    /// The next line of an answer; `word` is what the engine should say.
    pub(crate) fn next_line(&mut self, word: &str, until: Duration) -> Result<String, Problem> {
        match self.process.receive(until) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => fail(format!("no {word} within {}", format_duration(self.limit(word)))),
            Err(error) => Err(self.process.read_failure(error).into()),
        }
    }

    /// How long an engine may take to say a word.
    fn limit(&self, word: &str) -> Duration {
        if word == "bestmove" { self.options.answer } else { self.options.start }
    }

    /// The end of the wait for a word.
    pub(crate) fn deadline(&self, word: &str) -> Duration {
        self.process.now() + self.limit(word)
    }

    /// Waits for a line that begins with a word and returns the rest of it; other lines are ignored.
    pub(crate) fn await_word(&mut self, word: &str) -> Result<String, Problem> {
        let until = self.deadline(word);
        loop {
            let line = self.next_line(word, until)?;
            if let (first, rest) = first_word(&line)
                && first == word
            {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// Sends `isready` and returns every line before `readyok`.
    pub(crate) fn lines_until_ready(&mut self) -> Result<Vec<String>, Problem> {
        self.process.send("isready");
        let until = self.deadline("readyok");
        let mut lines = Vec::new();
        loop {
            let line = self.next_line("readyok", until)?;
            if line.trim() == "readyok" {
                return Ok(lines);
            }
            lines.push(line);
        }
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

/// Plays a game against random moves, with the moves of an engine for a side.
pub(crate) fn play_random(
    mut position: AnyPosition,
    side: Side,
    seed: u64,
    mut ask: impl FnMut(&AnyPosition) -> Result<MoveId, Problem>,
) -> Result<(), Problem> {
    const LONGEST: usize = 300;
    let mut random = seeded(seed);
    while position.plies() < LONGEST
        && let Some(random_move) = position.random_move(&mut random)
    {
        let mv = if position.to_move() == side { ask(&position)? } else { random_move };
        position.play(mv);
    }
    Ok(())
}
