//! Agents in three steps: an [`AgentSpec`] is what was written, an [`Agent`] is resolved and checked, and a [`Player`] is an
//! agent in one game.

mod files;
mod player;
mod said;
mod spec;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use grandline_agents::{Catalogue, Preset, PresetError};
use grandline_games::GameId;
use thiserror::Error;

use crate::external::{
    CommandLine, ExternalOptions, Identity, JsonPlayer, PythonAgent, PythonError, StartError, UgiPlayer, json,
    processor, ugi,
};
use crate::time_control::{ClockKind, TimeControl};

pub use files::files_of;
pub use player::{Answer, Failure, Player, Turn};
pub use said::Said;
pub use spec::{AgentSpec, PackError, Packed};
pub(crate) use spec::{hash_of, sha256};

/// An agent that can take part in games of one kind. Each game gets a [`Player`] of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Agent {
    /// A preset.
    Preset(Box<Preset>),
    /// An external engine that speaks UGI.
    Ugi(CommandLine),
    /// An external engine that speaks JSON lines.
    Json(CommandLine),
    /// An agent in a Python file.
    Python(PythonAgent),
    /// An object of the program that runs the arena.
    Custom(CustomAgent),
}

/// An agent that lives in the program that runs the arena, such as an object of a scripting language.
#[derive(Clone)]
pub struct CustomAgent {
    /// Its name.
    pub name: String,
    /// Makes a player for one game at a time.
    pub player: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl fmt::Debug for CustomAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomAgent").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for CustomAgent {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.player, &other.player)
    }
}

