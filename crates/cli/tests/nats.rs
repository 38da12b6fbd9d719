//! Tournaments on workers that are processes of their own, through a real broker, with kills.
#![cfg(feature = "nats")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use assert_cmd::cargo::cargo_bin;
use grandline_arena::store::{Sqlite, Store};
use grandline_fixtures::Nats;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

const TOURNAMENT: &str = "name = 'cup'\ngame = 'connect4'\ngames = 100\nseed = 3\nopenings = 'random:3'\n\
                          agents = ['mcts', 'greedy', 'random']\n[limits]\nnodes = 100\n";

fn grandline(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("grandline"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// A process that does not outlive its test.
struct Running(Child);

impl Running {
    fn worker(folder: &Path, nats: &Nats, name: &str) -> Self {
        Running::worker_with(folder, nats, name, |_| {})
    }

    fn worker_with(folder: &Path, nats: &Nats, name: &str, change: impl FnOnce(&mut Command)) -> Self {
        let address = nats.address();
        let mut command = grandline(folder, &["worker", "--nats", &address, "--cores", "1", "--name", name]);
        change(&mut command);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary");
        let mut line = String::new();
        BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert!(line.starts_with(&format!("worker {name} waits for jobs at nats://")), "{line}");
        Running(child)
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_raw(self.0.id().cast_signed()).expect("a process"), signal).expect("a signal");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The games of a file without the times of their moves.
fn games(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("a file");
    let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    fn forget_times(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|key, _| !key.contains("micros") && !key.contains("ms") && key != "time");
                map.values_mut().for_each(forget_times);
            }
            Value::Array(list) => list.iter_mut().for_each(forget_times),
            _ => {}
        }
    }
    games.iter_mut().for_each(forget_times);
    games
}

#[test]
fn kills_and_restarts_change_no_game() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("t.toml"), TOURNAMENT).expect("a file");
    let local = grandline(folder, &["tournament", "t.toml", "--db", "one.db", "--record", "one.jsonl"]).output();
    assert!(local.expect("the binary").status.success());
    let mut nats = Nats::start();
    let mut workers = [Running::worker(folder, &nats, "a"), Running::worker(folder, &nats, "b")];
    let address = nats.address();
    let arguments = ["tournament", "t.toml", "--db", "many.db", "--nats", &address, "--events", "-"];
    // The tournament itself is killed in the middle, and resumed.
    for (events, is_killed) in [(60, true), (usize::MAX, false)] {
        let mut command = grandline(folder, &arguments);
        let mut run = Running(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary"));
        let lines = BufReader::new(run.0.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let mut finished = 0;
        for line in lines {
            finished += usize::from(line.contains("\"event\":\"game_finished\""));
            if finished >= events {
                break;
            }
            if !is_killed && finished == 30 {
                workers[0].signal(Signal::KILL);
                workers[0] = Running::worker(folder, &nats, "c");
                finished += 1;
            }
            if !is_killed && finished == 80 {
                nats.kill();
                nats.resume();
                finished += 1;
            }
        }
        if is_killed {
            run.0.kill().expect("a running process");
        }
        let status = run.0.wait().expect("an end");
        assert_eq!(status.success(), !is_killed);
    }
    let shown = grandline(folder, &["tournament", "t.toml", "--db", "many.db", "--record", "many.jsonl"]).output();
    assert!(shown.expect("the binary").status.success());
    assert_eq!(games(&folder.join("one.jsonl")).len(), 300);
    assert_eq!(games(&folder.join("one.jsonl")), games(&folder.join("many.jsonl")));
    let verified = grandline(folder, &["verify", "--db", "many.db", "--replay", "100%"]).output().expect("the binary");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    // A worker that is told to end does so.
    workers[1].signal(Signal::TERM);
    assert!(workers[1].0.wait().expect("an end").success());
}

/// Gives a command another time of day, by the library of `faketime`. Clocks that only count seconds stay right, as they do
/// on a machine whose time of day is wrong.
fn at_another_time(command: &mut Command, offset: &str) {
    let folders = std::fs::read_dir("/usr/lib").expect("a Linux system").flatten();
    let library = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1")).find(|file| file.exists());
    let library = library.expect("no libfaketime; run `cargo xtask test` once, which installs it");
    command.env("LD_PRELOAD", library).env("FAKETIME", offset).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
}

#[test]
fn the_time_of_day_changes_no_game() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("t.toml"), TOURNAMENT).expect("a file");
    let local = grandline(folder, &["tournament", "t.toml", "--db", "one.db", "--record", "one.jsonl"]).output();
    assert!(local.expect("the binary").status.success());
    let nats = Nats::start();
    let _workers = [("late", "-400d"), ("early", "+7h")]
        .map(|(name, offset)| Running::worker_with(folder, &nats, name, |command| at_another_time(command, offset)));
    let address = nats.address();
    let arguments = ["tournament", "t.toml", "--db", "many.db", "--record", "many.jsonl", "--nats", &address];
    let mut command = grandline(folder, &arguments);
    at_another_time(&mut command, "+90d");
    let run = command.output().expect("the binary");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(games(&folder.join("one.jsonl")).len(), 300);
    assert_eq!(games(&folder.join("one.jsonl")), games(&folder.join("many.jsonl")));
    // The program did see another time: the tournament was entered in the future.
    let mut store = Sqlite::open(folder.join("many.db")).expect("a database");
    let created = store.find("cup").expect("readable").expect("the cup").entered.created.expect("a time");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    assert!(created.unsigned_abs() > now + 80 * 24 * 3600, "{created} is not 90 days after {now}");
}

