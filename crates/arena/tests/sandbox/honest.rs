//! What an honest agent needs works in the sandbox.

use grandline_arena::external::Sandbox;

use crate::harness::{Attack, ask, confined, folder, open_to_all};

#[test]
fn an_honest_agent_moves() {
    let attack = Attack::new("agent.py", &[]);
    let mut player = attack.player(&confined());
    assert_eq!(ask(&mut player), Ok(false));
    assert_eq!(ask(&mut player), Ok(false), "and once more in the same process");
}

#[test]
fn modules_and_files_beside_it_can_be_read() {
    let folder = folder();
    std::fs::write(folder.path().join("weights.txt"), "no secret").expect("our own folder");
    let file = folder.path().join("weights.txt").display().to_string();
    assert!(Attack::in_folder(folder, "reads_file.py", &[&file]).succeeds(&confined()));
}

#[test]
fn a_named_path_can_be_read() {
    let data = tempfile::TempDir::new().expect("a folder");
    open_to_all(data.path());
    let file = data.path().join("book.txt");
    std::fs::write(&file, "secret openings").expect("our own folder");
    let attack = Attack::new("reads_file.py", &[&file.display().to_string()]);
    assert!(!attack.succeeds(&confined()));
    let mut options = confined();
    options.sandbox = Sandbox { readable: vec![data.path().to_owned()], ..options.sandbox };
    assert!(attack.succeeds(&options));
}

#[test]
fn it_has_a_folder_for_temporary_files() {
    assert!(Attack::new("writes_file.py", &["/tmp/mine"]).succeeds(&confined()));
    assert!(!std::path::Path::new("/tmp/mine").exists(), "it is not the system's");
}

#[test]
fn a_program_that_does_not_exist_is_reported() {
    let command = "no-such-engine --fast".parse().expect("a command");
    let mut player = grandline_arena::external::JsonPlayer::new(command, confined());
    let failure = ask(&mut player).expect_err("nothing to run");
    assert!(failure.reason.contains("no-such-engine"), "{}", failure.reason);
}
