//! Other processes: signals, debuggers, what outlives the agent.

use grandline_arena::external::ExternalOptions;

use crate::harness::{Attack, Victim, ask, assert_gone, confined, free, processes_with};

#[test]
fn it_cannot_stop_its_opponent() {
    let victim = Victim::new();
    let attack = Attack::new("stops_others.py", &[&victim.id()]);
    assert!(!attack.succeeds(&confined()));
    assert_ne!(victim.state(), Some('T'));
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    for _ in 0..1000 {
        if victim.state() == Some('T') {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the attack stops nothing");
}

#[test]
fn it_cannot_kill_its_opponent_or_the_referee() {
    let mut victim = Victim::new();
    for attack in ["kills_all.py", "kills_parents.py"] {
        // What it kills is its own sandbox. Whether it can still move does not matter.
        let _ = Attack::new(attack, &[&victim.id()]).run(&confined());
        assert!(victim.0.try_wait().expect("our child").is_none(), "{attack}");
    }
    let attack = Attack::new("kills_parents.py", &[&victim.id()]);
    let _ = attack.run(&free());
    assert!(victim.0.wait().is_ok_and(|status| !status.success()), "the attack works without confinement");
}

#[test]
fn it_cannot_see_other_processes() {
    let victim = Victim::new();
    let attack = Attack::new("lists_processes.py", &[&victim.id()]);
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    assert!(!attack.succeeds(&confined()));
}

#[test]
fn it_cannot_debug_other_processes() {
    let victim = Victim::new();
    assert!(!Attack::new("traces_others.py", &[&victim.id()]).succeeds(&confined()));
}

/// Ends a process by its id.
fn end(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw).expect("an id");
    let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
}

#[test]
fn nothing_outlives_it() {
    let word = format!("98765.{}", std::process::id());
    let attack = Attack::new("becomes_daemon.py", &[&word]);
    let mut player = attack.player(&confined());
    assert_eq!(ask(&mut player), Ok(true));
    assert_eq!(processes_with(&word).iter().filter(|id| is_sleep(**id)).count(), 1, "while it plays, it is there");
    drop(player);
    assert_gone(&word);
    assert!(attack.succeeds(&free()));
    let left: Vec<u32> = processes_with(&word).into_iter().filter(|id| is_sleep(*id)).collect();
    assert_eq!(left.len(), 1, "without confinement it is left behind");
    left.into_iter().for_each(end);
}

fn is_sleep(id: u32) -> bool {
    std::fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.starts_with(b"sleep"))
}

#[test]
fn one_that_hangs_while_it_is_loaded_is_ended() {
    let word = format!("hang-{}", std::process::id());
    let attack = Attack::new("hangs_on_import.py", &[&word]);
    let short = std::time::Duration::from_millis(200);
    let options = ExternalOptions { start: short, answer: short, ..confined() };
    let failure = attack.run(&options).expect_err("it never answers");
    assert!(failure.reason.contains("did not answer"), "{}", failure.reason);
    assert_gone(&word);
}
