//! `grandline report`: what it prints, what it writes, and what it says when it cannot.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use grandline_arena::store::{NewEntry, Sqlite, Store};
use grandline_arena::tournament::Tournament;
use grandline_arena::{AgentSpec, Ending, Opening, Played, Ply, SearchSummary};
use grandline_games::{GameId, Side};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("grandline").expect("the binary");
    command.arg("report").args(arguments).current_dir(folder).env_remove("COLUMNS").output().expect("it runs")
}

/// What a run printed and complained about, and how it ended.
fn transcript(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let complaints =
        String::from_utf8_lossy(&output.stderr).lines().map(|line| format!("! {line}\n")).collect::<String>();
    let printed = String::from_utf8_lossy(&output.stdout);
    let code = output.status.code().unwrap_or(-1);
    format!("$ grandline report {}\n{printed}{complaints}-> {code}\n", arguments.join(" "))
}

/// Enters a tournament of three agents, in which each game is won by the agent whose name comes first.
fn enter(store: &mut Sqlite, name: &str, game: GameId, games: u64) {
    let agents: Vec<AgentSpec> = ["ace", "bon", "chopper"].map(AgentSpec::new).into();
    let definition = Tournament {
        name: name.to_owned(),
        agents: agents.clone(),
        ..Tournament::between(game, agents[0].clone(), agents[1].clone())
    };
    let new = NewEntry { name: name.to_owned(), game, definition: definition.to_json(), created: Some(951_782_400) };
    let entry = store.create(&new).expect("the name is free");
    let pairings = [
        ["ace", "bon"],
        ["bon", "ace"],
        ["ace", "chopper"],
        ["chopper", "ace"],
        ["bon", "chopper"],
        ["chopper", "bon"],
    ];
    let played = (0..games).map(|number| {
        let players = pairings[number as usize % pairings.len()];
        let winner = if players[0] < players[1] { Side::First } else { Side::Second };
        Played {
            number,
            round: 0,
            pair: number - number % 2,
            players: players.map(str::to_owned),
            opening: Opening::start(),
            plies: vec![Ply { mv: "4".to_owned(), micros: number, search: SearchSummary::default() }],
            winner: Some(winner),
            margin: 1,
            ending: Ending::Rules,
            reason: "made by hand".to_owned(),
            detail: serde_json::json!({ "score": [20, 18], "divercites": [2, 1] }),
            evidence: None,
        }
    });
    store.add(entry.key, &played.collect::<Vec<_>>()).expect("a new file takes games");
}

#[test]
fn reports_are_listed_printed_and_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut store = Sqlite::open(folder.path().join("grandline.db")).expect("a new file");
    enter(&mut store, "older", GameId::Connect4, 2);
    enter(&mut store, "newest", GameId::Divercite, 6);
    drop(store);
    let runs: [&[&str]; 5] =
        [&["--list"], &["--list", "--json"], &["--tournament", "older", "--out", "elsewhere"], &[], &["--json"]];
    let text: Vec<String> = runs.iter().map(|arguments| transcript(folder.path(), arguments)).collect();
    insta::assert_snapshot!(text.join("\n"));
    let page = std::fs::read_to_string(folder.path().join("report/index.html")).expect("the newest, by default");
    assert!(page.contains("<h1>newest</h1>"));
    let page = std::fs::read_to_string(folder.path().join("elsewhere/index.html")).expect("the one asked for");
    assert!(page.contains("<h1>older</h1>"));
}

#[test]
fn json_alone_writes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut store = Sqlite::open(folder.path().join("grandline.db")).expect("a new file");
    enter(&mut store, "t", GameId::Connect4, 2);
    drop(store);
    let output = run(folder.path(), &["--json"]);
    let standings: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(standings["agents"][0]["name"], "ace");
    assert!(!folder.path().join("report").exists());
    assert!(run(folder.path(), &["--json", "--out", "there"]).status.success());
    assert!(folder.path().join("there/index.html").exists());
}

#[test]
fn errors_name_what_is_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text = vec![transcript(folder.path(), &[])];
    assert!(!folder.path().join("grandline.db").exists(), "a report does not make a database");
    let mut store = Sqlite::open(folder.path().join("some.db")).expect("a new file");
    text.push(transcript(folder.path(), &["--db", "some.db"]));
    text.push(transcript(folder.path(), &["--db", "some.db", "--list"]));
    for index in 0..10 {
        enter(&mut store, &format!("t{index}"), GameId::Connect4, 0);
        if index == 1 || index == 9 {
            text.push(transcript(folder.path(), &["--db", "some.db", "--tournament", "none"]));
        }
    }
    std::fs::write(folder.path().join("taken"), "").expect("a file");
    text.push(transcript(folder.path(), &["--db", "some.db", "--out", "taken"]));
    insta::assert_snapshot!(text.join("\n"));
}
