//! External engines and their limits, as the command line names them.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_arena::ExternalOptions;
use grandline_arena::external::{Sandbox, SandboxMode, sandbox};
use grandline_search::time::parse_duration;

use crate::output;

/// How agents that run as processes of their own are started.
#[derive(Args)]
pub(crate) struct ExternalArguments {
    /// Interpreter for agents written in Python; the package grandline must be installed for it
    #[arg(long, value_name = "PROGRAM", env = "GRANDLINE_PYTHON", hide_env = true, default_value = "python3")]
    python: String,
    /// Memory limit of an external engine or Python agent, such as 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    agent_memory: Option<u64>,
    /// CPU time limit of an external engine or Python agent, from its start to its end; a Python agent is started
    /// again for each game
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    agent_cpu: Option<Duration>,
    /// Confine agents written in Python: require it, do it where bubblewrap works (auto), or run them with your rights (off)
    #[arg(long, value_name = "MODE", default_value = "auto")]
    sandbox: SandboxMode,
    /// Confine ugi: and json: engines too; they see the system, the folder of their program and --sandbox-path
    #[arg(long)]
    sandbox_engines: bool,
    /// Another path that confined agents may read; may be given several times
    #[arg(long, value_name = "PATH")]
    sandbox_path: Vec<PathBuf>,
}

impl ExternalArguments {
    /// The options for the arena.
    pub(crate) fn options(&self) -> ExternalOptions {
        let (python, memory, processor) = (self.python.clone(), self.agent_memory, self.agent_cpu);
        let (mode, engines, readable) = (self.sandbox, self.sandbox_engines, self.sandbox_path.clone());
        let sandbox = Sandbox { mode, engines, readable, ..Sandbox::default() };
        ExternalOptions { python, memory, processor, sandbox, ..ExternalOptions::default() }
    }

    /// Warns if an agent that should be confined is not.
    pub(crate) fn warn(&self, has_python: bool) {
        if let Some(warning) = sandbox::missing(&self.options().sandbox).filter(|_| has_python) {
            output::complain(&warning);
        }
    }
}

/// A number of bytes, with K, M or G for powers of 1024.
pub(crate) fn parse_size(text: &str) -> Result<u64> {
    const UNITS: [(char, u64); 3] = [('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];
    let trimmed = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let unit = UNITS.iter().find(|(letter, _)| trimmed.to_ascii_uppercase().ends_with(*letter));
    let (number, unit) = unit.map_or((trimmed, 1), |&(_, unit)| (&trimmed[..trimmed.len() - 1], unit));
    let number: u64 =
        number.trim().parse().ok().with_context(|| format!("'{text}' is not a size such as 512M or 2G"))?;
    match number.checked_mul(unit) {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => bail!("'{text}' is not a size such as 512M or 2G"),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units() {
        let size = |text| parse_size(text).ok();
        assert_eq!(["64M", "64MB", "64 MiB", "67108864"].map(size), [Some(64 << 20); 4]);
        assert_eq!([size("2g"), size("3K")], [Some(2 << 30), Some(3 << 10)]);
        assert_eq!(["", "M", "-1", "0", "12Q", "é", "99999999999G"].map(size), [None; 7]);
    }
}
