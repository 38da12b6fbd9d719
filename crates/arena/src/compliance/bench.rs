//! An engine on the bench, and what checks do with it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_games::{Notation, Record};
use grandline_search::{Remaining, Report};

use super::samples::Samples;
use crate::allowance::{Allowance, format_span};
use crate::contestant::{Answer, Failure, Turn};
use crate::external::process::Process;
use crate::external::session::{Refusal, Session};
use crate::external::ugi::{ask, check};
use crate::external::{CommandLine, ExternalOptions, StartError};
use crate::ugi::{first_word, position_command};

/// Why a check did not pass.
pub(crate) enum Problem {
    /// There is nothing to check, and why.
    Skip(String),
    /// The program does not do what it should, but this.
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

/// How long over its time an engine may be in a check. Machines are busy; a match is stricter.
pub(crate) const LENIENCE: Duration = Duration::from_secs(1);

/// An engine, started when it is needed and kept as long as it behaves.
pub(crate) struct Bench<G: Notation> {
    pub(crate) command: CommandLine,
    pub(crate) options: ExternalOptions,
    pub(crate) samples: Samples<G>,
    session: Option<Session>,
    /// How many lines the session had said before the check began.
    mark: usize,
    /// What was said by engines that the present check has ended.
    spent: Vec<String>,
}

impl<G: Notation> Bench<G> {
    /// Nothing is kept of the first start, which only tells whether there is a program.
    pub(crate) fn new(command: CommandLine, options: ExternalOptions) -> Result<Self, StartError> {
        check(&command, &options)?;
        let samples = Samples::new();
        Ok(Bench { command, options, samples, session: None, mark: 0, spent: Vec::new() })
    }

    /// A check begins.
    pub(crate) fn begin(&mut self) {
        self.spent.clear();
        self.mark = self.session.as_ref().map_or(0, |session| session.process.transcript.len());
    }

    /// A check ends; what was said in it. After a failure the next one gets a new process.
    pub(crate) fn end(&mut self, passed: bool) -> Vec<String> {
        let mut said = std::mem::take(&mut self.spent);
        said.extend(self.session.iter().flat_map(|session| session.process.transcript.since(self.mark)));
        if !passed {
            self.session = None;
        }
        said
    }

    /// A process that was just started and has said who it is.
    pub(crate) fn fresh(&mut self) -> Result<&mut Session, Problem> {
        self.drop_session();
        match Session::start(&self.command, &self.options) {
            Ok(session) => Ok(self.session.insert(session)),
            Err(Refusal::Start(error)) => fail(error.to_string()),
            Err(Refusal::Failed(failure)) => {
                self.spent.extend(failure.evidence.iter().flat_map(|evidence| evidence.lines()).map(str::to_owned));
                Err(failure.into())
            }
        }
    }

    /// Takes the process away for a check that ends it.
    pub(crate) fn take(&mut self) -> Result<Session, Problem> {
        self.ready()?;
        self.session.take().ok_or_else(|| Problem::Skip("there is no engine".to_owned()))
    }

    /// Notes what was said by a process that a check has ended.
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

    /// A process that waits for what comes, in a new game.
    pub(crate) fn ready(&mut self) -> Result<&mut Session, Problem> {
        let reusable = self.session.as_ref().is_some_and(|session| session.process.ended().is_none());
        if !reusable {
            self.fresh()?;
        }
        let options = self.options.clone();
        match &mut self.session {
            Some(session) => {
                session.new_game(G::NAME, 1, &options)?;
                Ok(session)
            }
            None => fail("there is no engine"),
        }
    }

    /// The engine's move under terms; checked for form and legality by whoever plays games, too.
    pub(crate) fn ask(&mut self, record: &Record<G>, terms: &Terms) -> Result<Answer<G>, Problem> {
        self.ask_watched(record, terms, &mut |_| {})
    }

    pub(crate) fn ask_watched(
        &mut self,
        record: &Record<G>,
        terms: &Terms,
        watch: &mut dyn FnMut(&Report<G>),
    ) -> Result<Answer<G>, Problem> {
        let options = self.options.clone();
        if self.session.is_none() {
            self.ready()?;
        }
        let Some(session) = &mut self.session else { return fail("there is no engine") };
        let stop = Arc::new(AtomicBool::new(false));
        let turn = Turn { record, allowance: &terms.allowance, clocks: terms.clocks, stop: &stop };
        Ok(ask(session, &turn, &options, watch)?)
    }

    /// A move at a position in the usual way, for checks of everything but limits.
    pub(crate) fn plays_at(&mut self, record: &Record<G>) -> Result<Answer<G>, Problem> {
        self.ask(record, &Terms::movetime(QUICK))
    }

    /// Tells the engine a position and something about it.
    pub(crate) fn tell_at(&mut self, record: &Record<G>, line: &str) -> Result<&mut Session, Problem> {
        let session = self.ready()?;
        session.process.tell(&position_command(record));
        session.process.expect_answer();
        session.process.tell(line);
        Ok(session)
    }
}

/// The time for a move where nothing is to be learnt from it.
pub(crate) const QUICK: Duration = Duration::from_millis(50);

/// What a move may cost.
pub(crate) struct Terms {
    pub(crate) allowance: Allowance,
    pub(crate) clocks: Option<[Remaining; 2]>,
}

impl Terms {
    pub(crate) fn movetime(time: Duration) -> Self {
        // Lateness is for the checks of time to find.
        Terms {
            allowance: Allowance { movetime: Some(time), margin: LENIENCE * 10, ..Allowance::default() },
            clocks: None,
        }
    }

    pub(crate) fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        let clocks = Some([Remaining { left, increment, moves_to_go }; 2]);
        Terms { allowance: Allowance { margin: LENIENCE * 10, ..Allowance::default() }, clocks }
    }
}

/// Waits for a line that begins with a word and returns what is behind it; everything else is passed over.
pub(crate) fn await_word(process: &mut Process, word: &str, limit: Duration) -> Result<String, Problem> {
    let until = process.now() + limit;
    loop {
        match process.hear(until) {
            Ok(Some(line)) => {
                let (first, rest) = first_word(&line);
                if first == word {
                    return Ok(rest.trim().to_owned());
                }
            }
            Ok(None) => return fail(format!("no {word} within {}", format_span(limit))),
            Err(trouble) => return Err(process.trouble(trouble).into()),
        }
    }
}

/// Asks whether the engine is ready and returns every line that came before it said so.
pub(crate) fn lines_until_ready(process: &mut Process, limit: Duration) -> Result<Vec<String>, Problem> {
    process.tell("isready");
    let until = process.now() + limit;
    let mut lines = Vec::new();
    loop {
        match process.hear(until) {
            Ok(Some(line)) if line.trim() == "readyok" => return Ok(lines),
            Ok(Some(line)) => lines.push(line),
            Ok(None) => return fail(format!("no readyok within {}", format_span(limit))),
            Err(trouble) => return Err(process.trouble(trouble).into()),
        }
    }
}
