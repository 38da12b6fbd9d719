//! Programs of others as agents: child processes that speak UGI or JSON lines.
//!
//! Nothing such a program does can do more harm than lose its game: it is waited for only so long, read only so much, and
//! killed with all it has started. Our rules are the referee; a move that enters here is checked here.
//!
//! - [`command`]: a command line, and why it cannot be started
//! - `process`, `lines`, `transcript`, `processor`: a child, its pipes, what was said, the time it used
//! - `patience`: how long an answer is waited for, and the words for those who give none
//! - `session`: a UGI engine between its start and its end
//! - [`ugi`] and [`json`]: the two kinds of [`Contestant`](crate::Contestant)
//! - [`python`]: agents written in Python, which speak JSON lines through the Python package

pub mod command;
pub mod json;
mod lines;
mod patience;
pub(crate) mod process;
pub(crate) mod processor;
pub mod python;
pub(crate) mod session;
pub(crate) mod transcript;
pub mod ugi;

use std::time::Duration;

pub use command::{CommandLine, StartError};
pub use json::JsonContestant;
pub use python::{PythonAgent, PythonError};
pub use ugi::{Identity, UgiContestant};

/// What programs of others may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalOptions {
    /// Time to start and to be ready.
    pub start: Duration,
    /// Time to answer where the game has no clock.
    pub answer: Duration,
    /// How long a clock that has run out is watched on, so that a late answer can be told from none.
    pub grace: Duration,
    /// The time for a move that a UGI engine is told where the game sets no limit at all.
    pub thinking: Duration,
    /// Bytes of a line.
    pub longest_line: usize,
    /// Bytes between two answers.
    pub most_output: usize,
    /// How many best moves to ask for, each with its line, where an engine has the option `MultiPV`.
    pub lines: usize,
    /// The interpreter that runs agents written in Python.
    pub python: String,
    /// Bytes of memory a program may have, where the system can see to it (Linux).
    pub memory: Option<u64>,
    /// Processor time a program may use from its start to its end, where the system can see to it (Linux).
    pub processor: Option<Duration>,
}

impl Default for ExternalOptions {
    fn default() -> Self {
        ExternalOptions {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            thinking: Duration::from_secs(1),
            longest_line: 64 * 1024,
            most_output: 8 * 1024 * 1024,
            lines: 1,
            python: "python3".to_owned(),
            memory: None,
            processor: None,
        }
    }
}
