//! Memory, processes, disk and CPU time.

use std::time::Duration;

use grandline_arena::external::ExternalOptions;
use grandline_arena::played::Ending;

use crate::harness::{Attack, assert_gone, confined};

#[test]
fn a_fork_bomb_reaches_its_limit() {
    let word = format!("bomb-{}", std::process::id());
    let mut options = confined();
    options.sandbox.processes = 24;
    let attack = Attack::new("bombs.py", &[&word]);
    assert!(!attack.succeeds(&options), "it can still move, but not start more");
    assert_gone(&word);
}

#[test]
fn it_cannot_take_all_memory() {
    let options = ExternalOptions { memory: Some(512 << 20), ..confined() };
    assert!(!Attack::new("takes_memory.py", &[]).succeeds(&options));
}

#[test]
fn it_cannot_take_all_memory_in_many_processes() {
    let options = ExternalOptions { memory: Some(256 << 20), ..confined() };
    let failure = Attack::new("takes_memory_by_forking.py", &[]).run(&options).expect_err("it is ended");
    assert_eq!(failure.ending, Ending::Crash);
    insta::assert_snapshot!(failure.reason, @"died: it and the processes it started used more than 256 MiB of memory");
}

#[test]
fn it_cannot_fill_the_disk() {
    let mut options = confined();
    options.sandbox.file_size = 8 << 20;
    assert!(!Attack::new("fills_disk.py", &[]).succeeds(&options));
}

#[test]
fn it_cannot_burn_cpu_time_in_children() {
    let options = ExternalOptions { processor: Some(Duration::from_secs(2)), ..confined() };
    let failure = Attack::new("burns_by_forking.py", &[]).run(&options).expect_err("it is ended");
    assert_eq!(failure.ending, Ending::Crash);
    insta::assert_snapshot!(failure.reason, @"died: it and the processes it started used more than 2s of CPU time");
}

#[test]
fn it_cannot_raise_its_limits() {
    assert!(!Attack::new("lifts_limits.py", &[]).succeeds(&confined()));
}
