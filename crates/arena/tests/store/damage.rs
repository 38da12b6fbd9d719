//! Files that are not what they should be: each is refused in words, and none is changed by looking at it.

use std::fs;
use std::path::PathBuf;

use grandline_arena::store::{self, Sqlite, Store, StoreError};
use insta::assert_snapshot;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::conformance::games;
use crate::samples::{entry, game};

/// A database with one tournament of three games, in a folder of its own.
fn database() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("test.db");
    let mut store = Sqlite::open(&path).expect("new");
    let key = store.create(&entry("cup")).expect("a free name").key;
    store.add(key, &[game(0), game(1), game(2)]).expect("room");
    (folder, path)
}

/// What a store says, without the folder that is another one in every run.
fn words(folder: &TempDir, error: &StoreError) -> String {
    error.to_string().replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn a_damaged_game_is_named() {
    let damages = [
        "winner = 'nobody'",
        "ending = 'boredom'",
        "plies = '4 0;4 x'",
        "plies = '4 0;4'",
        "plies = '4 0 1 2 3 4 5'",
        "plies = '4 0;;4 0'",
        "plies = '\\x 0'",
        "plies = x'ff'",
        "detail = '{'",
        "margin = 100000",
        "margin = 'wide'",
        "round = -1",
        "opening = '4  4'",
        "reason = x'ff'",
        "first = CAST(x'ff' AS TEXT)",
    ];
    let mut said = String::new();
    for damage in damages {
        let (folder, path) = database();
        let raw = Connection::open(&path).expect("the same");
        raw.execute(&format!("UPDATE game SET {damage} WHERE number = 1"), []).expect("a free database");
        let mut store = Sqlite::open(&path).expect("it opens");
        let key = store.find("cup").expect("readable").expect("the cup").key;
        let mut before = Vec::new();
        let error = store.games(key, &mut |game| before.push(game)).expect_err("damaged");
        assert_eq!(before, [game(0)]);
        assert_eq!(store.game(key, 1), Err(error.clone()));
        assert_eq!(store.game(key, 2), Ok(Some(game(2))), "the others can be read");
        said += &format!("{damage}\n    {}\n", words(&folder, &error));
    }
    assert_snapshot!(said);
}

#[test]
fn a_damaged_tournament_is_named() {
    let mut said = String::new();
    for damage in ["game = 'chess'", "created = 'long ago'", "definition = x'00'", "name = x'ff'"] {
        let (folder, path) = database();
        let raw = Connection::open(&path).expect("the same");
        raw.execute(&format!("UPDATE tournament SET {damage}"), []).expect("a free database");
        let error = Sqlite::open(&path).expect("it opens").list().expect_err("damaged");
        said += &format!("{damage}\n    {}\n", words(&folder, &error));
    }
    assert_snapshot!(said);
}

#[test]
fn files_of_others_are_refused_and_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("text.db"), "A letter, and not a database at all.\n".repeat(100)).expect("room");
    let make = |name: &str, sql: &str| Connection::open(file(name)).and_then(|raw| raw.execute_batch(sql)).expect(sql);
    make("other.db", "CREATE TABLE customers (id INTEGER)");
    make("meta.db", "CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('program', 'another')");
    make("strange.db", "CREATE TABLE meta (id INTEGER)");
    let ours = "CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('program', 'grandline')";
    make("unnumbered.db", ours);
    make("negative.db", &format!("{ours}, ('schema_version', '-3')"));
    make("newer.db", &format!("{ours}, ('schema_version', '999')"));
    let mut said = String::new();
    for name in ["text", "other", "meta", "strange", "unnumbered", "negative", "newer"] {
        let path = file(&format!("{name}.db"));
        let before = fs::read(&path).expect("readable");
        let error = Sqlite::open(&path).expect_err("not ours");
        assert_eq!(fs::read(&path).expect("readable"), before, "{name} was changed");
        said += &format!("{}\n", words(&folder, &error));
    }
    assert_snapshot!(said);
}

#[test]
fn places_that_cannot_be_opened() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("room");
    let inside = |name: &str| folder.path().join(name).display().to_string();
    let places = [
        inside("."),
        inside("missing/test.db"),
        inside("file/test.db"),
        String::new(),
        "https://example.org".to_owned(),
    ];
    let mut said = String::new();
    for place in places {
        let error = store::open(&place).map(drop).expect_err("not a place for a store");
        said += &format!("{}\n", words(&folder, &error));
    }
    let error = store::open_existing(inside("typo.db")).map(drop).expect_err("not there");
    assert!(!folder.path().join("typo.db").exists(), "looking for a store must not make one");
    assert_snapshot!(said + &words(&folder, &error));
}

#[test]
fn memory_and_empty_files_are_fine() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("empty.db");
    fs::write(&path, "").expect("room");
    for place in [":memory:", path.to_str().expect("a plain path")] {
        let mut store = store::open(place).expect("an empty store");
        assert_eq!(store.list().expect("readable"), []);
    }
}

/// The tables and rows of a database as the first version wrote them; later versions must go on reading it.
const VERSION_1: &str = include_str!("../vectors/store-version-1.sql");

#[test]
fn databases_of_older_versions_are_read() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("old.db");
    Connection::open(&path).and_then(|raw| raw.execute_batch(VERSION_1)).expect("a database of version 1");
    let mut store = Sqlite::open(&path).expect("it is ours");
    let entry = store.find("old cup").expect("readable").expect("the cup");
    assert_eq!((entry.games, entry.verdict.as_deref()), (2, Some("a wins")));
    let shown: Vec<String> = games(&mut store, entry.key).iter().map(|game| format!("{game:#?}")).collect();
    assert_snapshot!(shown.join("\n"));
    store.add(entry.key, &[game(2)]).expect("it goes on");
    assert_eq!(games(&mut store, entry.key).len(), 3);
}
