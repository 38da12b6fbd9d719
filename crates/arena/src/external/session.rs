//! A UGI engine between its start and its end: handshake, new games, synchronisation.

use std::sync::atomic::AtomicBool;

use grandline_games::GameId;
use grandline_search::time::format_duration;

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::deadline::{Deadline, Received};
use super::process::{Process, ReadError};
use super::transcript::shortened;
use crate::agent::Failure;
use crate::played::Ending;
use crate::ugi::{EngineOption, Kind, first_word};

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// What went wrong in the handshake, if anything did.
    pub remark: Option<String>,
}

impl Identity {
    /// The games an engine offers in its option `UGI_Game`, if it has that option.
    pub fn games(&self) -> Option<Vec<GameId>> {
        let kind = self.options.iter().find(|option| option.name == "UGI_Game").map(|option| &option.kind);
        let Some(Kind::Combo { choices, .. }) = kind else { return None };
        Some(choices.iter().filter_map(|choice| choice.parse().ok()).collect())
    }
}

/// Why there is no session.
pub(crate) enum SessionError {
    /// The command cannot be started.
    Start(StartError),
    /// The engine was started and failed.
    Failed(Failure),
}

impl SessionError {
    pub(crate) fn into_failure(self) -> Failure {
        match self {
            SessionError::Start(error) => Failure::new(Ending::Crash, format!("could not be started: {error}")),
            SessionError::Failed(failure) => failure,
        }
    }
}

/// The stop flag of waits that are never stopped.
pub(super) static NEVER: AtomicBool = AtomicBool::new(false);

/// A running engine after its handshake.
pub(crate) struct Session {
    pub(crate) process: Process,
    pub(crate) identity: Identity,
    /// The game it was last told to play.
    pub(crate) game: Option<GameId>,
    pub(crate) options: ExternalOptions,
}

impl Session {
    /// Starts an engine and performs the handshake.
    pub(crate) fn start(command: &CommandLine, options: &ExternalOptions) -> Result<Self, SessionError> {
        let mut process = Process::start(command, options).map_err(SessionError::Start)?;
        let mut identity = Identity::default();
        let mut unknown = UnknownLines::default();
        process.send("ugi");
        let until = process.now() + options.start;
        loop {
            let line = match process.receive(until) {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let within = format!("within {}", format_duration(options.start));
                    return Err(SessionError::Failed(unknown.failure(&process, Ending::Silence, "ugiok", &within)));
                }
                Err(ReadError::Ended(status)) if is_not_found(status.code()) => {
                    let said = process.describe_exit(status);
                    return Err(SessionError::Start(StartError::CouldNotRun(command.to_string(), said)));
                }
                Err(error) => return Err(SessionError::Failed(process.read_failure(error))),
            };
            match first_word(&line) {
                ("ugiok", _) => return Ok(Session { process, identity, game: None, options: options.clone() }),
                ("id", rest) => match first_word(rest) {
                    ("name", name) => identity.name = Some(shortened(name.trim(), 100)),
                    ("author", author) => identity.author = Some(shortened(author.trim(), 100)),
                    _ => {}
                },
                ("option", rest) => identity.options.extend(EngineOption::parse(rest)),
                ("info" | "", _) => {}
                _ => unknown.add(&process, &line, "ugiok").map_err(SessionError::Failed)?,
            }
        }
    }

    /// Sets the options that a game needs, and begins it.
    pub(crate) fn new_game(&mut self, game: GameId, seed: u64) -> Result<(), Failure> {
        for option in self.identity.options.clone() {
            let value = match (option.name.as_str(), &option.kind) {
                ("UGI_Game", Kind::Combo { choices, .. }) if !choices.iter().any(|choice| choice == game.name()) => {
                    let reason = format!("does not play {game}: its option UGI_Game offers {}", choices.join(", "));
                    return Err(self.process.failure(Ending::Protocol, reason));
                }
                ("UGI_Game", _) => game.to_string(),
                ("Seed", &Kind::Spin { min, max, .. }) => within(seed, min, max).to_string(),
                ("MultiPV", &Kind::Spin { min, max, .. }) => {
                    i64::try_from(self.options.lines).unwrap_or(max).min(max).max(min).to_string()
                }
                _ => continue,
            };
            self.process.send(&format!("setoption name {} value {value}", option.name));
        }
        self.process.send("uginewgame");
        self.game = Some(game);
        // What an engine says between two games belongs to neither.
        self.synchronise(&NEVER).map(|_| ())
    }

    /// Waits until the engine has processed everything it was sent. Returns a `bestmove` that came before that, which
    /// nobody asked for.
    pub(crate) fn synchronise(&mut self, stop: &AtomicBool) -> Result<Option<String>, Failure> {
        self.process.send("isready");
        self.process.expect_answer();
        let mut deadline = Deadline::of(&self.process, self.options.start, stop);
        let (mut stray, mut unknown) = (None, UnknownLines::default());
        loop {
            let line = match deadline.next_line(&mut self.process)? {
                Received::Line(line) => line,
                Received::Stop => return Err(self.process.failure(Ending::Silence, "was stopped before its move")),
                Received::Late(ending, within) => {
                    return Err(unknown.failure(&self.process, ending, "readyok", &within));
                }
            };
            match first_word(&line) {
                ("readyok", _) => return Ok(stray),
                ("bestmove", _) => stray = Some(shortened(&line, 100)),
                ("info" | "", _) => {}
                _ => unknown.add(&self.process, &line, "readyok")?,
            }
        }
    }

    /// Ends the engine.
    pub(crate) fn end(self) {
        self.process.quit("quit");
    }
}

