//! What all parts of a soak share: the program, the folder, the time that is left, and what went wrong.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The engine that plays in tournaments and on the page.
const ENGINE: &str = include_str!("engine.py");
/// How often a pause looks whether the soak is over.
const STEP: Duration = Duration::from_millis(200);
/// The most problems that are kept in words; all are counted.
const MOST_WORDS: usize = 20;

/// The surroundings of a soak.
pub(crate) struct World {
    binary: PathBuf,
    folder: PathBuf,
    start: Instant,
    length: Duration,
    counts: Mutex<BTreeMap<&'static str, u64>>,
    problems: Mutex<Vec<String>>,
}

impl World {
    /// Starts in a new folder with a `grandline` program.
    pub(crate) fn new(binary: &Path, folder: &Path, length: Duration) -> Result<Self> {
        let _ = std::fs::remove_dir_all(folder);
        // The engine has a folder of its own, which it can read when it is confined.
        std::fs::create_dir_all(folder.join("engine")).context("the folder of the soak cannot be made")?;
        std::fs::write(folder.join("engine/engine.py"), ENGINE)?;
        let binary = binary.canonicalize().with_context(|| format!("{} does not exist", binary.display()))?;
        let folder = folder.canonicalize()?;
        let (counts, problems) = (Mutex::default(), Mutex::default());
        Ok(World { binary, folder, start: Instant::now(), length, counts, problems })
    }

    /// A file of the soak.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The engine as an agent.
    pub(crate) fn engine(&self) -> String {
        format!("json:python3 -B '{}'", self.file("engine/engine.py").display())
    }

    /// A command of the program in the folder of the soak. What it says goes to a file.
    pub(crate) fn command(&self, arguments: &[&str], log: &str) -> Result<Command> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.file(log))?;
        let mut command = Command::new(&self.binary);
        command.args(arguments).current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(command)
    }

    /// How long the soak has run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How long the soak runs.
    pub(crate) fn length(&self) -> Duration {
        self.length
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.elapsed() >= self.length
    }

    /// Waits, but not beyond the end.
    pub(crate) fn pause(&self, time: Duration) {
        let end = self.elapsed() + time;
        while self.elapsed() < end && !self.is_over() {
            sleep(STEP.min(end.saturating_sub(self.elapsed())));
        }
    }

    /// Counts something that happened.
    pub(crate) fn count(&self, what: &'static str) {
        *lock(&self.counts).entry(what).or_default() += 1;
    }

    /// Everything that was counted.
    pub(crate) fn counts(&self) -> BTreeMap<&'static str, u64> {
        lock(&self.counts).clone()
    }

    /// Notes something that must not happen. After the end, nothing of the page is waited for any more.
    pub(crate) fn problem(&self, words: &str) {
        self.count("problems");
        let mut problems = lock(&self.problems);
        if problems.len() < MOST_WORDS {
            problems.push(format!("after {:.0} s: {words}", self.elapsed().as_secs_f64()));
        }
    }

    /// What must not have happened.
    pub(crate) fn problems(&self) -> Vec<String> {
        lock(&self.problems).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process of the soak, killed if nobody has ended it.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
