//! Every command that takes a database, on a PostgreSQL server; copies; and passwords that nobody sees.
#![cfg(feature = "postgres")]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use grandline_fixtures::Postgres;
use serde_json::Value;
use tempfile::TempDir;

const TOURNAMENT: &str = "name = 'cup'\ngame = 'connect4'\ngames = 20\nseed = 3\nopenings = 'random:3'\n\
                          agents = ['mcts', 'greedy', 'random']\n[limits]\nnodes = 60\n";

fn grandline(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("grandline"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("a file");
    folder
}

/// A database without a password in its address.
fn address(server: &Postgres) -> String {
    format!("postgres://postgres@127.0.0.1:{}/{}", server.port(), server.database())
}

/// Runs a command whose password comes from the environment. The password must not be in what it says.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    output(grandline(folder, arguments).env("PGPASSWORD", Postgres::shared().password()))
}

fn output(command: &mut Command) -> Output {
    let output = command.output().expect("the binary");
    for said in [&output.stdout, &output.stderr] {
        assert!(!String::from_utf8_lossy(said).contains("s3cret"), "{}", String::from_utf8_lossy(said));
    }
    output
}

/// What a command prints; it must succeed.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn last_json(text: &str) -> Value {
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

/// What a tournament came to, without the times that its moves took.
fn standings(folder: &Path, db: &str) -> Value {
    let report =
        last_json(&printed(folder, &["report", "--db", db, "--tournament", "cup", "--accuracy", "0", "--json"]));
    let mut agents = report["agents"].clone();
    for agent in agents.as_array_mut().expect("agents") {
        let agent = agent.as_object_mut().expect("an agent");
        agent.retain(|key, _| ["name", "points", "games", "elo", "wins", "draws", "losses"].contains(&key.as_str()));
    }
    assert!(!agents.as_array().expect("agents").is_empty());
    agents
}

#[test]
fn every_command_works_on_a_server_as_on_a_file() {
    let (folder, server) = (folder(), Postgres::shared());
    let (folder, db) = (folder.path(), address(server));
    for db in [&db, "file.db"] {
        printed(folder, &["tournament", "t.toml", "--db", db]);
        printed(folder, &["tournament", "t.toml", "--db", db, "--resume"]);
        let sides = ["match", "connect4", "greedy", "random", "--games", "10", "--name", "duel"];
        printed(folder, &[&sides[..], &["--db", db]].concat());
        let list = printed(folder, &["report", "--db", db, "--list"]);
        assert_eq!(list.lines().count(), 2, "{list}");
        let verified = printed(folder, &["verify", "--db", db, "--replay", "100%"]);
        assert_eq!(verified.matches("everything fits").count(), 2, "{verified}");
        printed(folder, &["experience", "build", "--db", db, "--tournament", "cup", "--out", "a.book"]);
        printed(folder, &["report", "--db", db, "--tournament", "cup", "--out", "pages"]);
    }
    assert_eq!(standings(folder, &db), standings(folder, "file.db"));
}

#[test]
fn a_copy_keeps_the_hashes_and_continues() {
    let (folder, server) = (folder(), Postgres::shared());
    let (folder, db) = (folder.path(), address(server));
    let empty = run(folder, &["db", "copy", &db, "file.db"]);
    let said = String::from_utf8_lossy(&empty.stderr);
    assert!(said.contains("the database has no tournament of grandline"), "{said}");
    let missing = run(folder, &["db", "copy", "missing.db", "file.db"]);
    let said = String::from_utf8_lossy(&missing.stderr);
    assert!(said.contains("there is no database missing.db") && !said.contains("--db"), "{said}");
    printed(folder, &["tournament", "t.toml", "--db", "file.db"]);
    let head = |db: &str| last_json(&printed(folder, &["verify", "--db", db, "--json"]))["head"].clone();
    let copied = last_json(&printed(folder, &["db", "copy", "file.db", &db, "--json"]));
    assert_eq!((&copied["copied"], &copied["head"]), (&60.into(), &head("file.db")));
    let again = last_json(&printed(folder, &["db", "copy", "file.db", &db, "--json"]));
    assert_eq!((&again["copied"], &again["before"]), (&0.into(), &60.into()));
    printed(folder, &["db", "copy", &db, "back.db", "--tournament", "cup"]);
    assert_eq!((head(&db), head("back.db")), (head("file.db"), head("file.db")));
    let itself = run(folder, &["db", "copy", "file.db", "file.db"]);
    assert!(String::from_utf8_lossy(&itself.stderr).contains("copied to itself"));
}

#[test]
fn passwords_come_from_files_that_are_private() {
    let (folder, server) = (folder(), Postgres::shared());
    let (folder, db) = (folder.path(), address(server));
    let file = folder.join("passwords");
    let escaped = server.password().replace('\\', "\\\\").replace(':', "\\:");
    std::fs::write(&file, format!("elsewhere:*:*:*:no\n127.0.0.1:{}:*:postgres:{escaped}\n", server.port()))
        .expect("a file");
    let mode = |mode| std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("our file");
    let list = || {
        let mut command = grandline(folder, &["tournament", "t.toml", "--db", &db]);
        output(command.env_remove("PGPASSWORD").env("PGPASSFILE", &file))
    };
    mode(0o644);
    let open = list();
    let said = String::from_utf8_lossy(&open.stderr);
    assert!(!open.status.success() && said.contains("others can read it"), "{said}");
    assert!(said.contains("the server wants a password for user 'postgres'"), "{said}");
    mode(0o600);
    let private = list();
    assert!(private.status.success(), "{}", String::from_utf8_lossy(&private.stderr));
}

#[test]
fn a_password_in_the_address_is_not_repeated() {
    let (folder, server) = (folder(), Postgres::shared());
    let with_password = server.new_address();
    let wrong = with_password.replace("s3cret", "wrong-s3cret");
    for arguments in [
        &["report", "--db", &wrong][..],
        &["verify", "--db", &with_password, "--tournament", "nobody"],
        &["tournament", "t.toml", "--db", &with_password, "--resume"],
        &["serve", "--db", &wrong, "--port", "0"],
        &["db", "copy", &wrong, "x.db"],
    ] {
        let mut command = grandline(folder.path(), arguments);
        let refused = output(command.env_remove("PGPASSWORD"));
        assert_eq!(refused.status.code(), Some(1), "{}", String::from_utf8_lossy(&refused.stderr));
    }
    let played = output(&mut grandline(folder.path(), &["tournament", "t.toml", "--db", &with_password]));
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(said.contains("grandline report --db postgres://postgres@127.0.0.1:"), "{said}");
}

#[test]
fn a_second_player_of_a_tournament_is_refused() {
    let (folder, server) = (folder(), Postgres::shared());
    let name = server.database();
    let db = server.address(&name);
    let long = TOURNAMENT.replace("games = 20", "games = 200000");
    std::fs::write(folder.path().join("long.toml"), long).expect("a file");
    let mut first = grandline(folder.path(), &["tournament", "long.toml", "--db", &db]);
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a run");
    // Other tests have locks in other databases, and a migration has one that no tournament has.
    let count = "SELECT COUNT(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                 WHERE locktype = 'advisory' AND datname = current_database() AND classid = 7310579";
    while server.sql(&name, count).trim() == "0" {
        assert!(first.try_wait().expect("a process").is_none(), "it runs for long");
        std::thread::yield_now();
    }
    let second = output(&mut grandline(folder.path(), &["tournament", "long.toml", "--db", &db]));
    first.kill().expect("a running process");
    first.wait().expect("a dead process");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("is being played by another program"), "{said}");
}