/// Whether the exit status is that of a shell or of `env` that found nothing to run.
pub(crate) fn is_not_found(code: Option<i32>) -> bool {
    matches!(code, Some(126 | 127))
}

/// A seed mapped into the range of an option; unchanged where it fits.
fn within(seed: u64, min: i64, max: i64) -> i64 {
    let span = i128::from(max) - i128::from(min) + 1;
    let offset = if span > 0 { i128::from(seed) % span } else { 0 };
    i64::try_from(i128::from(min) + offset).unwrap_or(min)
}

/// Number of unknown lines at which an engine has failed.
const MOST_UNKNOWN: usize = 1000;

/// Lines that are not part of the protocol. They are ignored, and reported if the answer does not come.
#[derive(Default)]
pub(crate) struct UnknownLines {
    first: Option<String>,
    count: usize,
}

impl UnknownLines {
    /// Counts a line; fails if there are too many.
    pub(crate) fn add(&mut self, process: &Process, line: &str, expected: &str) -> Result<(), Failure> {
        self.first.get_or_insert_with(|| shortened(line, 100));
        self.count += 1;
        if self.count < MOST_UNKNOWN {
            Ok(())
        } else {
            Err(self.failure(process, Ending::Protocol, expected, "so far"))
        }
    }

    /// The failure of an engine that has not given the expected answer.
    pub(crate) fn failure(&self, process: &Process, ending: Ending, expected: &str, within: &str) -> Failure {
        match &self.first {
            None => process.failure(ending, format!("did not answer with {expected} {within}")),
            Some(first) => {
                let others = if self.count > 1 { format!(" and {} more lines", self.count - 1) } else { String::new() };
                let reason = format!("said '{first}'{others}, which is not UGI, but not {expected} {within}");
                process.failure(Ending::Protocol, reason)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_fit_every_range() {
        assert_eq!(within(12, 0, 100), 12);
        assert_eq!(within(u64::MAX, 0, i64::MAX), i64::MAX);
        assert_eq!(within(7, 5, 4), 5, "an empty range gives its minimum");
        assert!((i64::MIN..=i64::MAX).contains(&within(u64::MAX, i64::MIN, i64::MAX)));
        assert!((3..=9).contains(&within(u64::MAX, 3, 9)));
    }
}
