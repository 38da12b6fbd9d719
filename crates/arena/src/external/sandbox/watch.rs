//! What a confined program uses together with everything it started.
//!
//! The system limits each process by itself. One thread adds up the memory and the CPU time of all processes of a sandbox a
//! few times per second and ends those that use too much.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use grandline_search::time::format_duration;
use rustix::process::{Pid, Signal, kill_process_group};

use super::super::processor::{self, cpu_time};
use super::Limits;

/// How often to look.
const LOOK: Duration = Duration::from_millis(100);

/// Why a program was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// It used more memory than this many bytes.
    Memory(u64),
    /// It used more CPU time than this.
    Processor(Duration),
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Excess::Memory(bytes) => {
                write!(f, "it and the processes it started used more than {} MiB of memory", bytes >> 20)
            }
            Excess::Processor(time) => {
                write!(f, "it and the processes it started used more than {} of CPU time", format_duration(*time))
            }
        }
    }
}

/// A confined program under watch, until this is dropped.
pub(crate) struct Watched {
    state: Arc<State>,
}

struct State {
    id: Pid,
    limits: Limits,
    excess: OnceLock<Excess>,
    /// Whether the id still is the program's. It is while the program has not been reaped.
    is_valid: Mutex<bool>,
}

/// All programs under watch; the thread is started with the first.
static ALL: Mutex<Vec<Weak<State>>> = Mutex::new(Vec::new());

impl Watched {
    /// Watches the processes below this one.
    pub(crate) fn start(id: Pid, limits: Limits) -> Self {
        let state = Arc::new(State { id, limits, excess: OnceLock::new(), is_valid: Mutex::new(true) });
        let mut all = lock(&ALL);
        all.push(Arc::downgrade(&state));
        if all.len() == 1 {
            // Without the thread the limits of each process remain.
            let _ = std::thread::Builder::new().name("sandbox watch".to_owned()).spawn(watch);
        }
        Watched { state }
    }

    /// Why the program was ended, if it was.
    pub(crate) fn excess(&self) -> Option<Excess> {
        self.state.excess.get().copied()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        *lock(&self.state.is_valid) = false;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Looks at every program until there is none.
fn watch() {
    let mut used: HashMap<Pid, HashMap<i32, u64>> = HashMap::new();
    loop {
        std::thread::sleep(LOOK);
        let watched: Vec<Arc<State>> = {
            let mut all = lock(&ALL);
            all.retain(|state| state.strong_count() > 0);
            if all.is_empty() {
                return;
            }
            all.iter().filter_map(Weak::upgrade).collect()
        };
        used.retain(|id, _| watched.iter().any(|state| state.id == *id));
        for state in watched {
            state.look(used.entry(state.id).or_default());
        }
    }
}

impl State {
    /// Ends the program if it uses too much. `used` has the CPU time of every process that was ever seen: a process whose
    /// parent does not wait for it is missing in the sums of the system.
    fn look(&self, used: &mut HashMap<i32, u64>) {
        let is_valid = lock(&self.is_valid);
        if !*is_valid || self.excess.get().is_some() {
            return;
        }
        let mut memory = 0;
        let mut processes = Vec::new();
        processor::for_each_below(self.id, &mut |process, ticks| {
            processes.push(process);
            memory += resident(process);
            let known = used.entry(process).or_default();
            *known = (*known).max(ticks.own);
        });
        // Memory that processes share counts for each of them. Only if that seems too much, it is divided among them.
        if memory > self.limits.memory {
            memory = processes.iter().map(|&process| proportional(process).unwrap_or_else(|| resident(process))).sum();
        }
        let time = cpu_time(self.id).unwrap_or_default().max(processor::of_ticks(used.values().sum()));
        let excess = if memory > self.limits.memory {
            Excess::Memory(self.limits.memory)
        } else if time > self.limits.processor {
            Excess::Processor(self.limits.processor)
        } else {
            return;
        };
        let _ = self.excess.set(excess);
        // An error means that it has ended by itself.
        let _ = kill_process_group(self.id, Signal::KILL);
    }
}

/// Bytes of memory of a process.
fn resident(process: i32) -> u64 {
    let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: u64 = pages.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

/// Bytes of memory of a process, shared memory divided by the number of processes that share it.
fn proportional(process: i32) -> Option<u64> {
    let sums = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let line = sums.lines().find(|line| line.starts_with("Pss:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
