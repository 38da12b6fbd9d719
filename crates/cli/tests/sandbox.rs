//! Agents and the program that runs them: they end with it, are confined without root, and it says when they are not.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{grandline, transcript};

/// An attack of the arena's tests.
fn attack(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/sandbox/attacks");
    folder.canonicalize().expect("the attacks").join(name).display().to_string()
}

fn is_running(word: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| line.starts_with(b"sleep\0") && line.ends_with(format!("{word}\0").as_bytes()))
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..6000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

#[test]
fn agents_end_with_a_program_that_is_killed() {
    let word = format!("98766.{}", std::process::id());
    let agent = format!("json:python3 -B '{}' {word}", attack("becomes_daemon.py"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_grandline"))
        .args(["match", "connect4", &agent, "random", "--games", "100000", "--concurrency", "1", "--sandbox-engines"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("grandline");
    wait_until("the agent has left its process behind", || is_running(&word));
    program.kill().expect("our child");
    program.wait().expect("our child");
    wait_until("everything ends with grandline", || !is_running(&word));
}

#[test]
fn engines_with_your_rights_see_no_passwords() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let spy = "import os\nopen('seen', 'w').write(' '.join(os.environ))\n";
    std::fs::write(folder.path().join("spy.py"), spy).expect("a file");
    let mut program = grandline(folder.path(), &["match", "connect4", "json:python3 spy.py", "random", "--games", "2"]);
    program
        .env("NATS_PASSWORD", "s3cret")
        .env("PGPASSWORD", "s3cret")
        .env("HARMLESS", "1")
        .output()
        .expect("grandline");
    let seen = std::fs::read_to_string(folder.path().join("seen")).expect("it ran");
    let names: Vec<&str> = seen.split(' ').collect();
    assert!(names.contains(&"HARMLESS") && !seen.contains("PASSWORD"), "{seen}");
}

#[test]
fn engines_with_your_rights_end_with_a_program_that_is_killed() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/hostile/hangs.py");
    let signatures = tempfile::NamedTempFile::new().expect("a temporary file");
    let agent = format!("ugi:python3 -B '{}' '{}'", engine.display(), signatures.path().display());
    let mut program = Command::new(env!("CARGO_BIN_EXE_grandline"))
        .args(["match", "connect4", &agent, "random", "--concurrency", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("grandline");
    // One process for the check before the match, and one that plays.
    let signed = || std::fs::read_to_string(signatures.path()).expect("readable");
    wait_until("the engine plays", || signed().lines().count() == 2);
    let id = signed().lines().last().expect("two lines").to_owned();
    assert!(Path::new("/proc").join(&id).exists(), "it runs");
    program.kill().expect("our child");
    program.wait().expect("our child");
    wait_until("the engine ends with grandline", || !Path::new("/proc").join(&id).exists());
}

/// The command that runs a program as a user without rights: this one, or nobody if this one is root.
fn unprivileged() -> Vec<&'static str> {
    if rustix::process::geteuid().is_root() {
        vec!["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
    } else {
        vec!["env"]
    }
}

#[test]
fn agents_are_confined_without_root() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let secret: PathBuf = folder.path().join("secret.txt");
    std::fs::write(&secret, "secret").expect("our own folder");
    let agent = format!("json:python3 -B '{}' '{}'", attack("reads_file.py"), secret.display());
    let words = unprivileged();
    let output = Command::new(words[0])
        .args(&words[1..])
        .arg(env!("CARGO_BIN_EXE_grandline"))
        .args(["match", "connect4", &agent, "random", "--games", "2", "--json", "--sandbox-engines"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let result: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default()).expect("JSON");
    assert_eq!((&result["games"], &result["forfeits"]["a"]), (&2.into(), &0.into()), "it plays, confined");
}

/// The package as far as an agent needs it: one that says it is ready and asks the function `choose` of a file.
const PACKAGE: &str = r#"
import json, os, runpy, sys
sys.path.insert(0, os.path.dirname(sys.argv[-1]))
agent = runpy.run_path(sys.argv[-1])
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    print(json.dumps({"move": agent["choose"](json.loads(line)["legal"])}), flush=True)
"#;

/// An agent that gives itself away if it can read the file beside its folder.
const AGENT: &str = r#"
import helper, pathlib

def choose(legal):
    secret = pathlib.Path(__file__).parent.parent / "secret.txt"
    return "read the secret" if secret.exists() else helper.first(legal)
"#;

#[test]
fn agents_in_python_are_confined_by_default() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("our own folder");
        std::fs::write(&file, text).expect("our own folder");
    };
    write("packages/grandline/__init__.py", "");
    write("packages/grandline/run/__init__.py", "");
    write("packages/grandline/run/__main__.py", PACKAGE);
    write("student/agent.py", AGENT);
    write("student/helper.py", "def first(legal): return legal[0]");
    write("secret.txt", "secret");
    let forfeits = |more: &[&str]| {
        let arguments = ["match", "connect4", "python:student/agent.py", "random", "--games", "2", "--json"];
        let mut command = grandline(folder.path(), &[&arguments[..], more].concat());
        let output = command.env("PYTHONPATH", folder.path().join("packages")).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let last = said.lines().last().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let result: serde_json::Value = serde_json::from_str(last).expect("JSON");
        result["forfeits"]["a"].clone()
    };
    assert_eq!(forfeits(&["--sandbox", "off"]), 2, "the attack works without confinement");
    assert_eq!(forfeits(&[]), 0);
    assert_eq!(forfeits(&["--sandbox", "require"]), 0);
}

/// A command line within a system that has no bubblewrap.
fn without_bubblewrap(arguments: &[&str]) -> (bool, String) {
    let output = Command::new("bwrap")
        .args(["--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap", "--"])
        .arg(env!("CARGO_BIN_EXE_grandline"))
        .args(arguments)
        .output()
        .expect("bubblewrap is installed for the tests");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn missing_confinement_is_reported() {
    let engine = format!("json:python3 -B '{}'", attack("agent.py"));
    let (done, said) =
        without_bubblewrap(&["match", "connect4", &engine, "random", "--games", "2", "--sandbox-engines"]);
    assert!(!done && said.contains("cannot be confined: bubblewrap"), "{said}");
    let agent = format!("python:{}", attack("agent.py"));
    let (done, said) = without_bubblewrap(&["match", "connect4", &agent, "random", "--sandbox", "require"]);
    assert!(!done && said.contains("cannot be confined: bubblewrap"), "{said}");
    let (_, said) = without_bubblewrap(&["match", "connect4", &agent, "random"]);
    assert_eq!(said.matches("are not confined and run with your rights: bubblewrap").count(), 1, "{said}");
    let (_, said) = without_bubblewrap(&["match", "connect4", &agent, "random", "--sandbox", "off"]);
    assert!(!said.contains("confined"), "{said}");
}

#[test]
fn a_mode_that_does_not_exist_is_reported() {
    let arguments = ["match", "connect4", "random", "random", "--sandbox", "on"];
    insta::assert_snapshot!(transcript(Path::new("."), &arguments), @r"
    $ grandline match connect4 random random --sandbox on
    ! grandline: invalid value 'on' for '--sandbox <MODE>': 'on' is not a sandbox mode: write require, auto or off (try --help)
    -> 2
    ");
}
