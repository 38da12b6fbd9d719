//! A UGI engine between its start and its end: who it is, new games, and whether it listens.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_games::GameId;

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::patience::{Heard, Patience};
use super::process::{Process, Trouble};
use super::transcript::shortened;
use crate::contestant::Failure;
use crate::played::Ending;
use crate::ugi::{EngineOption, Kind, first_word};

/// Who an engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// What can be set.
    pub options: Vec<EngineOption>,
    /// Why it will not play well: what went wrong when it was asked who it is.
    pub remark: Option<String>,
}

impl Identity {
    /// The games an engine says it plays, where it says so.
    pub fn games(&self) -> Option<Vec<GameId>> {
        let kind = self.options.iter().find(|option| option.name == "UGI_Game").map(|option| &option.kind);
        let Some(Kind::Combo { choices, .. }) = kind else { return None };
        Some(choices.iter().filter_map(|choice| choice.parse().ok()).collect())
    }
}

/// Why there is no session.
pub(crate) enum Refusal {
    /// The command is wrong.
    Start(StartError),
    /// The program is.
    Failed(Failure),
}

impl Refusal {
    pub(crate) fn into_failure(self) -> Failure {
        match self {
            Refusal::Start(error) => Failure::new(Ending::Crash, format!("could not be started: {error}")),
            Refusal::Failed(failure) => failure,
        }
    }
}

/// For waits that nobody cuts short.
pub(super) static NEVER: AtomicBool = AtomicBool::new(false);

/// A running engine that has said who it is.
pub(crate) struct Session {
    pub(crate) process: Process,
    pub(crate) identity: Identity,
}

impl Session {
    /// Starts an engine and hears who it is.
    pub(crate) fn start(command: &CommandLine, options: &ExternalOptions) -> Result<Self, Refusal> {
        let mut process = Process::start(command, options).map_err(Refusal::Start)?;
        let mut identity = Identity::default();
        let mut strange = Strange::default();
        process.tell("ugi");
        let until = process.now() + options.start;
        loop {
            let line = match process.hear(until) {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let within = format!("within {}", crate::allowance::format_span(options.start));
                    return Err(Refusal::Failed(strange.failure(&process, Ending::Silence, "ugiok", &within)));
                }
                Err(Trouble::Ended(status)) if could_not_run(status.code()) => {
                    let said = process.death(status);
                    return Err(Refusal::Start(StartError::CouldNotRun { command: command.to_string(), said }));
                }
                Err(trouble) => return Err(Refusal::Failed(process.trouble(trouble))),
            };
            match first_word(&line) {
                ("ugiok", _) => return Ok(Session { process, identity }),
                ("id", rest) => match first_word(rest) {
                    ("name", name) => identity.name = Some(shortened(name.trim(), 100)),
                    ("author", author) => identity.author = Some(shortened(author.trim(), 100)),
                    _ => {}
                },
                ("option", rest) => identity.options.extend(EngineOption::parse(rest)),
                ("info" | "", _) => {}
                _ => strange.hear(&process, &line, "ugiok").map_err(Refusal::Failed)?,
            }
        }
    }

    /// Sets what a game needs, and begins it.
    pub(crate) fn new_game(&mut self, game: &str, seed: u64, options: &ExternalOptions) -> Result<(), Failure> {
        for option in self.identity.options.clone() {
            let value = match (option.name.as_str(), &option.kind) {
                ("UGI_Game", Kind::Combo { choices, .. }) if !choices.iter().any(|choice| choice == game) => {
                    let words = format!("does not play {game}: its option UGI_Game offers {}", choices.join(", "));
                    return Err(self.process.failure(Ending::Protocol, words));
                }
                ("UGI_Game", _) => game.to_owned(),
                ("Seed", &Kind::Spin { min, max, .. }) => within(seed, min, max).to_string(),
                ("MultiPV", &Kind::Spin { min, max, .. }) => {
                    i64::try_from(options.lines).unwrap_or(max).min(max).max(min).to_string()
                }
                _ => continue,
            };
            self.process.tell(&format!("setoption name {} value {value}", option.name));
        }
        self.process.tell("uginewgame");
        // What an engine says between two games belongs to neither.
        self.synchronise(options.start, &NEVER).map(|_| ())
    }

    /// Waits until the engine has done all it was told; a `bestmove` that came before that was one too many.
    pub(crate) fn synchronise(&mut self, limit: Duration, stop: &AtomicBool) -> Result<Option<String>, Failure> {
        self.process.tell("isready");
        self.process.expect_answer();
        let mut patience = Patience::of(&self.process, limit, stop);
        let (mut stray, mut strange) = (None, Strange::default());
        loop {
            let line = match patience.listen(&mut self.process)? {
                Heard::Line(line) => line,
                Heard::Stop => return Err(self.process.failure(Ending::Silence, "was stopped before its move")),
                Heard::Late(ending, within) => {
                    return Err(strange.failure(&self.process, ending, "readyok", &within));
                }
            };
            match first_word(&line) {
                ("readyok", _) => return Ok(stray),
                ("bestmove", _) => stray = Some(shortened(&line, 100)),
                ("info" | "", _) => {}
                _ => strange.hear(&self.process, &line, "readyok")?,
            }
        }
    }

    /// Lets the engine go.
    pub(crate) fn end(self) {
        self.process.part("quit");
    }
}

/// Whether a shell or `env` says by its exit status that there was nothing to run.
pub(crate) fn could_not_run(code: Option<i32>) -> bool {
    matches!(code, Some(126 | 127))
}

/// A number of a range for a seed, which fits every seed where the range is as large.
fn within(seed: u64, min: i64, max: i64) -> i64 {
    let span = i128::from(max) - i128::from(min) + 1;
    let offset = if span > 0 { i128::from(seed) % span } else { 0 };
    i64::try_from(i128::from(min) + offset).unwrap_or(min)
}

/// So many strange lines are no accident.
const MOST_STRANGE: usize = 1000;

/// Lines that are no words of the protocol; alone they are ignored, in place of an answer they explain its absence.
#[derive(Default)]
pub(crate) struct Strange {
    first: Option<String>,
    count: usize,
}

impl Strange {
    /// Takes note of a line; of too many it is clear that no answer is among them.
    pub(crate) fn hear(&mut self, process: &Process, line: &str, expected: &str) -> Result<(), Failure> {
        self.first.get_or_insert_with(|| shortened(line, 100));
        self.count += 1;
        if self.count < MOST_STRANGE {
            Ok(())
        } else {
            Err(self.failure(process, Ending::Protocol, expected, "so far"))
        }
    }

    /// The failure of one who has not said what was expected.
    pub(crate) fn failure(&self, process: &Process, ending: Ending, expected: &str, within: &str) -> Failure {
        match &self.first {
            None => process.failure(ending, format!("did not answer with {expected} {within}")),
            Some(first) => {
                let others = if self.count > 1 { format!(" and {} lines more", self.count - 1) } else { String::new() };
                let words = format!("said '{first}'{others}, which is not UGI, and not {expected} {within}");
                process.failure(Ending::Protocol, words)
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
        assert_eq!(within(7, 5, 4), 5, "an empty range has nothing better than its beginning");
        assert!((i64::MIN..=i64::MAX).contains(&within(u64::MAX, i64::MIN, i64::MAX)));
        assert!((3..=9).contains(&within(u64::MAX, 3, 9)));
    }
}
