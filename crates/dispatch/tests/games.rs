//! Games over a real broker: the same as on one machine, whatever happens on the way.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use grandline_arena::store::{Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{AgentSpec, Event, ExternalOptions, Played, Tournament};
use grandline_dispatch::{Broker, DispatchError, Nats as Dispatch, WorkerEvent, WorkerOptions, work};
use grandline_fixtures::Nats;
use tempfile::TempDir;

/// A worker in threads of this process.
struct Worker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<(u64, Vec<WorkerEvent>)>>,
    _folder: TempDir,
}

impl Worker {
    fn start(nats: &Nats, name: &str) -> Self {
        Worker::with(nats, name, |_| {})
    }

    fn with(nats: &Nats, name: &str, change: impl FnOnce(&mut WorkerOptions)) -> Self {
        let (folder, stop) = (TempDir::new().expect("a folder"), Arc::new(AtomicBool::new(false)));
        let mut options = WorkerOptions {
            broker: Broker::new(nats.address()),
            name: name.to_owned(),
            cores: 1,
            allowed: Vec::new(),
            external: ExternalOptions::default(),
            folder: folder.path().to_owned(),
            stop: stop.clone(),
        };
        change(&mut options);
        let thread = std::thread::spawn(move || {
            let (mut games, mut events) = (0, Vec::new());
            work(&options, &mut |event| match event {
                WorkerEvent::Played(count) => games += count,
                event => events.push(event.clone()),
            })
            .expect("a broker");
            (games, events)
        });
        Worker { stop, thread: Some(thread), _folder: folder }
    }

    /// Stops it, and returns how many games it played and what it said.
    fn end(mut self) -> (u64, Vec<WorkerEvent>) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().expect("a thread").join().expect("no panic")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn tournament(games: u64) -> Tournament {
    let text = "name = 'cup'\ngame = 'connect4'\nseed = 7\nopenings = 'random:4'\nagents = ['greedy', 'random', 'mcts']\n[limits]\nnodes = 30\n";
    let read = Tournament::read(text, "cup.toml").expect("a tournament");
    Tournament { games, ..read }
}

fn dispatched(nats: &Nats) -> RunOptions {
    let dispatch = Dispatch::new(Broker::new(nats.address())).expect("a broker");
    RunOptions { dispatch: Some(Arc::new(dispatch)), ..RunOptions::default() }
}

/// The games of a tournament without the times of its moves.
fn games(store: &mut dyn Store) -> Vec<Played> {
    let key = store.find("cup").expect("readable").expect("the cup").key;
    let mut games = Vec::new();
    store.games(key, &mut |game| games.push(game)).expect("readable");
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.micros = 0;
    }
    games
}

/// The games that one machine plays.
fn expected(tournament: &Tournament) -> Vec<Played> {
    let mut store = Sqlite::in_memory().expect("memory");
    run(tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("games");
    games(&mut store)
}

#[test]
fn two_workers_play_the_games_of_one_machine() {
    let nats = Nats::start();
    let tournament = tournament(40);
    let workers = [Worker::start(&nats, "one"), Worker::start(&nats, "two")];
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    assert!(entry.verdict.is_some());
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
fn a_command_runs_only_where_it_is_allowed() {
    let nats = Nats::start();
    let mut with_command = tournament(2);
    // The coordinator can start it; the worker may not.
    with_command.agents[0] = AgentSpec::new("json:python3 -c pass");
    let _worker = Worker::start(&nats, "careful");
    let mut store = Sqlite::in_memory().expect("memory");
    let mut warnings = Vec::new();
    let entry = run(&with_command, &mut store, &dispatched(&nats), &mut |event| {
        if let Event::Warning { text } = event {
            warnings.push(text.clone());
        }
    });
    let entry = entry.expect("games that cannot be played are no failure");
    assert!(entry.verdict.is_none(), "some games are missing");
    assert!(warnings.iter().any(|text| text.contains("the command 'python3' is not allowed here")), "{warnings:?}");
}

#[test]
fn brokers_that_cannot_be_used_are_explained() {
    let said = |broker: Broker| Dispatch::new(broker).expect_err("not a broker").to_string();
    let nowhere = said(Broker::new("nats://127.0.0.1:1"));
    assert!(nowhere.contains("the broker does not answer"), "{nowhere}");
    let strange = said(Broker::new("nats://me:s3cret@[::1"));
    assert!(strange.contains("is not an address") && !strange.contains("s3cret"), "{strange}");
    let guarded = Nats::start_with(|_| Some("authorization { user: me, password: s3cret }\n".to_owned()));
    let address = guarded.address();
    let refused = said(Broker::new(&address));
    assert!(refused.contains("the broker refuses this user"), "{refused}");
    let wrong = said(Broker::new(address.replace("nats://", "nats://me:wrong-s3cret@")));
    assert!(wrong.contains("the broker refuses this user") && !wrong.contains("s3cret"), "{wrong}");
    let mut right = Broker::new(address.replace("nats://", "nats://me@"));
    right.password = Some("s3cret".to_owned());
    Dispatch::new(right.clone()).expect("the right password");
    assert!(!format!("{right:?}").contains("s3cret"));
    right.credentials = Some(Path::new("/nowhere/creds").to_owned());
    assert!(matches!(Dispatch::new(right), Err(DispatchError::File(..))));
}
