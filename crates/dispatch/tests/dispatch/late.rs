//! Results that come when a run is over are kept and flagged, and do not count.

use std::sync::mpsc::channel;

use grandline_arena::statistics::{EloModel, SprtTerms};
use grandline_arena::store::{NoteKind, Sqlite, Store};
use grandline_arena::tournament::run;
use grandline_arena::{Event, Played, Tournament};
use grandline_dispatch::WorkerEvent;
use grandline_fixtures::Nats;

use crate::common::{Worker, dispatched, expected, games, tournament};

/// Lets the broker deliver all results again, as one does that forgot what was acknowledged.
fn forget_acknowledgements(nats: &mut Nats) {
    nats.kill();
    let consumers = nats.folder().join("data/jetstream/$G/streams/GRANDLINE_RESULTS/obs");
    std::fs::remove_dir_all(&consumers).expect("the consumers of results");
    nats.resume();
}

/// A match of two agents that a test ends long before the last game.
fn tested() -> Tournament {
    let mut tested = tournament(2000);
    tested.agents.truncate(2);
    tested.sprt = SprtTerms::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).ok();
    tested
}

#[test]
fn results_after_a_decision_are_stored_and_flagged() {
    let mut nats = Nats::start();
    let tested = tested();
    let (tell, hear) = channel();
    let worker = Worker::listening(&nats, "one", |_| {}, tell);
    let everything = expected(&Tournament { games: 400, sprt: None, ..tested.clone() });
    let mut store = Sqlite::in_memory().expect("memory");
    let mut played = 0;
    let entry = run(&tested, &mut store, &dispatched(&nats), &mut |event| {
        // The worker has played more than the test needs before the test sees the first game.
        while matches!(event, Event::GameFinished { .. }) && played < 400 {
            if let WorkerEvent::Played(count) = hear.recv().expect("it plays") {
                played += count;
            }
        }
    })
    .expect("games");
    assert!(entry.verdict.is_some());
    worker.end();
    let counted = expected(&tested);
    assert!(counted.len() < 400, "{} games were needed", counted.len());
    assert_eq!(games(&mut store), counted, "late games do not count");
    let check = |store: &mut Sqlite| {
        let late = store.notes(entry.key, NoteKind::Late).expect("readable");
        for note in &late {
            assert!(note.worker == "one" && note.number >= counted.len() as u64, "{note:?}");
            let mut game: Played = serde_json::from_str(&note.text).expect("a game");
            game.plies.iter_mut().for_each(|ply| ply.micros = 0);
            if let Some(same) = everything.get(note.number as usize) {
                assert_eq!(&game, same);
            }
        }
        late.len()
    };
    assert!(check(&mut store) > 0, "games beyond the decision are kept");
    // Results come again, to a run that has nothing left to play: those that count are known, and the others late.
    forget_acknowledgements(&mut nats);
    run(&tested, &mut store, &dispatched(&nats), &mut |_| {}).expect("nothing to play");
    let late = check(&mut store);
    assert!(late > 0, "the broker had more results than the test needed");
    assert_eq!(games(&mut store), counted);
    // They were acknowledged once they were stored, so that the next run hears of none.
    let mut said = Vec::new();
    run(&tested, &mut store, &dispatched(&nats), &mut |event| said.push(format!("{event:?}"))).expect("nothing");
    assert!(!said.iter().any(|text| text.contains("after the end of the run")), "{said:?}");
    assert_eq!(check(&mut store), late);
}

#[test]
fn repeated_results_of_a_finished_run_are_not_late() {
    let nats = Nats::start();
    let tournament = tournament(10);
    let worker = Worker::start(&nats, "one");
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    worker.end();
    let workers = store.notes(entry.key, NoteKind::Played).expect("readable");
    assert!(workers.len() == 30 && workers.iter().all(|note| note.worker == "one"), "{workers:?}");
    // The consumer of a complete run is gone, so that a second run gets all results again.
    run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("nothing to play");
    assert_eq!(store.notes(entry.key, NoteKind::Late), Ok(Vec::new()));
    assert_eq!(games(&mut store), expected(&tournament));
}

#[test]
fn results_of_a_run_that_was_stopped_wait_for_the_next() {
    let nats = Nats::start();
    let tournament = tournament(10);
    let worker = Worker::start(&nats, "one");
    // The consumer of a complete run is gone, so that the next run gets all results again.
    run(&tournament, &mut Sqlite::in_memory().expect("memory"), &dispatched(&nats), &mut |_| {}).expect("games");
    worker.end();
    // A run that is stopped at once has use for none of them, and does not flag them.
    let mut store = Sqlite::in_memory().expect("memory");
    let options = dispatched(&nats);
    options.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(run(&tournament, &mut store, &options, &mut |_| {}).expect("a stop is no failure").verdict.is_none());
    let key = store.find("cup").expect("readable").expect("the cup").key;
    assert_eq!(store.notes(key, NoteKind::Late), Ok(Vec::new()));
    // There is no worker: all games are those of the first run.
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    assert!(entry.verdict.is_some());
    assert_eq!(games(&mut store), expected(&tournament));
}
