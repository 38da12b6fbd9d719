//! Agents written in Python: the package `grandline` runs each in a process of its own, a new one for each game.
//!
//! Such a process speaks JSON lines like any other external engine. Its questions contain more, so that the package can
//! present the game as the framework that the agent was written for does.

use std::path::Path;

use grandline_games::GameId;
use serde_json::{Value as Json, json};
use thiserror::Error;

use super::command::{CommandLine, StartError};
use super::json::millis;
use super::process::Process;
use super::{ExternalOptions, own_clock};
use crate::agent::Turn;

/// The frameworks by the word in front of the colon, with their games; an empty list means all.
const FORMS: [(&str, &[GameId]); 5] = [
    ("python", &[]),
    ("seahorse", &[GameId::Divercite]),
    ("aiarena", &[GameId::CheckersAiarena, GameId::Connect4]),
    ("hotk", &[GameId::HandOfTheKing, GameId::HandOfTheKingCompanions, GameId::HandOfTheKingPublished]),
    ("kaggle", &[GameId::Connect4]),
];

/// An agent in a Python file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonAgent {
    form: &'static str,
    /// The file, and optionally the name of an object in it: `FILE.py:NAME`.
    source: String,
}

/// Why an agent cannot be run, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PythonError {
    /// The agent is written for another game.
    #[error("agent '{agent}': {form} agents play {}, not {game}", games.join(", "))]
    OtherGame {
        /// The agent.
        agent: String,
        /// The framework it is written for.
        form: &'static str,
        /// The games of that framework.
        games: Vec<String>,
        /// The game it was asked to play.
        game: GameId,
    },
    /// The file does not exist. Fields: the agent; the file.
    #[error("agent '{0}': file '{1}' does not exist")]
    NoFile(String, String),
    /// The interpreter does not exist. Fields: the agent; the interpreter.
    #[error("agent '{0}': program '{1}' does not exist; name a Python interpreter with --python")]
    NoInterpreter(String, String),
    /// The interpreter does not have the package. Fields: the agent; the interpreter.
    #[error(
        "agent '{0}': {1} cannot import grandline; run pip install ./python, or name another interpreter with --python"
    )]
    NoPackage(String, String),
    /// The file cannot be loaded, or does not have what was asked for. Fields: the agent; the last line of its error
    /// output.
    #[error("agent '{0}': {1}")]
    NotLoaded(String, String),
    /// The process cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl PythonAgent {
    /// The agent of a text such as `seahorse:my_player.py`; `None` if the text is of another kind.
    pub fn parse(game: GameId, text: &str) -> Option<Result<Self, PythonError>> {
        let (word, source) = text.split_once(':')?;
        let (form, games) = FORMS.into_iter().find(|(form, _)| *form == word)?;
        if !games.is_empty() && !games.contains(&game) {
            let games = games.iter().map(ToString::to_string).collect();
            return Some(Err(PythonError::OtherGame { agent: text.to_owned(), form, games, game }));
        }
        Some(Ok(PythonAgent { form, source: source.to_owned() }))
    }

    /// The text of the agent.
    pub fn name(&self) -> String {
        format!("{}:{}", self.form, self.source)
    }

    /// The command that runs it.
    pub(crate) fn command(&self, options: &ExternalOptions) -> CommandLine {
        let words = ["-m", "grandline.run", "--ready", self.form, &self.source];
        CommandLine::python(&options.python, words.map(str::to_owned).to_vec(), self.file())
    }

    /// The file, without the name of an object.
    pub(crate) fn file(&self) -> &str {
        self.source.rsplit_once(':').map(|(file, _)| file).filter(|file| file.ends_with(".py")).unwrap_or(&self.source)
    }

    /// Whether the interpreter, the package, the file and the object in it are there.
    pub fn check(&self, options: &ExternalOptions) -> Result<(), PythonError> {
        let (agent, program) = (self.name(), options.python.clone());
        if !Path::new(self.file()).is_file() {
            return Err(PythonError::NoFile(agent, self.file().to_owned()));
        }
        let mut process = match Process::start(&self.command(options), options) {
            Err(StartError::NoSuchProgram(..)) => return Err(PythonError::NoInterpreter(agent, program)),
            started => started?,
        };
        // An agent that is still loading gets another chance in its first game.
        let Some(status) = process.run_out(options.start).filter(|status| !status.success()) else { return Ok(()) };
        let said = process.transcript.last_error();
        if status.code() != Some(NOT_LOADED)
            && said.as_ref().is_some_and(|said| said.contains("No module named") && said.contains("grandline"))
        {
            return Err(PythonError::NoPackage(agent, program));
        }
        let said = said.unwrap_or_else(|| process.describe_exit(status));
        Err(PythonError::NotLoaded(agent, said))
    }
}

/// The exit status of the package if an agent cannot be loaded.
const NOT_LOADED: i32 = 3;

/// What only Python agents are told: the start of the game, and the limits of this move.
pub(crate) fn context(turn: &Turn<'_>) -> Json {
    json!({
        "start": turn.position.start_text(),
        "limits": {
            "movetime_ms": turn.limits.time.map(millis),
            "increment_ms": own_clock(turn).map(|clock| millis(clock.increment)),
            "nodes": turn.limits.nodes,
            "depth": turn.limits.depth,
        },
    })
}
