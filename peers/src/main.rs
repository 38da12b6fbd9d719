//! Programs of others from the registry beside ours, measured in one run so that only the ratio matters.
//!
//! `cargo run --release -p peers`

#![allow(clippy::print_stdout, reason = "this program exists to print")]

mod alphabeta;
mod playouts;
mod tree_search;

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

fn main() {
    println!("{:<50} {:>12} {:>12} {:>7}", "", "ours/s", "theirs/s", "ratio");
    playouts::compare();
    alphabeta::compare();
    tree_search::compare();
}

/// Prints one comparison: what was done, how fast by us and by the peer.
fn report(what: &str, ours: f64, theirs: f64) {
    println!("{what:<50} {ours:>12.1} {theirs:>12.1} {:>6.2}x", ours / theirs);
}

/// How much two workers do per second of processor time. They take turns in short slices, so that
/// whatever else the machine does slows both alike.
fn rates(mut ours: impl FnMut() -> u64, mut theirs: impl FnMut() -> u64) -> (f64, f64) {
    const SLICES: u32 = 40;
    const SLICE: Duration = Duration::from_millis(50);
    let mut done = [0; 2];
    let mut spent = [Duration::ZERO; 2];
    let mut slice = |who: usize, work: &mut dyn FnMut() -> u64| {
        let start = processor_time();
        while processor_time() - start < SLICE {
            done[who] += work();
        }
        spent[who] += processor_time() - start;
    };
    for _ in 0..SLICES {
        slice(0, &mut ours);
        slice(1, &mut theirs);
    }
    (done[0] as f64 / spent[0].as_secs_f64(), done[1] as f64 / spent[1].as_secs_f64())
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