/// Why there is no such agent, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The preset does not exist or is wrong.
    #[error(transparent)]
    Preset(#[from] PresetError),
    /// The command is wrong.
    #[error(transparent)]
    Command(#[from] StartError),
    /// The file cannot be read. Fields: the file; what the system said.
    #[error("cannot read {0}: {1}")]
    File(String, String),
    /// The file does not have one agent. Fields: the file; the agents it has.
    #[error("{} has {} agents{}; write a file with one", .0, .1.len(), listed(.1))]
    NotOne(String, Vec<String>),
    /// An agent written in Python cannot be run.
    #[error(transparent)]
    Python(#[from] PythonError),
    /// A CPU clock does not see all threads of a native agent.
    #[error(
        "agent '{name}' searches with {threads} threads, and the CPU clock sees only one: use --clock wall, or {name} with threads=1"
    )]
    Threads {
        /// The agent.
        name: String,
        /// How many.
        threads: usize,
    },
    /// A clock of processor time needs a system that tells the time of programs. Fields: the agent.
    #[error(
        "agent '{0}' is an external engine, and this system does not report the CPU time of processes (Linux does, in /proc): use --clock wall"
    )]
    NoProcessorTime(String),
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl Agent {
    /// The agent of a text: `name`, `name:key=value,...`, `FILE.toml`, `ugi:COMMAND`, `json:COMMAND`, or a
    /// Python file such as `python:FILE.py` or `seahorse:FILE.py`.
    pub fn resolve(game: GameId, text: &str) -> Result<Self, AgentError> {
        let text = text.trim();
        if let Some(agent) = PythonAgent::parse(game, text) {
            return Ok(Agent::Python(agent?));
        }
        match text.split_once(':') {
            Some(("ugi", command)) => Ok(Agent::Ugi(command.parse()?)),
            Some(("json", command)) => Ok(Agent::Json(command.parse()?)),
            _ => preset_or_file(game, text).map(|preset| Agent::Preset(Box::new(preset))),
        }
    }

    /// The agent of a text that can only name a preset, with or without changes: no file is read for it, and no program
    /// started.
    pub fn preset(game: GameId, text: &str) -> Result<Self, AgentError> {
        let (text, catalogue) = (text.trim(), Catalogue::of(game));
        // The name first: what follows a colon says nothing if the name is not a preset's, such as `ugi`.
        catalogue.agent(text.split(':').next().unwrap_or_default())?;
        Ok(Agent::Preset(Box::new(catalogue.agent(text)?)))
    }

    /// What it is called: the text it was asked for by.
    pub fn name(&self) -> String {
        match self {
            Agent::Preset(preset) => preset.name.clone(),
            Agent::Ugi(command) => format!("ugi:{command}"),
            Agent::Json(command) => format!("json:{command}"),
            Agent::Python(agent) => agent.name(),
            Agent::Custom(custom) => custom.name.clone(),
        }
    }

    /// Whether it runs in a process of its own.
    pub fn is_external(&self) -> bool {
        matches!(self, Agent::Ugi(_) | Agent::Json(_) | Agent::Python(_))
    }

    /// The file of an agent written in Python.
    pub fn own_file(&self) -> Option<&str> {
        match self {
            Agent::Python(agent) => Some(agent.file()),
            _ => None,
        }
    }

    /// Whether it can play under a time control, and be started at all, so that errors are reported before anything is
    /// played. A program that starts but misbehaves loses its games instead; the remark of its identity says so.
    pub fn check(&self, control: &TimeControl, options: &ExternalOptions) -> Result<Identity, AgentError> {
        let measured = control.is_timed() && control.clock == ClockKind::Cpu;
        match self {
            Agent::Preset(preset) if measured && preset.threads() > 1 => {
                Err(AgentError::Threads { name: preset.name.clone(), threads: preset.threads() })
            }
            Agent::Ugi(_) | Agent::Json(_) | Agent::Python(_) if measured && !processor::is_known() => {
                Err(AgentError::NoProcessorTime(self.name()))
            }
            Agent::Ugi(command) => Ok(ugi::check(command, options)?),
            Agent::Json(command) => Ok(json::check(command, options).map(|()| Identity::default())?),
            Agent::Python(agent) => Ok(agent.check(options).map(|()| Identity::default())?),
            Agent::Preset(_) | Agent::Custom(_) => Ok(Identity { name: Some(self.name()), ..Identity::default() }),
        }
    }

    /// A player of this agent.
    pub fn player(&self, options: &ExternalOptions) -> Box<dyn Player> {
        match self {
            Agent::Preset(preset) => Box::new(player::NativePlayer::new(Preset::clone(preset))),
            Agent::Ugi(command) => Box::new(UgiPlayer::new(command.clone(), options.clone())),
            Agent::Json(command) => Box::new(JsonPlayer::new(command.clone(), options.clone())),
            Agent::Python(agent) => Box::new(JsonPlayer::python(agent, options.clone())),
            Agent::Custom(custom) => (custom.player)(),
        }
    }
}

/// A preset of the catalogue with or without changes, or the one of a file.
fn preset_or_file(game: GameId, text: &str) -> Result<Preset, AgentError> {
    let (catalogue, name) = catalogue_of(game, text)?;
    Ok(catalogue.agent(&name)?)
}

/// The catalogue that has the preset of a text, and what the preset is called there: the text itself, or the name that its
/// file gives it.
pub(crate) fn catalogue_of(game: GameId, text: &str) -> Result<(Catalogue, String), AgentError> {
    let mut catalogue = Catalogue::of(game).with_files(files_of(text));
    if !text.ends_with(".toml") {
        return Ok((catalogue, text.to_owned()));
    }
    let contents =
        std::fs::read_to_string(text).map_err(|error| AgentError::File(text.to_owned(), error.to_string()))?;
    let file = Path::new(text).file_name().map_or(text, |name| name.to_str().unwrap_or(text));
    let mut names = catalogue.add(&contents, file)?;
    match names.pop() {
        Some(only) if names.is_empty() => Ok((catalogue, only)),
        last => Err(AgentError::NotOne(text.to_owned(), names.into_iter().chain(last).collect())),
    }
}
