//! The programs of a run: workers and a coordinator.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::drill::LOOK;

/// The program in a folder.
pub(crate) struct Program {
    pub(crate) binary: PathBuf,
    pub(crate) folder: PathBuf,
}

impl Program {
    /// A command that writes what it complains about to a file of the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Result<Command> {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("log"));
        let mut command = Command::new(&self.binary);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(log.context("cannot write the log")?);
        Ok(command)
    }

    /// Runs a command that must succeed.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<()> {
        let status = self.command(arguments)?.status().context("cannot start grandline")?;
        if !status.success() {
            bail!("grandline {} failed ({status}): {}", arguments.join(" "), self.log());
        }
        Ok(())
    }

    /// What the programs complained about, the last lines of it.
    pub(crate) fn log(&self) -> String {
        let text = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(10)..].join("\n")
    }

    /// A worker with one core that is connected: one that finds no broker when it starts ends with a message.
    pub(crate) fn worker(&self, broker: &str, name: &str) -> Result<Running> {
        let ready = || {
            let text = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            text.lines().filter(|line| line.starts_with(&format!("worker {name} waits for jobs"))).count()
        };
        let before = ready();
        // A given speed saves the measurement; games of a drill have no clocks.
        let arguments = ["worker", "--nats", broker, "--cores", "1", "--name", name, "--speed", "1000000"];
        let mut worker = Running(self.command(&arguments)?.spawn().context("cannot start a worker")?);
        while ready() == before {
            if let Some(status) = worker.0.try_wait()? {
                bail!("worker {name} ended ({status}): {}", self.log());
            }
            sleep(LOOK);
        }
        Ok(worker)
    }

    /// A coordinator that counts its finished games.
    pub(crate) fn coordinator(&self, database: &str, broker: &str, finished: &Arc<AtomicU64>) -> Result<Running> {
        let arguments = ["tournament", "t.toml", "--db", database, "--nats", broker, "--events", "-"];
        let mut child = self.command(&arguments)?.stdout(Stdio::piped()).spawn().context("cannot start grandline")?;
        let output = child.stdout.take().context("no output")?;
        let finished = finished.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line.contains("\"event\":\"game_finished\"") {
                    finished.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        Ok(Running(child))
    }
}

/// A process that does not outlive the drill.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(id) = Pid::from_raw(self.0.id().cast_signed()) {
            // One that has ended needs no signal.
            let _ = kill_process(id, signal);
        }
    }

    /// Ends it as a crash does.
    pub(crate) fn crash(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.crash();
    }
}

/// Writes the definition of a tournament.
pub(crate) fn define(folder: &Path, games: u64, nodes: u64, agents: &str) -> Result<()> {
    let text = format!(
        "name = 'drill'\ngame = 'connect4'\ngames = {games}\nseed = 7\nopenings = 'random:6'\nagents = [{agents}]\n\
         [limits]\nnodes = {nodes}\n"
    );
    std::fs::write(folder.join("t.toml"), text).context("cannot write the definition")
}
