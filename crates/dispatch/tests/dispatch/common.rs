//! Workers in threads of this process, and what one machine would play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use grandline_arena::store::{Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{ExternalOptions, Played, Speed, Tournament};
use grandline_dispatch::{Broker, Nats as Dispatch, VERSION, WorkerEvent, WorkerOptions, work};
use grandline_fixtures::Nats;
use tempfile::TempDir;

/// A worker in threads of this process.
pub(crate) struct Worker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<(u64, Vec<WorkerEvent>)>>,
    _folder: TempDir,
}

impl Worker {
    pub(crate) fn start(nats: &Nats, name: &str) -> Self {
        Worker::with(nats, name, |_| {})
    }

    pub(crate) fn with(nats: &Nats, name: &str, change: impl FnOnce(&mut WorkerOptions)) -> Self {
        // Nobody hears the events before the end.
        Worker::listening(nats, name, change, channel().0)
    }

    /// The same with events that are also told at once.
    pub(crate) fn listening(
        nats: &Nats,
        name: &str,
        change: impl FnOnce(&mut WorkerOptions),
        tell: Sender<WorkerEvent>,
    ) -> Self {
        let (folder, stop) = (TempDir::new().expect("a folder"), Arc::new(AtomicBool::new(false)));
        let mut options = WorkerOptions {
            broker: Broker::new(nats.address()),
            name: name.to_owned(),
            cores: 1,
            version: VERSION.to_owned(),
            speed: Some(Speed { nodes: 1_000_000, noise: 1 }),
            metrics: None,
            allowed: Vec::new(),
            external: ExternalOptions::default(),
            memory: None,
            folder: folder.path().to_owned(),
            stop: stop.clone(),
        };
        change(&mut options);
        let thread = std::thread::spawn(move || {
            let (mut games, mut events) = (0, Vec::new());
            work(&options, &mut |event| {
                let _ = tell.send(event.clone());
                match event {
                    WorkerEvent::Played(count) => games += count,
                    event => events.push(event.clone()),
                }
            })
            .expect("a broker");
            (games, events)
        });
        Worker { stop, thread: Some(thread), _folder: folder }
    }

    /// Stops it, and returns how many games it played and what it said.
    pub(crate) fn end(mut self) -> (u64, Vec<WorkerEvent>) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().expect("a thread").join().expect("no panic")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

pub(crate) fn tournament(games: u64) -> Tournament {
    let text = "name = 'cup'\ngame = 'connect4'\nseed = 7\nopenings = 'random:4'\nagents = ['greedy', 'random', 'mcts']\n[limits]\nnodes = 30\n";
    let read = Tournament::read(text, "cup.toml").expect("a tournament");
    Tournament { games, ..read }
}

pub(crate) fn dispatched(nats: &Nats) -> RunOptions {
    let dispatch = Dispatch::new(Broker::new(nats.address())).expect("a broker");
    RunOptions { dispatch: Some(Arc::new(dispatch)), ..RunOptions::default() }
}

/// The games of a tournament without the times of its moves.
pub(crate) fn games(store: &mut dyn Store) -> Vec<Played> {
    let key = store.find("cup").expect("readable").expect("the cup").key;
    let mut games = Vec::new();
    store.games(key, &mut |game| games.push(game)).expect("readable");
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.micros = 0;
    }
    games
}

/// The games that one machine plays.
pub(crate) fn expected(tournament: &Tournament) -> Vec<Played> {
    let mut store = Sqlite::in_memory().expect("memory");
    run(tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("games");
    games(&mut store)
}
