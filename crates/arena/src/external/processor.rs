//! The CPU time of processes, for clocks that a busy machine does not shorten.

use std::time::Duration;

use rustix::process::Pid;

/// The CPU time of a process and its descendants, including those that have ended; `None` where the system does not report
/// it. The resolution is that of the system, usually 10 ms; rounding errors do not add up over moves.
#[cfg(target_os = "linux")]
pub(crate) fn cpu_time(process: Pid) -> Option<Duration> {
    let ticks = u32::try_from(rustix::param::clock_ticks_per_second()).ok().filter(|&ticks| ticks > 0)?;
    let used = ticks_below(process.as_raw_nonzero().get(), 0)?;
    Some(Duration::from_secs(1).mul_f64(used as f64 / f64::from(ticks)))
}

/// Other systems do not report it, and [`Agent::check`](crate::agent::Agent::check) says so before a game begins.
#[cfg(not(target_os = "linux"))]
pub(crate) fn cpu_time(_process: Pid) -> Option<Duration> {
    None
}

/// Whether this system reports the CPU time of processes.
pub(crate) fn is_known() -> bool {
    cpu_time(rustix::process::getpid()).is_some()
}

/// Maximum depth of descendants that are counted.
#[cfg(target_os = "linux")]
const DEEPEST: u32 = 16;

#[cfg(target_os = "linux")]
fn ticks_below(process: i32, depth: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in parentheses and may contain anything; numbers follow.
    let (_, numbers) = stat.rsplit_once(')')?;
    // User and system time, its own and that of children it has waited for.
    let own: u64 = numbers.split_whitespace().skip(11).take(4).filter_map(|number| number.parse::<u64>().ok()).sum();
    let mut below = 0;
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok().filter(|_| depth < DEEPEST);
    for thread in threads.into_iter().flatten().flatten() {
        let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|child| child.parse().ok());
        below += children.filter_map(|child| ticks_below(child, depth + 1)).sum::<u64>();
    }
    Some(own + below)
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
