//! The CPU time of processes, for clocks that a busy machine does not shorten.

use std::time::Duration;

use rustix::process::Pid;

/// The CPU time of a process and its descendants, including those that have ended; `None` where the system does not report
/// it. The resolution is that of the system, usually 10 ms; rounding errors do not add up over moves.
pub(crate) fn cpu_time(process: Pid) -> Option<Duration> {
    let mut ticks = None;
    for_each_below(process, &mut |_, used| *ticks.get_or_insert(0) += used.own + used.waited_for);
    ticks.map(of_ticks)
}

/// Whether this system reports the CPU time of processes.
pub(crate) fn is_known() -> bool {
    cpu_time(rustix::process::getpid()).is_some()
}

/// The CPU time of a process in ticks of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ticks {
    /// Its own.
    pub(crate) own: u64,
    /// That of its children that have ended and were waited for.
    pub(crate) waited_for: u64,
}

/// A number of ticks as a time.
pub(crate) fn of_ticks(ticks: u64) -> Duration {
    let per_second = u32::try_from(rustix::param::clock_ticks_per_second()).unwrap_or(0).max(1);
    Duration::from_secs(1).mul_f64(ticks as f64 / f64::from(per_second))
}

/// Maximum number of processes that are counted.
const MOST: usize = 4096;

/// Calls `visit` for a process and all its descendants that run. Only Linux tells, in `/proc`; on other systems nothing is
/// called, and [`Agent::check`](crate::agent::Agent::check) reports that before a game begins.
pub(crate) fn for_each_below(process: Pid, visit: &mut dyn FnMut(i32, Ticks)) {
    let mut found = vec![process.as_raw_nonzero().get()];
    let mut next = 0;
    while let Some(&process) = found.get(next).filter(|_| next < MOST) {
        next += 1;
        let Some(ticks) = ticks(process) else { continue };
        visit(process, ticks);
        for thread in std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|child| child.parse::<i32>().ok()));
        }
    }
}

/// The CPU time of one process.
fn ticks(process: i32) -> Option<Ticks> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in parentheses and may contain anything; numbers follow.
    let (_, numbers) = stat.rsplit_once(')')?;
    // User and system time, its own and that of children.
    let mut numbers = numbers.split_whitespace().skip(11).filter_map(|number| number.parse::<u64>().ok());
    let mut sum = || Some(numbers.next()? + numbers.next()?);
    Some(Ticks { own: sum()?, waited_for: sum()? })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let own = rustix::process::getpid();
        let before = cpu_time(own).expect("/proc is there");
        let mut work = 1_u64;
        while cpu_time(own).expect("/proc is there") < before + Duration::from_millis(30) {
            work = (0..100_000).fold(work, |work, step| std::hint::black_box(work ^ step));
        }
        assert_eq!(cpu_time(Pid::from_raw(i32::MAX).expect("not zero")), None, "the process does not exist");
    }
}
