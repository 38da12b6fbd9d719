//! Confinement of agents by bubblewrap: no network, no other processes, no files but the system's and their own.
//!
//! - `bubblewrap`: the command line that confines a program
//! - `visible`: the paths that a confined program can read
//! - `interpreter`: where a Python interpreter has its packages
//! - `watch`: what a confined program uses together with everything it started

mod bubblewrap;
mod interpreter;
mod visible;
mod watch;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::ExternalOptions;
use super::command::{CommandLine, StartError};

pub(super) use bubblewrap::process;
pub(super) use watch::{Excess, Watched};

/// Whether agents are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SandboxMode {
    /// An agent that cannot be confined is not started.
    Require,
    /// Agents are confined where the system can do it.
    #[default]
    Auto,
    /// Agents run with the rights of the user.
    Off,
}

impl FromStr for SandboxMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "require" => Ok(SandboxMode::Require),
            "auto" => Ok(SandboxMode::Auto),
            "off" => Ok(SandboxMode::Off),
            _ => Err(format!("'{text}' is not a sandbox mode: write require, auto or off")),
        }
    }
}

/// Which agents are confined, and what they may see and use. Memory and CPU time are in [`ExternalOptions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// Whether agents written in Python are confined.
    pub mode: SandboxMode,
    /// Whether external engines are confined too.
    pub engines: bool,
    /// Further paths that confined agents may read.
    pub readable: Vec<PathBuf>,
    /// Paths that confined agents may not read even if they are in a folder that they may: databases, other agents.
    pub hidden: Vec<PathBuf>,
    /// Maximum number of processes and threads of an agent.
    pub processes: u64,
    /// Maximum number of files that a process has open.
    pub open_files: u64,
    /// Maximum bytes of a file, and of all files in the agent's own `/tmp`.
    pub file_size: u64,
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox {
            mode: SandboxMode::default(),
            engines: false,
            readable: Vec::new(),
            hidden: Vec::new(),
            processes: 256,
            open_files: 1024,
            file_size: 256 << 20,
        }
    }
}

/// Memory of a confined agent where no other limit is given.
const MEMORY: u64 = 4 << 30;
/// CPU time of a confined agent where no other limit is given.
const PROCESSOR: Duration = Duration::from_secs(3600);

/// The limits of a confined agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Bytes of memory.
    pub(super) memory: u64,
    /// CPU time.
    pub(super) processor: Duration,
}

impl Limits {
    /// The limits given, or the defaults.
    pub(super) fn of(options: &ExternalOptions) -> Self {
        Limits { memory: options.memory.unwrap_or(MEMORY), processor: options.processor.unwrap_or(PROCESSOR) }
    }
}

/// The program and arguments that run a command confined; `None` if it is to run with the rights of the user.
pub(super) fn confine(command: &CommandLine, options: &ExternalOptions) -> Result<Option<Vec<String>>, StartError> {
    let sandbox = &options.sandbox;
    if sandbox.mode == SandboxMode::Off || !(command.own_file().is_some() || sandbox.engines) {
        return Ok(None);
    }
    match bubblewrap::form() {
        Ok(form) => bubblewrap::command(form, command, options).map(Some),
        // Engines are confined only if somebody asked for it.
        Err(reason) if sandbox.mode == SandboxMode::Require || sandbox.engines => {
            Err(StartError::NotConfined(command.to_string(), reason.clone()))
        }
        Err(_) => Ok(None),
    }
}

/// Why agents written in Python run with the rights of the user although nobody asked for that; `None` if they are
/// confined or [`SandboxMode::Off`] is set.
pub fn missing(sandbox: &Sandbox) -> Option<String> {
    let reason = bubblewrap::form().err().filter(|_| sandbox.mode == SandboxMode::Auto)?;
    Some(format!(
        "agents written in Python are not confined and run with your rights: {reason}; --sandbox require refuses \
         to run them, --sandbox off silences this warning"
    ))
}
