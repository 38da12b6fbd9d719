//! `grandline train` through the binary: what it prints, what it keeps, and what a kill leaves behind.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use common::{grandline, transcript};

/// A small training; the folder is missing.
const TRAINING: [&str; 15] = [
    "train",
    "othello",
    "--rounds",
    "2",
    "--games",
    "30",
    "--nodes",
    "60",
    "--solve-plies",
    "4",
    "--epochs",
    "3",
    "--test-games",
    "12",
    "--out",
];

fn training<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TRAINING.into_iter().chain(more.iter().copied()).collect()
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect(name)
}

#[test]
fn a_training_is_printed_and_its_weights_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let agent = "alphabeta:evaluation=learned,weights=out/round-2/fitted.weights";
    let runs = [
        transcript(folder.path(), &training(&["out"])),
        // A finished one has nothing left to do.
        transcript(folder.path(), &training(&["out"])),
        transcript(folder.path(), &["agents", "--game", "othello", agent]),
    ];
    let definition = String::from_utf8(read(folder.path(), "out/train.toml")).expect("a text");
    insta::assert_snapshot!(format!("{}\n{definition}", runs.join("\n")));
    let versus = ["match", "othello", agent, "alphabeta", "--games", "4", "--nodes", "60", "--json"];
    let played = grandline(folder.path(), &versus).output().expect("the binary");
    let result: serde_json::Value = serde_json::from_slice(&played.stdout).expect("JSON");
    assert_eq!((&result["games"], &result["forfeits"]["a"]), (&4.into(), &0.into()));
    for picture in ["loss", "strength"] {
        let svg = String::from_utf8(read(folder.path(), &format!("out/{picture}.svg"))).expect("a text");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{picture}");
    }
}

#[test]
fn kills_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let status = grandline(folder.path(), &training(&["whole"])).output().expect("the binary").status;
    assert!(status.success());
    // In the games, in the fit, in the test, and in the second round.
    for kill_after in [12, 33, 39, 60] {
        let mut run = grandline(folder.path(), &training(&["killed", "--json"]));
        let mut run = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary");
        let lines = BufReader::new(run.stdout.take().expect("a pipe")).lines();
        let read: Vec<String> = lines.take(kill_after).map(|line| line.expect("a line")).collect();
        run.kill().expect("a process");
        run.wait().expect("a process");
        assert!(!read.is_empty(), "nothing was told");
    }
    let status = grandline(folder.path(), &training(&["killed"])).output().expect("the binary").status;
    assert!(status.success());
    for round in [1, 2] {
        for name in ["games.jsonl", "fitted.weights", "result.json"] {
            let [killed, whole] =
                ["killed", "whole"].map(|run| read(folder.path(), &format!("{run}/round-{round}/{name}")));
            assert_eq!(killed, whole, "round {round}: {name}");
        }
    }
}

#[test]
fn wrong_input_is_explained_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("file"), "x").expect("room");
    std::fs::create_dir(folder.path().join("other")).expect("room");
    std::fs::write(folder.path().join("other/train.toml"), "game = 3").expect("room");
    let wrong = [
        training(&["x", "--features", "tea-leaves"]),
        training(&["x", "--model", "network:17"]),
        training(&["x", "--opening-plies", "9-4"]),
        training(&["x", "--opening-plies", "many"]),
        training(&["x", "--slips", "0.9"]),
        training(&["x", "--result-share", "2"]),
        training(&["x", "--agent", "nobody"]),
        training(&["x", "--threads", "0"]),
        training(&["file"]),
        training(&["other"]),
        vec!["train", "connect4", "--out", "x"],
        vec!["train", "othello"],
    ];
    let all: Vec<String> = wrong.iter().map(|arguments| transcript(folder.path(), arguments)).collect();
    insta::assert_snapshot!(all.join("\n"));
}
