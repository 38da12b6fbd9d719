//! Workers that cannot play a run leave its games to others. Games are dead only if no worker can play them.

use grandline_arena::report::Workers;
use grandline_arena::store::{NoteKind, Sqlite, Store};
use grandline_arena::tournament::run;
use grandline_arena::{AgentSpec, Ending, Event, Tournament};
use grandline_dispatch::WorkerEvent;
use grandline_fixtures::Nats;

use crate::common::{Worker, dispatched, expected, games, tournament};

/// An engine that plays the first legal move.
const ENGINE: &str = "import json, sys\n\
                      for line in sys.stdin:\n\
                      \x20   print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n";

/// A tournament with an external command that the coordinator can start.
fn with_command(games: u64, folder: &tempfile::TempDir) -> Tournament {
    let file = folder.path().join("engine.py");
    std::fs::write(&file, ENGINE).expect("a file");
    let mut with_command = tournament(games);
    with_command.agents[0] = AgentSpec::new(format!("json:python3 {}", file.display()));
    with_command
}

fn refused(said: &[WorkerEvent], reason: &str) -> bool {
    said.iter().any(|event| matches!(event, WorkerEvent::Refused(text) if text.contains(reason)))
}

#[test]
fn games_that_a_worker_refuses_are_played_by_another() {
    let nats = Nats::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    let with_command = with_command(20, &folder);
    let careful = Worker::start(&nats, "careful");
    let mut store = Sqlite::in_memory().expect("memory");
    let (mut able, mut warnings) = (None, Vec::new());
    let entry = run(&with_command, &mut store, &dispatched(&nats), &mut |event| {
        if let Event::Warning { text } = event {
            warnings.push(text.clone());
            // Until now every job was refused, some of them more than once.
            if able.is_none() && text.contains("no worker can play these games") {
                able = Some(Worker::with(&nats, "able", |options| options.allowed = vec!["python3".to_owned()]));
            }
        }
    });
    let entry = entry.expect("games");
    assert!(entry.verdict.is_some(), "{warnings:?}");
    assert_eq!(games(&mut store), expected(&with_command));
    let (played, said) = careful.end();
    assert!(played == 0 && refused(&said, "the command 'python3' is not allowed here"), "{said:?}");
    let players = store.notes(entry.key, NoteKind::Played).expect("readable");
    assert!(players.iter().all(|note| note.worker == "able"), "{players:?}");
    assert_eq!(store.notes(entry.key, NoteKind::Dead), Ok(Vec::new()));
}

#[test]
fn games_that_no_worker_can_play_are_dead_with_the_reason_of_each() {
    let nats = Nats::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    let workers = [Worker::start(&nats, "one"), Worker::start(&nats, "two")];
    let mut store = Sqlite::in_memory().expect("memory");
    let mut warnings = Vec::new();
    let entry = run(&with_command(2, &folder), &mut store, &dispatched(&nats), &mut |event| {
        if let Event::Warning { text } = event {
            warnings.push(text.clone());
        }
    });
    let entry = entry.expect("games that cannot be played are no failure");
    assert!(entry.verdict.is_none() && entry.games == 0, "{entry:?}");
    let reason = "the command 'python3' is not allowed here; its owner can add --allow python3";
    let reasons = format!("worker one: {reason}; worker two: {reason}");
    assert!(warnings.contains(&format!("6 games from 0 to 5 cannot be played: {reasons}")), "{warnings:?}");
    let remarks = Workers::read(&mut store, entry.key).expect("readable").expect("workers").remarks();
    assert!(remarks.contains(&format!("game 5 could not be played: {reasons}")), "{remarks:?}");
    drop(workers);
}

#[test]
fn a_worker_that_cannot_start_an_agent_does_not_lose_its_games() {
    let nats = Nats::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut with_engine = with_command(20, &folder);
    // The engine is installed on one machine and not on the other, and both allow it.
    let engine = folder.path().join("engine");
    std::fs::write(&engine, format!("#!/usr/bin/env python3\n{ENGINE}")).expect("a file");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&engine, executable).expect("its owner");
    let engine = engine.to_str().expect("a plain path").to_owned();
    with_engine.agents[0] = AgentSpec::new(format!("json:{engine}"));
    let expected = expected(&with_engine);
    let allow = |options: &mut grandline_dispatch::WorkerOptions| options.allowed = vec![engine.clone()];
    let mut store = Sqlite::in_memory().expect("memory");
    let (mut broken, mut able) = (None, None);
    let entry = run(&with_engine, &mut store, &dispatched(&nats), &mut |event| match event {
        Event::Round { .. } if broken.is_none() => {
            std::fs::rename(&engine, format!("{engine}.away")).expect("a file");
            broken = Some(Worker::with(&nats, "broken", allow));
        }
        Event::Warning { text } if able.is_none() && text.contains("no worker can play these games") => {
            std::fs::rename(format!("{engine}.away"), &engine).expect("a file");
            able = Some(Worker::with(&nats, "able", allow));
        }
        _ => {}
    });
    assert!(entry.expect("games").verdict.is_some());
    let played = games(&mut store);
    assert!(played.iter().all(|game| game.ending == Ending::Rules), "a machine without the engine lost its games");
    assert_eq!(played, expected);
    let (played, said) = broken.expect("a worker").end();
    assert!(played == 0 && refused(&said, "cannot play here"), "{said:?}");
}
