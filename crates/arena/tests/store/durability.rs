//! What is committed stays: after closing, beside other connections, and when the writer is killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use grandline_arena::store::{self, Sqlite, Store, TournamentKey};
use tempfile::TempDir;

use crate::conformance::games;
use crate::samples::{entry, game};

#[test]
fn a_database_is_opened_again() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("kept.db");
    let mut writer = Sqlite::open(&path).expect("a new database");
    let key = writer.create(&entry("cup")).expect("a free name").key;
    writer.add(key, &[game(0), game(1)]).expect("room");
    writer.finish(key, "done").expect("room");
    drop(writer);
    let mut reader = store::open_existing(path.to_str().expect("a plain path")).expect("the same database");
    let cup = reader.find("cup").expect("readable").expect("the cup");
    assert_eq!((cup.key, cup.entered, cup.games, cup.verdict), (key, entry("cup"), 2, Some("done".to_owned())));
    assert_eq!(games(reader.as_mut(), key), [game(0), game(1)]);
}

#[test]
fn a_file_that_is_deleted_or_replaced_is_noticed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("kept.db");
    let mut writer = Sqlite::open(&path).expect("a new database");
    let key = writer.create(&entry("cup")).expect("a free name").key;
    writer.add(key, &[game(0)]).expect("room");
    std::fs::remove_file(&path).expect("our own file");
    let error = writer.add(key, &[game(1)]).expect_err("nobody would find it").to_string();
    assert!(error.contains("was deleted while it was in use"), "{error}");
    std::fs::write(&path, "").expect("our own folder");
    let error = writer.add(key, &[game(1)]).expect_err("it is another file").to_string();
    assert!(error.contains("was replaced by another file"), "{error}");
}

#[test]
fn a_temporary_store_has_no_file() {
    let mut store = store::temporary().expect("room");
    let key = store.create(&entry("cup")).expect("a free name").key;
    store.add(key, &[game(0), game(1)]).expect("room");
    assert_eq!(games(store.as_mut(), key), [game(0), game(1)]);
    assert!(store.files().is_empty());
}

#[test]
fn two_connections_see_each_other() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("shared.db");
    let (mut one, mut two) = (Sqlite::open(&path).expect("new"), Sqlite::open(&path).expect("the same"));
    let key = one.create(&entry("cup")).expect("a free name").key;
    let other = two.create(&entry("other cup")).expect("a free name").key;
    assert_ne!(key, other);
    one.add(key, &[game(0), game(2)]).expect("room");
    two.add(key, &[game(1), game(2)]).expect("room");
    assert_eq!(games(&mut one, key), [game(0), game(1), game(2)]);
    assert_eq!(games(&mut two, key), games(&mut one, key));
}

#[test]
fn readers_do_not_wait_for_a_writer() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("busy.db");
    let mut reader = Sqlite::open(&path).expect("new");
    let key = reader.create(&entry("cup")).expect("a free name").key;
    reader.add(key, &[game(0)]).expect("room");
    let writer = rusqlite::Connection::open(&path).expect("the same");
    writer.execute_batch("BEGIN IMMEDIATE; DELETE FROM game;").expect("a free database");
    assert_eq!(games(&mut reader, key), [game(0)], "what is not committed is not seen");
    writer.execute_batch("ROLLBACK").expect("an open transaction");
    reader.add(key, &[game(1)]).expect("room");
}

/// The games that the process below adds at once.
const BATCH: u64 = 50;
/// Where it finds the database; without this it does nothing.
const DATABASE: &str = "GRANDLINE_TEST_DATABASE";

/// Not a test but the process that the next test kills: adds batches and says which are safe.
#[test]
fn writer_process() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    let mut store = Sqlite::open(path).expect("the database");
    let key = store.find("cup").expect("readable").expect("the cup").key;
    let mut next = store.find("cup").expect("readable").map_or(0, |cup| cup.games);
    loop {
        let batch: Vec<_> = (next..next + BATCH).map(game).collect();
        store.add(key, &batch).expect("room");
        next += BATCH;
        // The harness swallows what is printed in the usual way.
        use std::io::Write;
        writeln!(std::io::stdout(), "safe {next}").expect("somebody listens");
    }
}

/// Lets the writer say that some batches are safe, and kills it wherever it is then.
fn kill_writer(path: &Path, batches: usize) -> u64 {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "durability::writer_process", "--nocapture"])
        .env(DATABASE, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let safe = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("safe ")?.parse().ok());
    let last = safe.take(batches).last().expect("a batch");
    child.kill().expect("a running process");
    child.wait().expect("a dead process");
    last
}

#[test]
fn a_killed_writer_loses_nothing_it_called_safe() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("killed.db");
    let key = Sqlite::open(&path).expect("new").create(&entry("cup")).expect("a free name").key;
    for batches in [1, 2, 5, 20, 3] {
        let safe = kill_writer(&path, batches);
        let mut store = Sqlite::open(&path).expect("it opens again");
        let found = games(&mut store, key);
        let count = found.len() as u64;
        assert!(count >= safe, "{safe} games were called safe, {count} are there");
        assert!(count.is_multiple_of(BATCH), "{count} games: a batch is whole or not there");
        assert!(found.iter().zip(0..).all(|(found, number)| *found == game(number)));
    }
}

#[test]
fn uncommitted_work_of_a_dead_connection_is_gone() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("half.db");
    let mut store = Sqlite::open(&path).expect("new");
    let key = store.create(&entry("cup")).expect("a free name").key;
    store.add(key, &[game(0)]).expect("room");
    let half = rusqlite::Connection::open(&path).expect("the same");
    half.execute_batch("BEGIN IMMEDIATE; UPDATE game SET reason = 'half done';").expect("a free database");
    drop(half);
    assert_eq!(games(&mut store, key), [game(0)]);
    assert_eq!(key, TournamentKey(1));
}
