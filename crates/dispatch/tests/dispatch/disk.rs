//! A broker whose disk is full: it says so, nothing is lost, and the run continues when there is room again.

use grandline_arena::Event;
use grandline_arena::store::Sqlite;
use grandline_arena::tournament::run;
use grandline_dispatch::WorkerEvent;
use grandline_fixtures::Nats;

use crate::common::{Worker, dispatched, expected, games, tournament};

/// Enough for the streams and the first jobs and results.
const DISK: u64 = 16 << 20;

#[test]
fn a_run_continues_after_the_disk_of_the_broker_was_full() {
    let mut nats = Nats::start_on_disk(DISK);
    let tournament = tournament(100);
    let worker = Worker::start(&nats, "one");
    let mut store = Sqlite::in_memory().expect("memory");
    let (mut finished, mut warnings, mut is_full) = (0, Vec::new(), false);
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |event| match event {
        Event::GameFinished { .. } => {
            finished += 1;
            if finished == 20 {
                nats.fill_disk();
                is_full = true;
            }
        }
        Event::Warning { text } => {
            warnings.push(text.clone());
            if std::mem::take(&mut is_full) {
                nats.move_to_larger_disk();
            }
        }
        _ => {}
    });
    assert!(entry.expect("games").verdict.is_some());
    assert_eq!(games(&mut store), expected(&tournament));
    // nats-server 2.9 does not answer any more, and logs nothing; newer ones take no results, which only workers notice.
    let advice = "make room";
    assert!(warnings.iter().any(|text| text.contains(advice)), "{warnings:?}");
    let (_, said) = worker.end();
    let is_told = |event: &WorkerEvent| matches!(event, WorkerEvent::Trouble(text) if text.contains(advice));
    assert!(said.iter().any(is_told), "{said:?}");
}