#[test]
fn a_broker_that_is_not_there_is_explained() {
    let folder = TempDir::new().expect("a folder");
    let said = |arguments: &[&str]| {
        let output = grandline(folder.path(), arguments).env("NATS_PASSWORD", "s3cret").output().expect("the binary");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let worker = said(&["worker", "--nats", "nats://me:s3cret@127.0.0.1:1"]);
    assert!(worker.contains("nats://me@127.0.0.1:1: the broker does not answer"), "{worker}");
    let sides = ["match", "connect4", "greedy", "random", "--games", "2", "--nats", "nats://me:s3cret@127.0.0.1:1"];
    let run = said(&sides);
    assert!(
        run.contains("the broker does not answer") && !run.contains("s3cret") && !worker.contains("s3cret"),
        "{run}"
    );
}

#[test]
fn a_tuning_on_workers_gives_the_values_of_one_machine() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let nats = Nats::start();
    let address = nats.address();
    let tune = |more: &[&str]| {
        let tuning = "tune connect4 in104-connect4-threats:table=1 --parameter two=0..10 --iterations 6 --pairs 3 \
                      --games 20 --nodes 60 --seed 4";
        let arguments: Vec<&str> = tuning.split_whitespace().chain(more.iter().copied()).collect();
        Running(grandline(folder, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary"))
    };
    assert!(tune(&["--out", "one"]).0.wait().expect("an end").success());
    let mut many = tune(&["--out", "many", "--nats", &address]);
    // A tuning that waits for workers says so, once.
    let mut lines = BufReader::new(many.0.stderr.take().expect("a pipe")).lines().map(|line| line.expect("a line"));
    let is_alone = |line: &String| line.contains("no worker asks for them");
    assert!(lines.any(|line| is_alone(&line)));
    let _workers = [Running::worker(folder, &nats, "a"), Running::worker(folder, &nats, "b")];
    assert_eq!(lines.filter(is_alone).count(), 0);
    assert!(many.0.wait().expect("an end").success());
    for file in ["preset.toml", "result.json", "iterations.jsonl"] {
        let [one, many] =
            ["one", "many"].map(|name| std::fs::read_to_string(folder.join(name).join(file)).expect(file));
        assert!(!one.is_empty());
        assert_eq!(one, many, "{file}");
    }
}

#[test]
fn a_training_on_workers_gives_the_weights_of_one_machine() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let nats = Nats::start();
    let _workers = [Running::worker(folder, &nats, "a"), Running::worker(folder, &nats, "b")];
    let address = nats.address();
    let train = |more: &[&str]| {
        let training = "train othello --rounds 2 --games 30 --nodes 60 --solve-plies 4 --epochs 3 --test-games 12";
        let arguments: Vec<&str> = training.split_whitespace().chain(more.iter().copied()).collect();
        let output = grandline(folder, &arguments).output().expect("the binary");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    train(&["--out", "one"]);
    train(&["--out", "many", "--nats", &address]);
    for round in ["round-1", "round-2"] {
        for file in ["games.jsonl", "fitted.weights", "result.json"] {
            let [one, many] = ["one", "many"].map(|name| {
                std::fs::read(folder.join(name).join(round).join(file))
                    .unwrap_or_else(|error| panic!("{file}: {error}"))
            });
            assert!(!one.is_empty() && one == many, "{round}/{file}");
        }
    }
}
