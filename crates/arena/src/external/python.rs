//! Agents written in Python: the package `grandline` runs each in a process of its own, a new one for each game.
//!
//! Such a process speaks JSON lines like any other program; it is told more than others, so that it can show an agent the
//! game as the framework it was written for does.

use std::path::Path;

use grandline_games::{GameId, Notation};
use serde::Serialize;
use thiserror::Error;

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::process::Process;
use crate::contestant::Turn;

/// How an agent is written.
struct Form {
    /// The word in front of the colon.
    word: &'static str,
    /// The games that are played this way; none means all.
    games: &'static [GameId],
}

const FORMS: [Form; 5] = [
    Form { word: "python", games: &[] },
    Form { word: "seahorse", games: &[GameId::Divercite] },
    Form { word: "aiarena", games: &[GameId::CheckersAiarena, GameId::Connect4] },
    Form {
        word: "hotk",
        games: &[GameId::HandOfTheKing, GameId::HandOfTheKingCompanions, GameId::HandOfTheKingPublished],
    },
    Form { word: "kaggle", games: &[GameId::Connect4] },
];

/// An agent in a Python file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonAgent {
    form: &'static str,
    /// The file, and which object of it where that is said: `FILE.py:NAME`.
    source: String,
}

/// Why there can be no such agent, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PythonError {
    /// The agent is written for another game.
    #[error("agent '{agent}': {form} agents play {}, and this is {game}", games.join(", "))]
    OtherGame {
        /// The agent.
        agent: String,
        /// How it is written.
        form: &'static str,
        /// What such agents play.
        games: Vec<String>,
        /// What it was asked to play.
        game: GameId,
    },
    /// There is no file.
    #[error("agent '{agent}': there is no file '{file}'")]
    NoFile {
        /// The agent.
        agent: String,
        /// The file.
        file: String,
    },
    /// There is no such interpreter.
    #[error("agent '{agent}': there is no program '{program}' to run it; name a Python interpreter with --python")]
    NoInterpreter {
        /// The agent.
        agent: String,
        /// The interpreter.
        program: String,
    },
    /// The interpreter does not have the package.
    #[error(
        "agent '{agent}': {program} cannot import grandline; pip install ./python, or name another interpreter with --python"
    )]
    NoPackage {
        /// The agent.
        agent: String,
        /// The interpreter.
        program: String,
    },
    /// The file cannot be loaded, or does not have what was asked for.
    #[error("agent '{agent}': {said}")]
    NotLoaded {
        /// The agent.
        agent: String,
        /// What the process said.
        said: String,
    },
    /// It could not be started at all.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl PythonAgent {
    /// The agent of a text such as `seahorse:my_player.py`; `None` if the text is of another kind.
    pub fn parse(game: GameId, text: &str) -> Option<Result<Self, PythonError>> {
        let (word, source) = text.split_once(':')?;
        let form = FORMS.iter().find(|form| form.word == word)?;
        if !form.games.is_empty() && !form.games.contains(&game) {
            let games = form.games.iter().map(ToString::to_string).collect();
            return Some(Err(PythonError::OtherGame { agent: text.to_owned(), form: form.word, games, game }));
        }
        Some(Ok(PythonAgent { form: form.word, source: source.to_owned() }))
    }

    /// The text it was asked for by.
    pub fn name(&self) -> String {
        format!("{}:{}", self.form, self.source)
    }

    /// The command that runs it.
    pub(crate) fn command(&self, options: &ExternalOptions) -> CommandLine {
        let words = ["-m", "grandline.run", "--ready", self.form, &self.source];
        CommandLine::new(&options.python, words.map(str::to_owned).to_vec())
    }

    /// The file itself: a colon behind it begins a name.
    fn file(&self) -> &str {
        self.source.rsplit_once(':').map(|(file, _)| file).filter(|file| file.ends_with(".py")).unwrap_or(&self.source)
    }

    /// Whether the interpreter, the package, the file and the object in it are there.
    pub fn check(&self, options: &ExternalOptions) -> Result<(), PythonError> {
        let (agent, program) = (self.name(), options.python.clone());
        if !Path::new(self.file()).is_file() {
            return Err(PythonError::NoFile { agent, file: self.file().to_owned() });
        }
        let mut process = match Process::start(&self.command(options), options) {
            Err(StartError::NoSuchProgram { .. }) => return Err(PythonError::NoInterpreter { agent, program }),
            started => started?,
        };
        process.close_input();
        let until = process.now() + options.start;
        // Its output is heard so that it cannot be held up by it.
        while let Ok(Some(_)) = process.hear(until) {}
        // One that is still loading after all that time has its chance in the first game.
        let Some(status) = process.wait_for_end(until).filter(|status| !status.success()) else { return Ok(()) };
        let said = process.transcript.last_complaint();
        if status.code() != Some(NOT_LOADED)
            && said.as_ref().is_some_and(|said| said.contains("No module named") && said.contains("grandline"))
        {
            return Err(PythonError::NoPackage { agent, program });
        }
        let said = said.unwrap_or_else(|| process.death(status));
        Err(PythonError::NotLoaded { agent, said })
    }
}

/// The exit status by which the package says that an agent cannot be loaded.
const NOT_LOADED: i32 = 3;

/// What only Python agents are told: where the game began, and what may be spent on this move.
#[derive(Serialize)]
pub(crate) struct Surroundings {
    start: String,
    limits: Limits,
}

#[derive(Serialize)]
struct Limits {
    movetime_ms: Option<u64>,
    increment_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Surroundings {
    pub(crate) fn of<G: Notation>(turn: &Turn<'_, G>) -> Self {
        let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let (allowance, own) = (turn.allowance, turn.record.position().to_move().index());
        let limits = Limits {
            movetime_ms: allowance.movetime.map(millis),
            increment_ms: turn.clocks.map(|clocks| millis(clocks[own].increment)),
            nodes: allowance.nodes,
            depth: allowance.depth,
        };
        Surroundings { start: turn.record.start().to_string(), limits }
    }
}
