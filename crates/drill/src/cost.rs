//! The processor time that processes have used, as the system tells it.

use std::fs;
use std::time::Duration;

/// The processor time of a process, of its children that have ended, and of those that run.
pub(crate) fn cpu_time(id: u32) -> Duration {
    let all: Vec<Stat> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Stat::read(&entry.file_name().to_string_lossy()))
        .collect();
    let ticks: u64 =
        all.iter().filter(|stat| stat.id == id || stat.parent == id).map(|stat| stat.own + stat.children).sum();
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_secs_f64(ticks as f64 / per_second as f64)
}

struct Stat {
    id: u32,
    parent: u32,
    own: u64,
    children: u64,
}

impl Stat {
    fn read(id: &str) -> Option<Self> {
        let id = id.parse().ok()?;
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program is in parentheses and may hold anything.
        let rest: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| rest.get(index).and_then(|field| field.parse::<u64>().ok());
        Some(Stat {
            id,
            parent: number(1)? as u32,
            own: number(11)? + number(12)?,
            children: number(13)? + number(14)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_process_uses_time() {
        let before = cpu_time(std::process::id());
        let mut sum = 0_u64;
        while cpu_time(std::process::id()) < before + Duration::from_millis(50) {
            sum = (0..1_000_000).fold(sum, |sum, number| std::hint::black_box(sum ^ number));
        }
        assert_eq!(cpu_time(u32::MAX), Duration::ZERO, "there is no such process");
    }
}
