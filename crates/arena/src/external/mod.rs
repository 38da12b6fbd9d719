//! External engines as agents: child processes that speak UGI or JSON lines.
//!
//! An external engine can do no more harm than lose its game: waiting and reading are bounded, and it is killed together
//! with all processes it started. The rules are checked here, where moves enter as text.
//!
//! - [`command`]: a command line, and why it cannot be started
//! - `process`, `lines`, `transcript`, `processor`: a child process, its pipes, what was said, its CPU time
//! - `deadline`: how long to wait for an answer, and the errors of an engine that gives none
//! - `session`: a UGI engine between its start and its end
//! - [`ugi`] and [`json`]: the two kinds of external [`Player`](crate::agent::Player)
//! - [`python`]: agents written in Python, which speak JSON lines through the Python package
//! - [`sandbox`]: confinement of what should not have the rights of the user
//! - `starter`, `keeper`: the thread that starts processes, and what ends them if this program is killed

pub mod command;
pub(crate) mod deadline;
pub mod json;
mod keeper;
mod lines;
pub(crate) mod process;
pub(crate) mod processor;
pub mod python;
pub mod sandbox;
pub(crate) mod session;
mod starter;
pub(crate) mod transcript;
pub mod ugi;

use std::time::Duration;

use grandline_search::Remaining;

use crate::agent::Turn;

pub use command::{CommandLine, StartError};
pub use json::{JsonAnswer, JsonPlayer};
pub use python::{PythonAgent, PythonError};
pub use sandbox::{Sandbox, SandboxMode};
pub use ugi::{Identity, UgiPlayer};

/// Limits and settings of external engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalOptions {
    /// Time to start and to be ready.
    pub start: Duration,
    /// Time to answer where the game has no clock.
    pub answer: Duration,
    /// How much longer to wait once a clock has run out, to tell a late answer from none.
    pub grace: Duration,
    /// The time per move a UGI engine is given where the game sets no limit at all.
    pub thinking: Duration,
    /// Maximum bytes of a line.
    pub longest_line: usize,
    /// Maximum bytes between two answers.
    pub most_output: usize,
    /// How many best moves to ask for, each with its line, where an engine has the option `MultiPV`.
    pub lines: usize,
    /// The interpreter that runs agents written in Python.
    pub python: String,
    /// Maximum memory of a process in bytes, where the system can enforce it (Linux).
    pub memory: Option<u64>,
    /// Maximum CPU time of a process from its start to its end, where the system can enforce it (Linux).
    pub processor: Option<Duration>,
    /// Which processes are confined, and how.
    pub sandbox: Sandbox,
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
            sandbox: Sandbox::default(),
        }
    }
}

/// What the clocks of both sides show. Where only the clock of the side to move is known, the other shows the same.
pub(crate) fn clocks(turn: &Turn<'_>) -> Option<[Remaining; 2]> {
    turn.clocks.or_else(|| turn.limits.remaining.map(|own| [own; 2]))
}

/// What the clock of the side to move shows.
pub(crate) fn own_clock(turn: &Turn<'_>) -> Option<Remaining> {
    clocks(turn).map(|clocks| clocks[turn.position.to_move().index()])
}
