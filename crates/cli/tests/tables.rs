//! `grandline tables` through the binary: what it prints, what it refuses, and what a kill leaves behind.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use common::{grandline, transcript};

/// What the command answers to lines on standard input, and how it ended.
fn answered(folder: &Path, arguments: &[&str], input: &[u8]) -> (String, i32) {
    let mut command = grandline(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary");
    child.stdin.take().expect("a pipe").write_all(input).expect("written");
    let output = child.wait_with_output().expect("an end");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "table"));
    tables
        .map(|path| {
            (path.display().to_string().replace(&*folder.to_string_lossy(), ""), fs::read(path).expect("bytes"))
        })
        .collect()
}

#[test]
fn tables_are_built_checked_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| transcript(folder.path(), arguments);
    let mut runs = vec![
        run(&["tables", "verify", "checkers", "--tables", "t"]),
        run(&["tables", "build", "checkers", "--pieces", "3", "--tables", "t"]),
        run(&["tables", "verify", "checkers", "--tables", "t"]),
        run(&["tables", "verify", "checkers", "--tables", "t", "--pieces", "4"]),
        run(&["tables", "show", "checkers", "--tables", "t", "--stretch"]),
        run(&["tables", "show", "checkers", "--tables", "t", "--pieces", "2", "--json"]),
        run(&["tables", "build", "checkers/aiarena", "--pieces", "2", "--tables", "t"]),
        run(&["tables", "verify", "checkers/aiarena", "--tables", "t"]),
        run(&["tables", "show", "checkers/aiarena", "--tables", "t", "--stretch"]),
        run(&["tables", "build", "connect4", "--tables", "t"]),
        run(&["tables", "build", "checkers", "--pieces", "7", "--tables", "t"]),
    ];
    let path = folder.path().join("t/checkers-kk-v-k.table");
    let bytes = fs::read(&path).expect("a table");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("half of it");
    runs.push(run(&["tables", "verify", "checkers", "--tables", "t"]));
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn positions_are_looked_up_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let probe = ["tables", "probe", "checkers", "--tables", "t"];
    let input = b"W:WK14,K18:BK1\nB:WK14,K18:BK1\nW:WK14:BK1\n\nnonsense\n\xff\xfe\n-\nW:WK1,K2,K3:BK30,K31\nW:WK1:B\nB:W5:BK1:H80\n";
    let (answers, code) = answered(folder.path(), &probe, input);
    insta::assert_snapshot!(answers);
    assert_eq!((answers.lines().count(), code), (10, 1));
    // Agents and analyses read the same tables.
    let analyse = ["analyse", "checkers", "--position", "W:WK14,K18:BK1", "--depth", "2"];
    let said = grandline(folder.path(), &analyse).env("GRANDLINE_TABLES", "t").output().expect("the binary");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.ends_with("White to move: win (table), 15 plies to the end\n"), "{said}");
    let agent = "in104-checkers-next:knowledge=own";
    let analyse = ["analyse", "checkers", "--position", "W:WK14,K18:BK1", "--agent", agent, "--json"];
    let said = grandline(folder.path(), &analyse).env("GRANDLINE_TABLES", "t").output().expect("the binary");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let last: serde_json::Value = serde_json::from_str(said.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["exact"], &last["words"]), (&true.into(), &"wins in 15".into()));
    assert_eq!(last["table"], serde_json::json!({ "result": "win", "distance": 15, "goal": "end" }));
    // The folder of the command is the one that is read.
    assert!(!tables(&folder.path().join("t")).is_empty());
    let course = "k____________K___K______________/w/0";
    let analyse = ["analyse", "checkers/aiarena", "--position", course, "--depth", "2"];
    let said = grandline(folder.path(), &analyse).env("GRANDLINE_TABLES", "t").output().expect("the binary");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("White to move: win (table), ") && said.ends_with(" plies to the next capture\n"), "{said}");
    // A table that is damaged is left out in play, and a match says so.
    fs::write(folder.path().join("t/checkers-kk-v-k.table"), "grandline table 1\n").expect("a damaged table");
    let play = ["match", "checkers", "checkers-champion", "random", "--games", "2", "--nodes", "50"];
    let said = grandline(folder.path(), &play).env("GRANDLINE_TABLES", "t").output().expect("the binary");
    let warning = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(
        said.status.success() && warning.contains("checkers-kk-v-k.table is damaged: it has no header"),
        "{warning}"
    );
}

#[test]
fn a_killed_build_resumes_with_the_same_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = |name: &str| grandline(folder.path(), &["tables", "build", "checkers", "--json", "--tables", name]);
    assert!(build("whole").output().expect("the binary").status.success());
    let mut child = build("killed").stdout(Stdio::piped()).spawn().expect("the binary");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert_eq!(lines.take(20).filter(Result::is_ok).count(), 20, "slices are told of one by one");
    child.kill().expect("killed");
    child.wait().expect("an end");
    let resumed = build("killed").output().expect("the binary");
    assert!(String::from_utf8_lossy(&resumed.stdout).contains("\"kept\":true"));
    assert_eq!(tables(&folder.path().join("killed")), tables(&folder.path().join("whole")));
}
