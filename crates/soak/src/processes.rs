//! What a process uses, and which processes it has started, as the system tells it.

use std::fs::{read, read_dir, read_to_string};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// What a process uses at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Bytes of resident memory.
    pub(crate) memory: u64,
    pub(crate) descriptors: u64,
    pub(crate) threads: u64,
    /// The processes below it: engines, their sandboxes, keepers, and those that nobody has waited for.
    pub(crate) processes: u64,
}

impl Usage {
    /// What a process uses now; nothing if it has ended.
    pub(crate) fn of(id: u32) -> Option<Self> {
        let status = read_to_string(format!("/proc/{id}/status")).ok()?;
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let descriptors = read_dir(format!("/proc/{id}/fd")).ok()?.count() as u64;
        let processes = below(id).len() as u64;
        Some(Usage { memory: number("VmRSS:")? << 10, descriptors, threads: number("Threads:")?, processes })
    }
}

/// All processes of the system with their parents.
fn parents() -> Vec<(u32, u32)> {
    let entries = read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |id: u32| {
        let stat = read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of a program may contain anything; the fields behind it are the state and the parent.
        let parent = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        Some((id, parent))
    };
    ids.filter_map(parent).collect()
}

/// The processes below another, all generations.
pub(crate) fn below(id: u32) -> Vec<u32> {
    let parents = parents();
    let mut found = vec![id];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|(_, above)| *above == parent).map(|(child, _)| *child));
        next += 1;
    }
    found.split_off(1)
}

/// Whether a word is among the arguments of a process.
pub(crate) fn has_argument(id: u32, word: &str) -> bool {
    let line = read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|argument| argument == word.as_bytes())
}

/// Sends a signal; a process that has ended does not mind.
pub(crate) fn send(id: u32, signal: Signal) {
    if let Some(id) = Pid::from_raw(id.cast_signed()) {
        let _ = kill_process(id, signal);
    }
}

/// Waits until none of these processes is left, and returns those that stay. Ids are compared with the word among the
/// arguments, since the system gives them again.
pub(crate) fn outlive(ids: &[u32], word: &str, patience: Duration) -> Vec<u32> {
    let start = Instant::now();
    loop {
        let left: Vec<u32> = ids.iter().copied().filter(|&id| has_argument(id, word)).collect();
        if left.is_empty() || start.elapsed() > patience {
            return left;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
