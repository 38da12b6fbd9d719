//! The folder of a run: what it was asked for, and every iteration that is over.
//!
//! `tune.toml` is the definition and `start.toml` the agent with its first values; both are written once. `iterations.jsonl`
//! grows by a line per iteration, and a line counts once its end is on the disk. What is computed from these at the end is
//! written beside them.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::definition::Tuning;
use super::error::TuneError;
use super::event::Iteration;

const DEFINITION: &str = "tune.toml";
const START: &str = "start.toml";
const LOG: &str = "iterations.jsonl";

/// The folder of a run, which no other process uses while this exists.
pub(super) struct Folder {
    path: PathBuf,
    log: File,
    /// The folder itself, held for its lock.
    _lock: File,
}

impl Folder {
    /// Enters a folder: a new one, or one that a run of the same tuning left. Returns the iterations it has.
    pub(super) fn enter(path: &Path, tuning: &Tuning, start: &str) -> Result<(Self, Vec<Iteration>), TuneError> {
        std::fs::create_dir_all(path).map_err(TuneError::file(path))?;
        let lock = lock(path)?;
        let (definition, log) = (path.join(DEFINITION), path.join(LOG));
        let is_new = !definition.exists();
        if is_new && log.exists() {
            let reason = format!("the definition {DEFINITION} beside it is missing");
            return Err(TuneError::Damaged(log, 1, reason));
        }
        if is_new {
            // The definition comes last: without it, the rest of the folder says nothing.
            write(&path.join(START), start)?;
            let text = toml::to_string(tuning).map_err(|error| TuneError::Impossible(error.to_string()))?;
            write(&definition, &text)?;
        }
        let keys = Folder::definition(path)?.differences(tuning);
        if !keys.is_empty() {
            return Err(TuneError::Different { folder: path.to_owned(), keys });
        }
        if read(&path.join(START))? != start {
            return Err(TuneError::Changed(tuning.agent.clone(), path.to_owned()));
        }
        let file = OpenOptions::new().create(true).append(true).open(&log).map_err(TuneError::file(&log))?;
        let (iterations, length) = iterations(&log)?;
        // A line without its end was being written when the last run died.
        file.set_len(length).map_err(TuneError::file(&log))?;
        Ok((Folder { path: path.to_owned(), log: file, _lock: lock }, iterations))
    }

    /// What the run in a folder was asked for.
    pub(super) fn definition(path: &Path) -> Result<Tuning, TuneError> {
        let file = path.join(DEFINITION);
        if !file.exists() {
            return Err(TuneError::Nothing(path.to_owned()));
        }
        let text = read(&file)?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.get(..before).map_or(1, |before| before.matches('\n').count() + 1);
            TuneError::Damaged(file.clone(), line, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
        })
    }

    /// Adds an iteration to the log; it is safe once this returns.
    pub(super) fn add(&mut self, iteration: &Iteration) -> Result<(), TuneError> {
        let line = serde_json::to_string(iteration).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        let path = self.path.join(LOG);
        let written = self.log.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.log.sync_data());
        written.map_err(TuneError::file(&path))
    }

    /// Writes a file that is computed from the iterations.
    pub(super) fn write(&self, name: &str, contents: &str) -> Result<(), TuneError> {
        write(&self.path.join(name), contents)
    }

    /// A file of the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The error of a line of the log.
    pub(super) fn damaged(&self, line: usize, reason: &str) -> TuneError {
        TuneError::Damaged(self.path.join(LOG), line, reason.to_owned())
    }
}

/// Locks a folder against other processes, until the file is closed or the process dies.
fn lock(path: &Path) -> Result<File, TuneError> {
    let folder = File::open(path).map_err(TuneError::file(path))?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(folder),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Err(TuneError::Busy(path.to_owned())),
        Err(error) => Err(TuneError::File(path.to_owned(), error.into())),
    }
}

/// The iterations of a log, and how long it is up to the end of its last line.
fn iterations(log: &Path) -> Result<(Vec<Iteration>, u64), TuneError> {
    let bytes = std::fs::read(log).map_err(TuneError::file(log))?;
    let mut iterations = Vec::new();
    let mut length = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        let number = iterations.len() + 1;
        let read = serde_json::from_slice::<Iteration>(line);
        let iteration = read.map_err(|error| {
            TuneError::Damaged(log.to_owned(), number, format!("the line is not an iteration ({error})"))
        })?;
        iterations.push(iteration);
        length += line.len() as u64;
    }
    Ok((iterations, length))
}

fn read(path: &Path) -> Result<String, TuneError> {
    std::fs::read_to_string(path).map_err(TuneError::file(path))
}

/// Writes a file that is whole or not there, whenever the process dies.
fn write(path: &Path, contents: &str) -> Result<(), TuneError> {
    let draft = path.with_extension("tmp");
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(contents.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&draft, path)).map_err(TuneError::file(path))
}
