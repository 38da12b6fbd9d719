//! `grandline tune` through the binary: what it prints, what it keeps, and what a kill leaves behind.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use common::{grandline, transcript};
use serde_json::Value;

/// A small tuning; the folder is missing.
const TUNING: [&str; 17] = [
    "tune",
    "connect4",
    "in104-connect4-threats:table=1",
    "--parameter",
    "two=0..10",
    "--parameter",
    "percent=50..200",
    "--iterations",
    "30",
    "--pairs",
    "2",
    "--games",
    "40",
    "--nodes",
    "60",
    "--seed",
    "4",
];

fn tuning<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TUNING.into_iter().chain(more.iter().copied()).collect()
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

#[test]
fn a_tuning_is_printed_and_its_preset_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = [
        transcript(folder.path(), &tuning(&["--out", "tuned"])),
        // A finished one prints its result again.
        transcript(folder.path(), &["tune", "--out", "tuned"]),
        transcript(folder.path(), &["agents", "--game", "connect4", "tuned/preset.toml"]),
    ];
    insta::assert_snapshot!(format!("{}\n{}", runs.join("\n"), read(folder.path(), "tuned/tune.toml")));
    let versus =
        ["match", "connect4", "tuned/preset.toml", "tuned/start.toml", "--games", "4", "--nodes", "60", "--json"];
    let played = grandline(folder.path(), &versus).output().expect("the binary");
    let result: Value = serde_json::from_slice(&played.stdout).expect("JSON");
    assert_eq!((&result["games"], &result["forfeits"]["a"]), (&4.into(), &0.into()));
    let result: Value = serde_json::from_str(&read(folder.path(), "tuned/result.json")).expect("JSON");
    assert_eq!((&result["games"], &result["comparison"]["games"]), (&120.into(), &40.into()));
    let chart = read(folder.path(), "tuned/chart.svg");
    assert!(chart.starts_with("<svg ") && chart.contains("percent (50 to 200)"), "{chart}");
}

#[test]
fn kills_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = grandline(folder.path(), &tuning(&["--out", "whole", "--concurrency", "1"])).output();
    assert!(whole.expect("the binary").status.success());
    let resume = |after: usize| {
        let mut run = grandline(folder.path(), &tuning(&["--out", "killed", "--json"]));
        let mut run = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary");
        let lines = BufReader::new(run.stdout.take().expect("a pipe")).lines();
        let read = lines.take(after).collect::<Result<Vec<_>, _>>().expect("lines");
        // On Unix this is SIGKILL.
        run.kill().expect("a process");
        run.wait().expect("a dead process");
        read
    };
    for after in [1, 2, 7, 12] {
        let read = resume(after);
        assert!(!read.iter().any(|line| line.contains("\"event\":\"finished\"")), "it ended before the kill: {read:?}");
    }
    let events = resume(usize::MAX);
    let started: Value = serde_json::from_str(&events[0]).expect("JSON");
    assert!(started["done"].as_u64() > Some(0), "{started}");
    let finished: Value = serde_json::from_str(events.last().expect("a line")).expect("JSON");
    assert_eq!((&finished["event"], &finished["complete"]), (&"finished".into(), &true.into()));
    for name in ["iterations.jsonl", "preset.toml", "chart.svg", "result.json"] {
        assert_eq!(read(&folder.path().join("killed"), name), read(&folder.path().join("whole"), name), "{name}");
    }
}

#[test]
fn wrong_input_is_explained_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let table: [&[&str]; 9] = [
        &["tune", "--out", "out"],
        &["tune", "connect4", "--out", "out"],
        &["tune", "connect4", "in104-connect4-threats", "--out", "out"],
        &["tune", "connect4", "in104-connect4-threats", "--parameter", "two=0..10"],
        &["tune", "connect4", "in104-connect4-threats", "--parameter", "two", "--out", "out"],
        &["tune", "connect4", "in104-connect4-threats", "--parameter", "two=9..1", "--out", "out"],
        &["tune", "connect4", "in104-connect4-threats", "--parameter", "four=0..9", "--out", "out"],
        &["tune", "connect4", "in104-connect4-threats", "--parameter", "two=5..9", "--out", "out"],
        &[
            "tune",
            "connect4",
            "in104-connect4-threats",
            "--parameter",
            "two=0..9",
            "--concurrency",
            "0",
            "--out",
            "out",
        ],
    ];
    let texts: Vec<String> = table.iter().map(|arguments| transcript(folder.path(), arguments)).collect();
    assert!(!folder.path().join("out").exists());
    insta::assert_snapshot!(texts.join("\n"));
}
