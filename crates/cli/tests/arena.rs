//! Matches and tournaments through the binary: what is printed, what is kept, and what a kill leaves behind.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use grandline_arena::store;
use grandline_games::Side;
use grandline_games::random::{pick, seeded};
use serde_json::Value;

const TOURNAMENT: &str = "name = 'kill me'\ngame = 'connect4'\ngames = 120\nseed = 3\nopenings = 'random:3'\n\
                          agents = ['mcts', 'greedy', 'random', 'in104-connect4-v2:depth=2']\n[limits]\nnodes = 60\n";

fn grandline(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("grandline"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// What a command prints; it must succeed.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = grandline(folder, arguments).output().expect("the binary");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a command complains about; it must fail with this exit code, in one line.
fn complaint(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = grandline(folder, arguments).output().expect("the binary");
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let text = printed(folder, arguments);
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

#[test]
fn kills_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("a file");
    printed(
        folder.path(),
        &["tournament", "t.toml", "--db", "whole.db", "--record", "whole.jsonl", "--concurrency", "1"],
    );
    let mut random = seeded(11);
    for kill in 0..10 {
        let mut run = grandline(folder.path(), &["tournament", "t.toml", "--db", "killed.db", "--events", "-"]);
        let mut run = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary");
        let lines = BufReader::new(run.stdout.take().expect("a pipe")).lines();
        let read = lines.take(20 + pick(&mut random, 150) as usize).collect::<Result<Vec<_>, _>>().expect("lines");
        run.kill().expect("a running process");
        run.wait().expect("a dead process");
        // The pipe is small, but a quick run gets ahead of what was read of it, and may end before its last kills.
        if read.iter().any(|line| line.contains("\"event\":\"finished\"")) {
            assert!(kill >= 5, "it ended before kill {kill}");
            break;
        }
    }
    let events = printed(
        folder.path(),
        &["tournament", "t.toml", "--db", "killed.db", "--resume", "--events", "-", "--record", "killed.jsonl"],
    );
    let started: Value = serde_json::from_str(events.lines().next().expect("a line")).expect("JSON");
    assert!(started["done"].as_u64() > Some(0), "{started}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("killed.jsonl").lines().count(), 720);
    assert_eq!(read("killed.jsonl"), read("whole.jsonl"));
}

#[test]
fn a_match_ends_with_one_object_of_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let result =
        json(folder.path(), &["match", "connect4", "mcts", "random", "--games", "20", "--nodes", "200", "--json"]);
    for key in [
        "a",
        "b",
        "games",
        "wins",
        "draws",
        "losses",
        "points",
        "elo",
        "elo_error",
        "los",
        "pentanomial",
        "llr",
        "forfeits",
    ] {
        assert!(result.get(key).is_some(), "{key} is missing: {result}");
    }
    assert_eq!((&result["a"], &result["b"], &result["games"]), (&"mcts".into(), &"random".into(), &20.into()));
    let sum = ["wins", "draws", "losses"].iter().filter_map(|key| result[*key].as_u64()).sum::<u64>();
    assert_eq!(sum, 20);
    assert_eq!(
        result["pentanomial"].as_array().map(|pairs| pairs.iter().filter_map(Value::as_u64).sum::<u64>()),
        Some(10)
    );
    // The same seed, the same games; another one, others.
    let again = |seed: &str, file: &str| {
        let arguments =
            ["match", "connect4", "mcts", "random", "--games", "6", "--nodes", "200", "--seed", seed, "--record", file];
        printed(folder.path(), &arguments);
        std::fs::read_to_string(folder.path().join(file)).expect("a file")
    };
    assert_eq!(again("4", "a.jsonl"), again("4", "b.jsonl"));
    assert_ne!(again("4", "a.jsonl"), again("5", "b.jsonl"));
    // Nothing was kept that nobody asked for.
    assert!(!folder.path().join("grandline.db").exists());
}

#[test]
fn what_was_recorded_can_be_replayed_and_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["match", "checkers", "greedy", "random", "--games", "4", "--record", "games.pdn"];
    printed(folder.path(), &arguments);
    let converted = printed(folder.path(), &["convert", "games.pdn", "--to", "json"]);
    assert_eq!(converted.lines().count(), 4);
    assert!(converted.contains("\"result\":"));
}

#[test]
fn wrong_commands_say_what_would_be_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: [(i32, &[&str], &str); 10] = [
        (2, &["match", "connect4", "random", "greedy", "--games", "5"], "an even number"),
        (1, &["match", "connect4", "random", "rando"], "did you mean 'random'?"),
        (2, &["match", "connect4", "random", "greedy", "--tc", "fast"], "'fast' is not a time control"),
        (2, &["match", "connect4", "random", "greedy", "--sprt", "elo2=3"], "elo0"),
        (2, &["match", "connect4", "random", "greedy", "--clock", "sun"], "write wall or cpu"),
        (
            1,
            &["match", "connect4", "random", "greedy", "--openings", "none.txt"],
            "cannot read the openings of none.txt",
        ),
        (1, &["match", "connect4", "random", "greedy", "--concurrency", "10000"], "add --force"),
        (1, &["match", "connect4", "random", "greedy", "--concurrency", "1000000", "--force"], "at most 1024 games"),
        (1, &["tournament", "none.toml"], "cannot read none.toml"),
        (1, &["tournament", "--preset", "divercite-reports", "--resume"], "leave out --resume"),
    ];
    for (code, arguments, words) in cases {
        let text = complaint(folder.path(), code, arguments);
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn a_match_in_a_database_is_not_played_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [
        "match",
        "hand-of-the-king",
        "greedy",
        "random",
        "--games",
        "6",
        "--db",
        "m.db",
        "--json",
        "--events",
        "e.jsonl",
    ];
    let first = json(folder.path(), &arguments);
    let second = json(folder.path(), &arguments);
    assert_eq!(first, second);
    let events = std::fs::read_to_string(folder.path().join("e.jsonl")).expect("a file");
    assert!(!events.contains("game_started"), "{events}");
    assert!(events.contains("\"done\":6"), "{events}");
}

#[test]
fn results_that_were_changed_are_reported_before_they_are_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("t.toml"), "name = 'm'\ngame = 'connect4'\ngames = 4\nagents = ['greedy', 'random']\n")
        .expect("a file");
    let commands = [
        ["match", "connect4", "greedy", "random", "--games", "4", "--name", "m", "--db", "match.db"].as_slice(),
        &["tournament", "t.toml", "--db", "tournament.db"],
    ];
    for command in commands {
        let complaints = || {
            let output = grandline(folder, command).output().expect("the binary");
            assert!(output.status.success());
            String::from_utf8(output.stderr).expect("UTF-8")
        };
        assert_eq!(complaints(), "");
        let db = *command.last().expect("a database");
        let mut store = store::open(folder.join(db)).expect("a database");
        let key = store.find("m").expect("readable").expect("it was played").key;
        let mut games = Vec::new();
        store.games(key, &mut |game| games.push(game)).expect("readable");
        games[2].winner = if games[2].winner == Some(Side::First) { None } else { Some(Side::First) };
        store.cut(key, 2).expect("room");
        store.add(key, &games[2..]).expect("room");
        drop(store);
        let told = complaints();
        assert!(told.starts_with("grandline: 'm' does not fit: game 2: the result is"), "{told}");
        assert!(told.contains(&format!("`grandline verify --db {db}` lists everything")), "{told}");
    }
}

/// The most memory that a match was seen to have, in bytes.
fn peak(folder: &Path, games: &str) -> u64 {
    let mut run = grandline(folder, &["match", "connect4", "random", "random", "--games", games]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary");
    let mut most = 0;
    while run.try_wait().expect("our child").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", run.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes: u64 = line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0);
        most = most.max(kilobytes << 10);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(run.wait().expect("our child").success());
    most
}

#[test]
fn a_match_without_a_database_does_not_keep_its_games_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let (few, many) = (peak(folder.path(), "200"), peak(folder.path(), "40000"));
    assert!(few > 0, "it was seen");
    // Kept games, of some 4 KB each, would take 160 MB.
    assert!(many < few + (64 << 20), "{few} bytes with 200 games, {many} with 40,000");
}
