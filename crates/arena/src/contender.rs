//! The text of an agent, and who is meant by it: a preset, a file, or a program of somebody else.

use std::path::Path;

use grandline_agents::{Catalogue, Family, Preset, PresetError};
use grandline_games::GameId;
use thiserror::Error;

use crate::allowance::{Allowance, ClockKind};
use crate::contestant::{Contestant, InProcess};
use crate::experience::books_of;
use crate::external::{
    CommandLine, ExternalOptions, Identity, JsonContestant, PythonAgent, PythonError, StartError, UgiContestant, json,
    processor, ugi,
};
use crate::guest::{GuestContestant, Invited};

/// Somebody who can take part in games of one kind. From it come as many contestants as there are games at a time.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// An agent of ours.
    Preset(Box<Preset>),
    /// A program that speaks UGI.
    Ugi(CommandLine),
    /// A program that speaks JSON lines.
    Json(CommandLine),
    /// An agent in a Python file.
    Python(PythonAgent),
    /// An agent that lives in this program.
    Guest(Invited),
}

/// Why there is no such contender, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContenderError {
    /// The preset does not exist or is wrong.
    #[error(transparent)]
    Preset(#[from] PresetError),
    /// The command is wrong.
    #[error(transparent)]
    Command(#[from] StartError),
    /// The file cannot be read.
    #[error("cannot read {file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// The file does not have one agent.
    #[error("{file} has {} agents{}; write a file with one", names.len(), listed(names))]
    NotOne {
        /// The file.
        file: String,
        /// The agents it has.
        names: Vec<String>,
    },
    /// An agent written in Python cannot be run.
    #[error(transparent)]
    Python(#[from] PythonError),
    /// A clock of processor time does not see all threads of an agent of ours.
    #[error(
        "agent '{name}' thinks with {threads} threads, and the processor's clock sees only one: use --clock wall, or {name} with threads=1"
    )]
    Threads {
        /// The agent.
        name: String,
        /// How many.
        threads: usize,
    },
    /// A clock of processor time needs a system that tells the time of programs.
    #[error(
        "agent '{name}' is a program, and this system does not tell the processor time of programs (Linux does, in /proc): use --clock wall"
    )]
    NoProcessorTime {
        /// The agent.
        name: String,
    },
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl Contender {
    /// The contender of a text: `name`, `name:key=value,...`, `FILE.toml`, `ugi:COMMAND`, `json:COMMAND`, or a
    /// Python file such as `python:FILE.py` or `seahorse:FILE.py`.
    pub fn resolve(game: GameId, text: &str) -> Result<Self, ContenderError> {
        let text = text.trim();
        if let Some(agent) = PythonAgent::parse(game, text) {
            return Ok(Contender::Python(agent?));
        }
        match text.split_once(':') {
            Some(("ugi", command)) => Ok(Contender::Ugi(command.parse()?)),
            Some(("json", command)) => Ok(Contender::Json(command.parse()?)),
            _ => preset_or_file(game, text).map(|preset| Contender::Preset(Box::new(preset))),
        }
    }

    /// The contender of a text that can only be an agent of the catalogue, with or without changes: no file is read for it,
    /// and no program started.
    pub fn preset(game: GameId, text: &str) -> Result<Self, ContenderError> {
        let (text, catalogue) = (text.trim(), Catalogue::of(game));
        // The name first: what follows a colon says nothing if the name is not a preset's, such as `ugi`.
        catalogue.agent(text.split(':').next().unwrap_or_default())?;
        Ok(Contender::Preset(Box::new(catalogue.agent(text)?)))
    }

    /// What it is called: the text it was asked for by.
    pub fn name(&self) -> String {
        match self {
            Contender::Preset(preset) => preset.name.clone(),
            Contender::Ugi(command) => format!("ugi:{command}"),
            Contender::Json(command) => format!("json:{command}"),
            Contender::Python(agent) => agent.name(),
            Contender::Guest(invited) => invited.name.clone(),
        }
    }

    /// Whether it is a program of somebody else.
    pub fn is_external(&self) -> bool {
        matches!(self, Contender::Ugi(_) | Contender::Json(_) | Contender::Python(_))
    }

    /// Whether it can play under such terms, and be started at all: what is wrong is to be said before anything is played.
    /// A program that starts but does not behave loses its games instead; the remark of its identity says so.
    pub fn check(&self, allowance: &Allowance, options: &ExternalOptions) -> Result<Identity, ContenderError> {
        let measured = allowance.is_timed() && allowance.clock == ClockKind::Cpu;
        match self {
            Contender::Preset(preset) if measured && preset.threads() > 1 => {
                Err(ContenderError::Threads { name: preset.name.clone(), threads: preset.threads() })
            }
            Contender::Preset(preset) => Ok(Identity { name: Some(preset.name.clone()), ..Identity::default() }),
            Contender::Ugi(_) | Contender::Json(_) | Contender::Python(_) if measured && !processor::is_known() => {
                Err(ContenderError::NoProcessorTime { name: self.name() })
            }
            Contender::Ugi(command) => Ok(ugi::check(command, options)?),
            Contender::Json(command) => Ok(json::check(command, options).map(|()| Identity::default())?),
            Contender::Python(agent) => Ok(agent.check(options).map(|()| Identity::default())?),
            Contender::Guest(invited) => Ok(Identity { name: Some(invited.name.clone()), ..Identity::default() }),
        }
    }

    /// One who plays for it.
    pub fn contestant<G: Family>(&self, options: &ExternalOptions) -> Box<dyn Contestant<G>> {
        match self {
            Contender::Preset(preset) => Box::new(InProcess::new(Preset::clone(preset))),
            Contender::Ugi(command) => Box::new(UgiContestant::new(command.clone(), options.clone())),
            Contender::Json(command) => Box::new(JsonContestant::new(command.clone(), options.clone())),
            Contender::Python(agent) => Box::new(JsonContestant::python(agent, options.clone())),
            Contender::Guest(invited) => Box::new(GuestContestant(invited.guest.seat())),
        }
    }
}

/// A preset of the catalogue with or without changes, or the one of a file.
fn preset_or_file(game: GameId, text: &str) -> Result<Preset, ContenderError> {
    let mut catalogue = Catalogue::of(game).with_books(books_of(text));
    if !text.ends_with(".toml") {
        return Ok(catalogue.agent(text)?);
    }
    let contents = std::fs::read_to_string(text)
        .map_err(|error| ContenderError::File { file: text.to_owned(), reason: error.to_string() })?;
    let file = Path::new(text).file_name().map_or(text, |name| name.to_str().unwrap_or(text));
    let names = catalogue.add(&contents, file)?;
    match names.as_slice() {
        [only] => Ok(catalogue.agent(only)?),
        _ => Err(ContenderError::NotOne { file: text.to_owned(), names }),
    }
}
