//! The processor time of programs, for clocks that a busy machine does not shorten.

use std::time::Duration;

use rustix::process::Pid;

/// The processor time a process and all below it have used, those that have ended included; `None` where the system does
/// not tell. Its steps are those of the system, a hundredth of a second as a rule, but do not add up over moves.
#[cfg(target_os = "linux")]
pub(crate) fn processor_time(process: Pid) -> Option<Duration> {
    let ticks = u32::try_from(rustix::param::clock_ticks_per_second()).ok().filter(|&ticks| ticks > 0)?;
    let used = ticks_below(process.as_raw_nonzero().get(), 0)?;
    Some(Duration::from_secs(1).mul_f64(used as f64 / f64::from(ticks)))
}

/// Other systems have no such files, and [`Contender::check`](crate::Contender::check) says so before a game begins.
#[cfg(not(target_os = "linux"))]
pub(crate) fn processor_time(_process: Pid) -> Option<Duration> {
    None
}

/// Whether this system tells the processor time of programs.
pub(crate) fn is_known() -> bool {
    processor_time(rustix::process::getpid()).is_some()
}

/// Programs that start programs are not nested deeper than this.
#[cfg(target_os = "linux")]
const DEEPEST: u32 = 16;

#[cfg(target_os = "linux")]
fn ticks_below(process: i32, depth: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in brackets and may contain anything; behind it are numbers.
    let (_, numbers) = stat.rsplit_once(')')?;
    // User and system time of its own and of the children it has waited for.
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
        let before = processor_time(own).expect("/proc is there");
        let mut work = 1_u64;
        while processor_time(own).expect("/proc is there") < before + Duration::from_millis(30) {
            work = (0..100_000).fold(work, |work, step| std::hint::black_box(work ^ step));
        }
        assert_eq!(processor_time(Pid::from_raw(i32::MAX).expect("not zero")), None, "there is no such process");
    }
}
