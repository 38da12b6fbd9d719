//! Workers of other versions, of other speeds, and what is known of them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use grandline_arena::store::{NoteKind, Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{Event, Speed, Tournament};
use grandline_dispatch::{Broker, Nats as Dispatch, WorkerEvent};
use grandline_fixtures::Nats;

use crate::common::{Worker, dispatched, expected, games, tournament};

#[test]
fn a_worker_of_another_version_takes_no_job_and_says_why() {
    let nats = Nats::start();
    let old = Worker::with(&nats, "old", |options| options.version = "0.0.1-beta".to_owned());
    let tournament = tournament(10);
    let (mut store, options) = (Sqlite::in_memory().expect("memory"), dispatched(&nats));
    let (mut workers, mut warnings) = (Vec::new(), Vec::new());
    run(&tournament, &mut store, &options, &mut |event| {
        if let Event::Warning { text } = event {
            // Only now there is a worker that can play.
            if text.contains("worker old has version 0.0.1-beta and takes no job of this run") {
                workers.push(Worker::start(&nats, "new"));
            }
            warnings.push(text.clone());
        }
    })
    .expect("games");
    assert_eq!(workers.len(), 1, "it is said once: {warnings:?}");
    assert_eq!(games(&mut store), expected(&tournament));
    let (played, said) = old.end();
    assert_eq!(played, 0);
    let reason = "and worker old is 0.0.1-beta: both must have the same version";
    assert!(said.iter().any(|event| matches!(event, WorkerEvent::Refused(text) if text.contains(reason))), "{said:?}");
    let key = store.find("cup").expect("readable").expect("the cup").key;
    let known = store.notes(key, NoteKind::Worker).expect("readable");
    assert!(known.iter().any(|note| note.worker == "old" && note.text.contains("0.0.1-beta")), "{known:?}");
    let jobs = store.notes(key, NoteKind::Jobs).expect("readable");
    assert!(jobs.len() == 1 && jobs[0].text.contains("\"dead\":0"), "{jobs:?}");
}

#[test]
fn a_worker_can_be_stopped_while_the_broker_is_away() {
    let nats = Nats::start();
    let worker = Worker::start(&nats, "patient");
    let mut store = Sqlite::in_memory().expect("memory");
    run(&tournament(10), &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    drop(nats);
    let (tell, ended) = channel();
    std::thread::spawn(move || tell.send(worker.end().0));
    // It takes a few seconds; a worker that waits for the broker waits forever.
    let played = ended.recv_timeout(Duration::from_secs(60));
    assert_eq!(played, Ok(games(&mut store).len() as u64));
}

/// A tournament with clocks that nobody runs out of.
fn timed() -> Tournament {
    let text = "name = 'cup'\ngame = 'connect4'\ngames = 4\nopenings = 'random:4'\nagents = ['greedy', 'random']\n\
                [limits]\ntc = '60+1'\n";
    Tournament::read(text, "cup.toml").expect("a tournament")
}

#[test]
fn a_noisy_machine_takes_no_games_with_clocks() {
    let nats = Nats::start();
    let (tell, hear) = channel();
    let noisy =
        Worker::listening(&nats, "noisy", |options| options.speed = Some(Speed { nodes: 1_000_000, noise: 40 }), tell);
    let dispatch = Dispatch::new(Broker::new(nats.address())).expect("a broker").for_speed(Some(500_000));
    let options = RunOptions { dispatch: Some(Arc::new(dispatch)), ..RunOptions::default() };
    let stop = options.stop.clone();
    let run = std::thread::spawn(move || {
        let mut store = Sqlite::in_memory().expect("memory");
        let entry = run(&timed(), &mut store, &options, &mut |_| {}).expect("games");
        (entry, store)
    });
    // It says why before another machine plays the games.
    let reason = loop {
        match hear.recv_timeout(Duration::from_secs(60)).expect("it refuses") {
            WorkerEvent::Refused(reason) => break reason,
            _ => continue,
        }
    };
    assert!(reason.contains("the speed of this machine varies by 40 %, more than 10 %"), "{reason}");
    let steady = Worker::start(&nats, "steady");
    let (entry, mut store) = run.join().expect("no panic");
    assert!(entry.verdict.is_some() && !stop.load(std::sync::atomic::Ordering::Relaxed));
    let players = store.notes(entry.key, NoteKind::Played).expect("readable");
    assert!(players.len() == 4 && players.iter().all(|note| note.worker == "steady"), "{players:?}");
    assert_eq!(noisy.end().0, 0);
    drop(steady);
}

#[test]
fn metrics_are_served_where_they_are_asked_for() {
    let nats = Nats::start();
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let (tell, hear) = channel();
    let _worker = Worker::listening(&nats, "lab \"7\"", |options| options.metrics = Some(port), tell);
    assert!(matches!(hear.recv().expect("it starts"), WorkerEvent::Ready(_)));
    run(&tournament(4), &mut Sqlite::in_memory().expect("memory"), &dispatched(&nats), &mut |_| {}).expect("games");
    while !matches!(hear.recv().expect("it plays"), WorkerEvent::Played(_)) {}
    let said = get(port, "/metrics");
    assert!(said.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"), "{said}");
    assert!(said.contains("grandline_worker_info{version=\"0.1.0\",name=\"lab \\\"7\\\"\"} 1\n"), "{said}");
    assert!(said.contains("# TYPE grandline_worker_games_total counter\ngrandline_worker_games_total "), "{said}");
    assert!(!said.contains("grandline_worker_jobs_total 0\n"), "{said}");
    assert!(get(port, "/").starts_with("HTTP/1.1 404"));
}

fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}
