//! Why a tuning cannot start or continue.

use std::path::{Path, PathBuf};

use grandline_agents::PresetError;
use thiserror::Error;

use crate::agent::AgentError;
use crate::report::ChartError;
use crate::store::StoreError;
use crate::tournament::RunError;

/// Why a tuning cannot start or continue.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The definition makes no sense.
    #[error("{0}")]
    Impossible(String),
    /// The agent does not exist.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent is a program. Fields: the agent.
    #[error("agent '{0}' is an external engine, whose parameters are not known: name a preset or a TOML file")]
    External(String),
    /// The agent names a file. Fields: the agent.
    #[error(
        "agent '{0}' names a book or a file of weights, which the tuned preset would not find beside it: add experience=false, or name weights that come with the program"
    )]
    NamesFile(String),
    /// The agent's search would not end. Fields: the agent.
    #[error("agent '{0}' has no limit of its own: set a time control, or nodes or depth per move")]
    NoLimit(String),
    /// The agent has no such number.
    #[error("agent '{agent}' has no parameter '{name}'; its numeric parameters are {known}")]
    Unknown {
        /// The agent.
        agent: String,
        /// The name as it was written.
        name: String,
        /// What it has, with values.
        known: String,
    },
    /// It is a key, but its value is not a number.
    #[error("parameter '{name}' of agent '{agent}' is {value}, not a number; its numeric parameters are {known}")]
    NotANumber {
        /// The agent.
        agent: String,
        /// The key.
        name: String,
        /// Its value.
        value: String,
        /// What can be tuned, with values.
        known: String,
    },
    /// It is a key, but the agent does not set it.
    #[error("agent '{agent}' does not set '{name}', so it has no start: write {}{name}=VALUE", before_change(agent))]
    NotSet {
        /// The agent.
        agent: String,
        /// The key.
        name: String,
    },
    /// The start is not within the range.
    #[error("parameter '{name}' starts at {start}, outside of {from}..{to}: choose a range that contains it")]
    Outside {
        /// The parameter.
        name: String,
        /// Its value in the agent.
        start: f64,
        /// The smallest value.
        from: f64,
        /// The largest value.
        to: f64,
    },
    /// The ends of the range of a whole number are not whole.
    #[error("parameter '{name}' is a whole number, and its range {from}..{to} is not: write whole ends")]
    Fractional {
        /// The parameter.
        name: String,
        /// The smallest value.
        from: f64,
        /// The largest value.
        to: f64,
    },
    /// The agent does not accept an end of the range. Fields: what is wrong.
    #[error("the range is too wide: {0}")]
    Bound(PresetError),
    /// Writing the numbers into the agent changes more than them. Fields: the agent; the same with its numbers written.
    #[error(
        "agent '{0}' and '{1}' play differently, although the values are equal: a depth also drops the opening and the \
         time, and a hybrid may have other values in its phases; tune '{1}' instead"
    )]
    Coupled(String, String),
    /// The folder holds another tuning.
    #[error("{} holds another tuning, which differs in {}; choose another folder, or resume that one by naming only the folder", folder.display(), keys.join(", "))]
    Different {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        keys: Vec<&'static str>,
    },
    /// The folder holds no tuning. Fields: the folder.
    #[error("{} holds no tuning to resume; name a game, an agent and parameters to start one", .0.display())]
    Nothing(PathBuf),
    /// The agent is not what it was. Fields: the agent; the folder.
    #[error("agent '{}' has changed since {} was started: restore it, or choose another folder", .0, .1.display())]
    Changed(String, PathBuf),
    /// Another process works in the folder. Fields: the folder.
    #[error("another process is tuning in {}: wait for it, or choose another folder", .0.display())]
    Busy(PathBuf),
    /// A file of the folder is not what this program wrote. Fields: the file; the line, from 1; what is wrong.
    #[error("{}:{}: {}; restore the file, or choose another folder", .0.display(), .1, .2)]
    Damaged(PathBuf, usize, String),
    /// A file cannot be read or written. Fields: the file; what the system said.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// Games cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The closing match cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
}

/// An agent up to where one more change is written.
fn before_change(agent: &str) -> String {
    format!("{agent}{}", if agent.contains(':') { ',' } else { ':' })
}

impl TuneError {
    /// For `map_err`.
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        |error| TuneError::File(path.to_owned(), error)
    }
}
