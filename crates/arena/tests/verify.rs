//! Stored results can be checked: what was played fits, and every change of a row is seen.

use std::path::Path;

use grandline_arena::store::{Entry, Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::verify::{Checks, Verification, verify};
use grandline_arena::{AgentSpec, TimeControl, Tournament};
use grandline_games::GameId;
use rusqlite::Connection;
use tempfile::TempDir;

/// A match of native agents under node limits, stored in a new folder.
fn played() -> (TempDir, Tournament) {
    let folder = TempDir::new().expect("a folder");
    let agents = [AgentSpec::new("mcts"), AgentSpec::new("random")];
    let [a, b] = agents;
    let tournament = Tournament {
        name: "cup".to_owned(),
        games: 8,
        limits: TimeControl { nodes: Some(200), ..TimeControl::default() },
        ..Tournament::between(GameId::Connect4, a, b)
    };
    let mut store = Sqlite::open(folder.path().join("cup.db")).expect("a new database");
    run(&tournament, &mut store, &RunOptions { concurrency: 2, ..RunOptions::default() }, &mut |_| {}).expect("played");
    (folder, tournament)
}

fn open(folder: &Path) -> (Sqlite, Entry) {
    let mut store = Sqlite::open(folder.join("cup.db")).expect("the database");
    let entry = store.find("cup").expect("readable").expect("the cup");
    (store, entry)
}

fn check(folder: &Path) -> Verification {
    let (mut store, entry) = open(folder);
    verify(&mut store, &entry, &Checks { solver: true, again: 1.0, ..Checks::default() }).expect("readable")
}

/// What does not fit after a change of the database.
fn problems_after(change: &str) -> Vec<String> {
    let (folder, _) = played();
    let database = Connection::open(folder.path().join("cup.db")).expect("the database");
    database.execute_batch(change).expect("SQL");
    drop(database);
    check(folder.path()).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn what_was_played_fits() {
    let (folder, _) = played();
    let found = check(folder.path());
    assert_eq!(found.problems, []);
    assert_eq!((found.games, found.replayed, found.again), (8, 8, 8), "all of it can be played again");
    assert_eq!(found.head.len(), 64);
    assert_eq!(check(folder.path()).head, found.head);
}

#[test]
fn a_changed_row_is_seen() {
    for change in [
        "UPDATE game SET winner = 'draw' WHERE number = 3",
        "UPDATE game SET first = 'mallory' WHERE number = 3",
        "UPDATE game SET plies = replace(plies, '1', '2') WHERE number = 3",
        "UPDATE game SET reason = 'because' WHERE number = 3",
        "UPDATE game SET evidence = 'none' WHERE number = 3",
        "UPDATE game SET margin = margin + 1 WHERE number = 3",
    ] {
        let problems = problems_after(change);
        assert!(problems.iter().any(|problem| problem.starts_with("game 3: its row")), "{change}: {problems:?}");
    }
}

#[test]
fn a_row_that_is_missing_or_new_is_seen() {
    let removed = problems_after("DELETE FROM game WHERE number = (SELECT number FROM game WHERE link = 4)");
    assert!(removed.iter().any(|problem| problem.contains("was changed, removed or put in later")), "{removed:?}");
    let columns = "round, pair, first, second, setup, opening, winner, margin, ending, reason, detail, evidence, plies";
    let added = problems_after(&format!(
        "INSERT INTO game (tournament, number, {columns}) SELECT tournament, 100, {columns} FROM game WHERE number = 0"
    ));
    assert!(added.contains(&"game 100: it has no hash, although others have".to_owned()), "{added:?}");
    assert!(added.contains(&"game 100: the definition has no such game".to_owned()), "{added:?}");
}

#[test]
fn another_definition_is_seen() {
    let problems =
        problems_after("UPDATE tournament SET definition = replace(definition, '\"nodes\":200', '\"nodes\":201')");
    assert!(problems.iter().any(|problem| problem.contains("was changed, removed or put in later")), "{problems:?}");
}

/// Without the chain, as if somebody had made a new one, the rules still show what cannot be.
#[test]
fn the_rules_see_what_cannot_be() {
    let forget = "UPDATE game SET link = NULL, chain = NULL;";
    let with = |change: &str| problems_after(&format!("{forget} {change}"));
    assert_eq!(with(""), Vec::<String>::new());
    let draw = with("UPDATE game SET winner = 'draw', margin = 0 WHERE number = 2");
    assert!(draw[0].starts_with("game 2: the result is a win"), "{draw:?}");
    let short = with("UPDATE game SET ending = 'length', winner = 'draw', margin = 0 WHERE number = 2");
    assert!(short[0].contains("stored as ended by length"), "{short:?}");
    let opening = with("UPDATE game SET opening = '1 1 1 1' WHERE number = 2");
    assert!(!opening.is_empty());
    let players = with("UPDATE game SET first = second, second = first WHERE number = 2");
    assert_eq!(players, ["game 2: the definition lets mcts play against random here"]);
}

#[test]
fn a_search_that_was_invented_is_seen_when_it_is_played_again() {
    let (folder, mut tournament) = played();
    tournament.limits.nodes = Some(50);
    let database = Connection::open(folder.path().join("cup.db")).expect("the database");
    // The games stay, and are said to be those of a weaker search.
    database.execute("UPDATE tournament SET definition = ?1", [tournament.to_json()]).expect("SQL");
    database.execute_batch("UPDATE game SET link = NULL, chain = NULL").expect("SQL");
    let problems = check(folder.path()).problems;
    assert!(problems.iter().any(|problem| problem.text.contains("played again")), "{problems:?}");
}

#[test]
fn a_cut_and_a_resumed_run_leave_a_whole_chain() {
    let (folder, tournament) = played();
    let (mut store, entry) = open(folder.path());
    store.cut(entry.key, 5).expect("room");
    assert_eq!(store.chain(entry.key).expect("readable").broken, Vec::<u64>::new());
    let database = Connection::open(folder.path().join("cup.db")).expect("the database");
    database.execute_batch("UPDATE tournament SET verdict = NULL").expect("SQL");
    run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("played");
    assert_eq!(check(folder.path()).problems, []);
}

#[test]
fn a_changed_agent_is_another_agent() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    let text = "[mine]\nsearch = \"minimax\"\nevaluation = \"longest-line\"\ndepth = 2\n";
    std::fs::write(&file, text).expect("our own folder");
    let (game, mine) = (GameId::Connect4, AgentSpec::new(file.display().to_string()));
    let tournament = Tournament { name: "cup".to_owned(), ..Tournament::between(game, mine, AgentSpec::new("random")) };
    let mut store = Sqlite::open(folder.path().join("cup.db")).expect("a new database");
    run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("played");
    assert_eq!(check(folder.path()).remarks, Vec::<String>::new());
    std::fs::write(&file, format!("{text}# changed\n")).expect("our own folder");
    let remarks = check(folder.path()).remarks;
    assert!(remarks.len() == 1 && remarks[0].contains("is no longer the file that played"), "{remarks:?}");
    let error = run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect_err("another agent");
    assert!(error.to_string().contains("differs in the files of its agents"), "{error}");
}
