//! Runs one tournament after the other, on threads of a lower priority than those that answer requests.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use grandline_arena::Tournament;
use grandline_arena::report::Standings;
use grandline_arena::store::{self, Location, Store, TournamentKey};
use grandline_arena::tournament::{RunError, RunOptions, run};
use tokio::sync::watch;

use super::application;
use super::running::Running;
use crate::error::ApiError;
use crate::own_agents::OwnAgents;
use crate::pool::step_back;
use crate::state::lock;

/// The most tournaments that wait for their turn.
const MOST_WAITING: usize = 20;

/// Decides which tournament runs now and which next.
pub(crate) struct Organiser {
    shared: Arc<Inner>,
    ended: watch::Receiver<bool>,
}

struct Inner {
    location: Location,
    at_once: usize,
    /// The agents that may take part beside the catalogue.
    agents: Arc<OwnAgents>,
    desk: Mutex<Desk>,
    bell: Condvar,
    /// Counts changes, for those who watch.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Desk {
    waiting: VecDeque<(TournamentKey, Tournament)>,
    running: Option<Arc<Running>>,
    /// Why a tournament could not continue.
    failures: HashMap<TournamentKey, String>,
    closed: bool,
}

/// Where a tournament is.
pub(crate) enum QueuePlace {
    /// It runs.
    Running(Arc<Running>),
    /// So many are before it, the running one included.
    Waiting(usize),
    /// It does not run, perhaps because of this failure.
    Idle(Option<String>),
}

impl Inner {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        lock(&self.desk)
    }

    fn tell(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

impl Organiser {
    /// An organiser for a database that plays so many games at once.
    pub(crate) fn new(location: &Location, at_once: usize, agents: Arc<OwnAgents>) -> Self {
        let (end, ended) = watch::channel(false);
        let (desk, bell) = (Mutex::default(), Condvar::new());
        let (location, at_once) = (location.clone(), at_once.max(1));
        let shared = Arc::new(Inner { location, at_once, agents, desk, bell, changes: watch::Sender::new(0) });
        let worker = shared.clone();
        std::thread::spawn(move || {
            // Threads inherit the priority of the one that starts them.
            step_back();
            while let Some(running) = worker.next() {
                worker.play(&running);
            }
            end.send_replace(true);
        });
        Organiser { shared, ended }
    }

    /// Counts changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// How many games are played at once.
    pub(crate) fn at_once(&self) -> usize {
        self.shared.at_once
    }

    /// Where a tournament is.
    pub(crate) fn place(&self, key: TournamentKey) -> QueuePlace {
        let desk = self.shared.desk();
        if let Some(running) = desk.running.as_ref().filter(|running| running.key == key) {
            return QueuePlace::Running(running.clone());
        }
        match desk.waiting.iter().position(|(waiting, _)| *waiting == key) {
            Some(place) => QueuePlace::Waiting(place + usize::from(desk.running.is_some())),
            None => QueuePlace::Idle(desk.failures.get(&key).cloned()),
        }
    }

    /// The tournament that is being played, and how many wait.
    pub(crate) fn load(&self) -> (Option<i64>, usize) {
        let desk = self.shared.desk();
        (desk.running.as_ref().map(|running| running.key.0), desk.waiting.len())
    }

    /// Enters a tournament and lets it wait for its turn.
    pub(crate) fn enter(
        &self,
        store: &mut dyn Store,
        tournament: Tournament,
        may_rename: bool,
        created: Option<i64>,
    ) -> Result<i64, ApiError> {
        has_room(&self.shared.desk())?;
        let (id, tournament) = application::enter(store, tournament, may_rename, created)?;
        self.line_up(TournamentKey(id), tournament)?;
        Ok(id)
    }

    /// Lets a tournament of the store wait for its turn.
    pub(crate) fn line_up(&self, key: TournamentKey, tournament: Tournament) -> Result<(), ApiError> {
        let mut desk = self.shared.desk();
        has_room(&desk)?;
        let is_there = desk.waiting.iter().any(|(waiting, _)| *waiting == key)
            || desk.running.as_ref().is_some_and(|running| running.key == key);
        if is_there {
            return Err(ApiError::conflict("this tournament is already running or waiting"));
        }
        desk.failures.remove(&key);
        desk.waiting.push_back((key, tournament));
        drop(desk);
        self.shared.bell.notify_all();
        self.shared.tell();
        Ok(())
    }

    /// Stops a tournament; what is finished stays.
    pub(crate) fn stop(&self, key: TournamentKey) -> Result<(), ApiError> {
        let mut desk = self.shared.desk();
        let before = desk.waiting.len();
        desk.waiting.retain(|(waiting, _)| *waiting != key);
        let waited = desk.waiting.len() < before;
        let running = desk.running.as_ref().filter(|running| running.key == key);
        if let Some(running) = running {
            running.stop.store(true, Ordering::Relaxed);
        } else if !waited {
            return Err(ApiError::conflict("this tournament is not running"));
        }
        drop(desk);
        self.shared.tell();
        Ok(())
    }

    /// Stops the running tournament and starts no other.
    pub(crate) fn close(&self) {
        let mut desk = self.shared.desk();
        desk.closed = true;
        if let Some(running) = &desk.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        drop(desk);
        self.shared.bell.notify_all();
    }

    /// Completes when nothing runs any more, after [`close`](Self::close).
    pub(crate) async fn ended(&self) {
        // A sender that is gone has ended, too.
        let _ = self.ended.clone().wait_for(|&ended| ended).await;
    }
}

fn has_room(desk: &Desk) -> Result<(), ApiError> {
    if desk.closed {
        return Err(ApiError::unavailable("the server is shutting down"));
    }
    if desk.waiting.len() >= MOST_WAITING {
        return Err(ApiError::unavailable(format!(
            "{MOST_WAITING} tournaments are already waiting; try again when some have finished"
        )));
    }
    Ok(())
}

impl Inner {
    /// Waits for the next tournament; `None` when the server closes.
    fn next(&self) -> Option<Arc<Running>> {
        let mut desk = self.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some((key, tournament)) = desk.waiting.pop_front() {
                let running = Arc::new(Running::new(key, tournament, self.at_once));
                desk.running = Some(running.clone());
                drop(desk);
                self.tell();
                return Some(running);
            }
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Plays a tournament until it is over or stopped.
    fn play(&self, running: &Running) {
        let played = catch_unwind(AssertUnwindSafe(|| self.run(running)));
        let failure = played.unwrap_or(Err(RunError::Panicked)).err().map(|error| match error {
            RunError::Store(_) => "the database failed; what was finished before is safe".to_owned(),
            error => error.to_string(),
        });
        let mut desk = self.desk();
        desk.running = None;
        desk.failures.extend(failure.map(|words| (running.key, words)));
        drop(desk);
        self.tell();
    }

    fn run(&self, running: &Running) -> Result<(), RunError> {
        let mut store = store::open(&self.location)?;
        if let Some(entry) = store.get(running.key)? {
            running.begin_with(Standings::read(&running.tournament, &entry, store.as_mut())?);
            self.tell();
        }
        let options = RunOptions {
            concurrency: self.at_once,
            stop: running.stop.clone(),
            tells_moves: true,
            only_presets: true,
            agents: self.agents.by_name(running.tournament.game),
            external: self.agents.options.clone(),
            ..RunOptions::default()
        };
        run(&running.tournament, store.as_mut(), &options, &mut |event| {
            running.hear(event);
            self.tell();
        })?;
        Ok(())
    }
}
