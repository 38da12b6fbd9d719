//! `grandline compliance`: the examples of the guide and our own engine pass, and failures explain themselves.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use grandline_arena::compliance::{json_checks, ugi_checks};
use grandline_games::GameId;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compliance(command: &str, arguments: &[&str]) -> Output {
    let mut program = Command::cargo_bin("grandline").expect("the binary");
    program.current_dir(root()).args(["compliance", command]).args(arguments).output().expect("the binary runs")
}

/// What was printed by a run in which nothing failed.
fn passed(command: &str, arguments: &[&str]) -> String {
    let output = compliance(command, arguments);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command}:\n{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(" 0 failed"), "{said}");
    said
}

#[test]
fn the_python_examples_pass() {
    insta::assert_snapshot!(passed("python3 docs/examples/ugi_engine.py", &["--game", "connect4"]));
    insta::assert_snapshot!(passed("json:python3 docs/examples/random_engine.py", &["--game", "connect4"]));
    passed("json:python3 docs/examples/random_engine.py", &["--game", "hand-of-the-king/companions"]);
}

#[test]
fn the_rust_example_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("engine");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let built = std::process::Command::new(compiler)
        .args(["--edition", "2024", "-O", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(root().join("docs/examples/connect4_engine.rs"))
        .output()
        .expect("the compiler runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    passed(&format!("'{}'", program.display()), &["--game", "connect4"]);
}

#[test]
fn our_own_engine_passes_in_every_game() {
    let program = assert_cmd::cargo::cargo_bin("grandline");
    for game in GameId::ALL {
        // The game is known from the option; an agent that does not think makes the checks quick.
        passed(&format!("ugi:'{}' ugi {game} --agent random", program.display()), &[]);
    }
    passed(&format!("'{}' ugi connect4", program.display()), &[]);
}

#[test]
fn failures_explain_themselves() {
    let hostile = |name: &str| format!("python3 crates/arena/tests/hostile/{name}");
    let output = compliance(&hostile("moves_twice.py"), &["--game", "connect4"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = said.find(" 17 FAIL").expect("the check of two answers fails");
    let next = said[first..].find("\n 18 ").expect("the next check");
    insta::assert_snapshot!(&said[first..first + next]);

    let output = compliance(&hostile("dies_at_start.py"), &["--game", "connect4", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    let (sum, findings) = lines.split_last().expect("lines");
    assert_eq!((sum["pass"].as_u64(), findings.len()), (Some(0), ugi_checks().len()));
    insta::assert_snapshot!(serde_json::to_string_pretty(&findings[0]).expect("an object"));
}

#[test]
fn what_cannot_be_checked_is_told() {
    let told = |command: &str, arguments: &[&str]| {
        let output = compliance(command, arguments);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    insta::assert_snapshot!(told("no-such-engine", &["--game", "connect4"]), @"grandline: command 'no-such-engine': program 'no-such-engine' does not exist; write a name that is on the PATH, or a path such as ./no-such-engine");
    insta::assert_snapshot!(told("python3 docs/examples/ugi_engine.py", &[]), @"grandline: which game does it play? Name it with --game, such as --game connect4");
    insta::assert_snapshot!(told("json:python3 docs/examples/random_engine.py", &[]), @"grandline: which game does it play? Name it with --game, such as --game connect4");
}

#[test]
fn the_guide_lists_every_check() {
    let guide = std::fs::read_to_string(root().join("docs/engines.md")).expect("the guide");
    let row = |(number, name, expects): (usize, &str, &str)| format!("| {number} | {name} | {expects} |");
    let rows: Vec<String> = ugi_checks().into_iter().chain(json_checks()).map(row).collect();
    let written: Vec<&str> =
        guide.lines().filter(|line| line.starts_with("| ") && line[2..].starts_with(char::is_numeric)).collect();
    assert_eq!(written, rows);
    let example = std::fs::read_to_string(root().join("docs/examples/random_engine.py")).expect("the example");
    let (_, code) = example.split_once("\"\"\"\n").expect("code behind its description");
    assert!(guide.contains(code.trim()), "the guide shows the example as it is");
}
