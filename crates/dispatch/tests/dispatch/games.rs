//! Games over a real broker: the same as on one machine, whatever happens on the way.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use grandline_arena::store::{NoteKind, Sqlite, Store};
use grandline_arena::tournament::run;
use grandline_arena::{AgentSpec, Event};
use grandline_dispatch::WorkerEvent;
use grandline_fixtures::Nats;
use tempfile::TempDir;

use crate::common::{Worker, dispatched, expected, games, tournament};

#[test]
fn two_workers_play_the_games_of_one_machine() {
    let nats = Nats::start();
    let tournament = tournament(40);
    let workers = [Worker::start(&nats, "one"), Worker::start(&nats, "two")];
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    assert!(entry.verdict.is_some());
    // Every worker that played is known.
    let [known, players] = [NoteKind::Worker, NoteKind::Played].map(|kind| {
        let notes = store.notes(entry.key, kind).expect("readable");
        notes.into_iter().map(|note| note.worker).collect::<BTreeSet<String>>()
    });
    assert!(!players.is_empty() && known.is_superset(&players), "{players:?} played, {known:?} are known");
    assert_eq!(games(&mut store), expected(&tournament));
    let played: u64 = workers.into_iter().map(|worker| worker.end().0).sum();
    assert!(played >= 120, "{played} games were acknowledged");
}

#[test]
fn a_broker_that_crashes_costs_time_and_nothing_else() {
    let mut nats = Nats::start();
    let tournament = tournament(100);
    let worker = Worker::start(&nats, "one");
    let options = dispatched(&nats);
    let mut store = Sqlite::in_memory().expect("memory");
    let mut finished = 0;
    let entry = run(&tournament, &mut store, &options, &mut |event| {
        if let Event::GameFinished { .. } = event {
            finished += 1;
            // Twice in the middle of everything.
            if finished == 40 || finished == 150 {
                nats.kill();
                nats.resume();
            }
        }
    });
    assert!(entry.expect("games").verdict.is_some());
    assert_eq!(games(&mut store), expected(&tournament));
    drop(worker);
}

#[test]
fn a_run_that_was_stopped_resumes() {
    let nats = Nats::start();
    let tournament = tournament(60);
    let _worker = Worker::start(&nats, "one");
    let mut store = Sqlite::in_memory().expect("memory");
    let mut options = dispatched(&nats);
    let stop = options.stop.clone();
    let entry = run(&tournament, &mut store, &options, &mut |event| {
        if matches!(event, Event::GameFinished { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let entry = entry.expect("a stop is no failure");
    assert!(entry.verdict.is_none() && entry.games > 0, "{entry:?}");
    options.stop = Arc::default();
    let entry = run(&tournament, &mut store, &options, &mut |_| {}).expect("the rest");
    assert!(entry.verdict.is_some());
    assert_eq!(games(&mut store), expected(&tournament));
}

#[test]
fn files_of_agents_travel_with_the_jobs() {
    let nats = Nats::start();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "base = \"mcts\"\nsimulations = 20\n").expect("a file");
    let mut with_file = tournament(10);
    with_file.agents[0] = AgentSpec::new(file.to_str().expect("a plain path"));
    let expected = expected(&with_file);
    let worker = Worker::start(&nats, "one");
    let mut store = Sqlite::in_memory().expect("memory");
    run(&with_file, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    assert_eq!(games(&mut store), expected);
    let (_, said) = worker.end();
    assert!(said.contains(&WorkerEvent::Run("cup".to_owned())), "{said:?}");
}

#[test]
fn a_broker_that_lost_everything_costs_time_and_nothing_else() {
    let mut nats = Nats::start();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "base = \"mcts\"\nsimulations = 20\n").expect("a file");
    let mut with_file = tournament(40);
    with_file.agents[0] = AgentSpec::new(file.to_str().expect("a plain path"));
    let worker = Worker::start(&nats, "one");
    let mut store = Sqlite::in_memory().expect("memory");
    let (mut finished, mut another) = (0, None);
    let entry = run(&with_file, &mut store, &dispatched(&nats), &mut |event| {
        if let Event::GameFinished { .. } = event {
            finished += 1;
            if finished == 40 {
                nats.kill();
                std::fs::remove_dir_all(nats.folder().join("data")).expect("its messages");
                nats.resume();
                // It never heard of the run and has none of its files.
                another = Some(Worker::start(&nats, "two"));
            }
        }
    });
    assert!(entry.expect("games").verdict.is_some());
    assert_eq!(games(&mut store), expected(&with_file));
    drop((worker, another));
}
