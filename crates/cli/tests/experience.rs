//! `grandline experience`, from a database to a book to an agent, as a person sees it.

use std::path::Path;

use assert_cmd::Command;
use grandline_arena::store::{NewEntry, Sqlite, Store};
use grandline_arena::{Ending, Opening, Played, Ply, SearchSummary};
use grandline_games::{GameId, Side};
use serde_json::Value;
use tempfile::TempDir;

fn game(number: u64, moves: &str, winner: Option<Side>, ending: Ending) -> Played {
    let ply = |mv: &str| Ply { mv: mv.to_owned(), micros: 0, search: SearchSummary::default() };
    Played {
        number,
        round: 0,
        pair: number,
        players: ["zoro", "usopp"].map(str::to_owned),
        opening: Opening::start(),
        plies: moves.split_whitespace().map(ply).collect(),
        winner,
        margin: 0,
        ending,
        reason: String::new(),
        detail: Value::Null,
        evidence: None,
    }
}

/// A folder with a database of two tournaments.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let mut store = Sqlite::open(folder.path().join("grandline.db")).expect("a database");
    let mut enter = |name: &str, game: GameId, games: &[Played]| {
        let entry = NewEntry { name: name.to_owned(), game, definition: "{}".to_owned(), created: None };
        let key = store.create(&entry).expect("a free name").key;
        store.add(key, games).expect("room");
    };
    // Column 4 does well, columns 3 and 5 so so, and column 1 was tried once.
    let (first, second) = (Some(Side::First), Some(Side::Second));
    let played = (0..20).map(|number| match number {
        0..9 => game(number, "4 4 3", first, Ending::Rules),
        9..12 => game(number, "4 4 4", second, Ending::Agreement),
        12..15 => game(number, "3 4", first, Ending::Rules),
        15..17 => game(number, "5 4", second, Ending::Rules),
        17 => game(number, "5 4", None, Ending::Length),
        18 => game(number, "1", first, Ending::Solver),
        _ => game(number, "7", second, Ending::Time),
    });
    enter("cup", GameId::Connect4, &played.collect::<Vec<_>>());
    enter("draughts", GameId::Checkers, &[game(0, "11-15 22-18", first, Ending::Rules)]);
    folder
}

/// A run in a folder: the command, what it printed, what it complained about, how it ended.
fn transcript(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("grandline").expect("the binary");
    let output = command.args(arguments).current_dir(folder).env_remove("COLUMNS").output().expect("the binary runs");
    let quoted = |word: &&str| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() };
    let line = arguments.iter().map(quoted).collect::<Vec<_>>().join(" ");
    let complaints: String =
        String::from_utf8_lossy(&output.stderr).lines().map(|complaint| format!("! {complaint}\n")).collect();
    let (printed, code) = (String::from_utf8_lossy(&output.stdout), output.status.code().unwrap_or(-1));
    format!("$ grandline {line}\n{printed}{complaints}-> {code}\n")
}

fn transcripts(folder: &Path, runs: &[&str]) -> String {
    let run = |line: &&str| {
        // Quotation marks hold a word together, as in a shell.
        let words = line.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect::<Vec<_>>(),
            _ => vec![part],
        });
        transcript(folder, &words.collect::<Vec<_>>())
    };
    runs.iter().map(run).collect::<Vec<_>>().join("\n")
}

#[test]
fn help() {
    let folder = TempDir::new().expect("a folder");
    insta::assert_snapshot!(transcripts(
        folder.path(),
        &["experience --help", "experience build --help", "experience study --help", "experience show --help"]
    ));
}

#[test]
fn a_book_is_built_and_shown() {
    let folder = folder();
    insta::assert_snapshot!(transcripts(
        folder.path(),
        &[
            "experience build --game connect4 --out my.book",
            "experience build --tournament cup --plies 1 --out -",
            "experience build --tournament cup --player usopp --min-games 4 --out small.book --json",
            "experience show my.book",
            "experience show my.book --min 1",
            "experience show my.book --moves 5",
            "experience show my.book --moves \"4 4\" --json",
            "experience show my.book --moves \"4 4 1\"",
            "experience show small.book",
            "experience show small.book --position 4",
        ]
    ));
}

#[test]
fn a_book_is_studied_and_played() {
    let folder = TempDir::new().expect("a folder");
    insta::assert_snapshot!(transcripts(
        folder.path(),
        &[
            "experience study connect4 --agent mcts --nodes 500 --plies 1 --replies 2 --out deep.book",
            "experience study connect4 --agent mcts --nodes 500 --plies 1 --replies 2 --out deep.book",
            "experience show deep.book",
            "analyse connect4 --agent random:experience=deep.book --moves 4",
            "experience study divercite --nodes 1 --plies 0 --out deep.book",
            "experience study divercite --customary --out new.book",
            "experience study connect4 --agent python:mine.py --out new.book",
            "experience study connect4 --agent mcts --nodes 1 --plies 0 --out missing/new.book",
            "experience study connect4 --replies 0 --out new.book",
            "experience study connect4 --out -",
            "experience study hand-of-the-king --out new.book",
        ]
    ));
}

#[test]
fn agents_play_by_the_book() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("mine")).expect("room");
    let preset =
        "base = \"random\"\ndescription = \"learned\"\nexperience = \"my.book\"\nexperience-choice = \"lower-bound\"\n";
    std::fs::write(folder.path().join("mine/agent.toml"), preset).expect("room");
    insta::assert_snapshot!(transcripts(
        folder.path(),
        &[
            "experience build --game connect4 --out mine/my.book",
            "agents --game connect4 mine/agent.toml",
            "analyse connect4 --agent mine/agent.toml",
            "analyse connect4 --agent random:experience=my.book",
            "analyse connect4 --agent random:experience=mine/my.book,experience-above=0.99 --moves 4 --seed 1",
            "agents --game checkers random:experience=mine/my.book",
        ]
    ));
}

#[test]
fn mistakes_are_explained() {
    let folder = folder();
    std::fs::write(folder.path().join("letter.txt"), "Dear reader,\n").expect("room");
    std::fs::write(folder.path().join("bad.book"), "grandline-experience\t1\tconnect4\n-\t9\t1\t0\t0\n").expect("room");
    insta::assert_snapshot!(transcripts(
        folder.path(),
        &[
            "experience",
            "experience dance",
            "experience build",
            "experience build --out my.book",
            "experience build --db typo.db --out my.book",
            "experience build --db letter.txt --out my.book",
            "experience build --tournament pub --out my.book",
            "experience build --tournament draughts --game connect4 --out my.book",
            "experience build --game divercite --out my.book",
            "experience build --game connect4 --player nami --out my.book",
            "experience build --game connect4 --out missing/my.book",
            "experience show",
            "experience show my.book",
            "experience show letter.txt",
            "experience show bad.book",
        ]
    ));
}
