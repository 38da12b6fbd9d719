//! Searches: how many run at once, who is next, and how one is ended.
//!
//! A search runs on a thread of its own, never on those that answer requests. More of them run at once than the machine
//! has cores and share these, so that every visitor sees progress. Moves of games have places of their own, which no
//! analysis can take, and threads of a higher priority. `queue.rs` decides who is next; `priority.rs` has the priorities.

mod priority;
mod queue;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::{oneshot, watch};

use self::priority::{ANALYSIS_NICENESS, MOVE_NICENESS, Starter};
pub(crate) use self::priority::{Disposable, Disposal, step_back};
use self::queue::{GRACE, Id, Queue};
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::state::{closes, lock};

/// How many searches there may be.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Moves of agents that are searched at once. Any number may wait.
    pub moves: usize,
    /// Analyses that run at once: positions, reviews, hints.
    pub analyses: usize,
    /// Analyses that wait for their turn.
    pub waiting: usize,
    /// Analyses of one visitor, running or waiting.
    pub per_visitor: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        SearchLimits {
            moves: (4 * cores).clamp(16, 64),
            analyses: (2 * cores).clamp(12, 64),
            waiting: 500,
            per_visitor: 4,
        }
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The move of an agent in a game. It is never refused and never told to yield.
    Move,
    /// An analysis that may be told to yield, and then ends with what it has found.
    Analysis,
    /// A short analysis: a hint, one position of a review. It is not told to yield.
    Glance,
}

/// The place where searches run.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Inner>);

struct Inner {
    limits: SearchLimits,
    moves: Lane,
    analyses: Lane,
    starter: Starter,
    disposal: Disposal,
    start: Instant,
    closing: watch::Receiver<bool>,
}

/// A queue, and how its claims are told that their time has come.
struct Lane(Mutex<(Queue, HashMap<Id, Signals>)>);

struct Signals {
    start: Option<oneshot::Sender<()>>,
    yielded: Arc<AtomicBool>,
    stop: Option<Arc<AtomicBool>>,
}

/// The claim to one search, running or waiting. It is given back when dropped.
pub(crate) struct Ticket {
    pool: Pool,
    purpose: Purpose,
    id: Id,
    started: oneshot::Receiver<()>,
    yielded: Arc<AtomicBool>,
}

/// A ticket whose turn has come.
pub(crate) struct Place(Ticket);

/// Why a search did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The server closes.
    Closing,
    /// Its place in the queue was needed for visitors of other addresses.
    Displaced,
    /// The search found nothing or panicked, which is a bug in Grandline.
    Failed,
}

impl From<Unfinished> for ApiError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Closing => ApiError::unavailable("the server is shutting down"),
            Unfinished::Displaced => ApiError::unavailable("the server is busy; try again in a moment"),
            Unfinished::Failed => ApiError::failure("the search failed"),
        }
    }
}

impl Lane {
    fn new(places: usize) -> Self {
        Lane(Mutex::new((Queue::new(places), HashMap::new())))
    }

    /// Starts all that can start, and tells those to yield that must.
    fn settle(&self, now: Duration) {
        let (queue, signals) = &mut *lock(&self.0);
        while let Some(id) = queue.start(now) {
            if let Some(start) = signals.get_mut(&id).and_then(|signals| signals.start.take()) {
                // A claim that has gone in the meantime gives its place back when it is dropped.
                let _ = start.send(());
            }
        }
        while let Some(id) = queue.make_room(now) {
            let Some(signals) = signals.get(&id) else { continue };
            signals.yielded.store(true, Ordering::Relaxed);
            if let Some(stop) = &signals.stop {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn load(&self) -> Value {
        let (queue, _) = &*lock(&self.0);
        json!({ "running": queue.running(), "waiting": queue.waiting(), "at_once": queue.places() })
    }
}

/// How many searches a visitor has, without those that were told to end: a busy machine takes its time to end them.
fn present(queue: &Queue, signals: &HashMap<Id, Signals>, visitor: &Visitor) -> usize {
    let is_ending = |id: &Id| {
        let stop = signals.get(id).and_then(|signals| signals.stop.as_ref());
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    };
    queue.claims_of(visitor).filter(|id| !is_ending(id)).count()
}

impl Pool {
    pub(crate) fn new(limits: SearchLimits, closing: watch::Receiver<bool>) -> Self {
        let (moves, analyses) = (Lane::new(limits.moves), Lane::new(limits.analyses));
        let (starter, disposal) = (Starter::start(), Disposal::start());
        Pool(Arc::new(Inner { limits, moves, analyses, starter, disposal, start: Instant::now(), closing }))
    }

    /// Who frees the memory of searches.
    pub(crate) fn disposal(&self) -> Disposal {
        self.0.disposal.clone()
    }

    fn lane(&self, purpose: Purpose) -> &Lane {
        if purpose == Purpose::Move { &self.0.moves } else { &self.0.analyses }
    }

    /// Asks for the move of an agent in a visitor's game.
    pub(crate) fn play(&self, visitor: &Visitor) -> Ticket {
        self.enter(visitor, Purpose::Move)
    }

    /// Asks for an analysis on behalf of a visitor.
    pub(crate) fn analyse(&self, visitor: &Visitor, purpose: Purpose) -> Result<Ticket, ApiError> {
        let SearchLimits { waiting, per_visitor, .. } = self.0.limits;
        {
            let (queue, signals) = &mut *lock(&self.0.analyses.0);
            if present(queue, signals, visitor) >= per_visitor {
                let words = format!("analyses per visitor are limited to {per_visitor}; end one of yours");
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, words));
            }
            if queue.running() >= queue.places() && queue.waiting() >= waiting {
                match queue.displace(visitor) {
                    Some(id) => drop(signals.remove(&id)),
                    None => return Err(Unfinished::Displaced.into()),
                }
            }
        }
        Ok(self.enter(visitor, purpose))
    }

    fn enter(&self, visitor: &Visitor, purpose: Purpose) -> Ticket {
        let (start, started) = oneshot::channel();
        let yielded = Arc::new(AtomicBool::new(false));
        let lane = self.lane(purpose);
        let id = {
            let (queue, signals) = &mut *lock(&lane.0);
            let id = queue.enter(visitor, purpose == Purpose::Analysis, self.now());
            signals.insert(id, Signals { start: Some(start), yielded: yielded.clone(), stop: None });
            id
        };
        lane.settle(self.now());
        Ticket { pool: self.clone(), purpose, id, started, yielded }
    }

    fn now(&self) -> Duration {
        self.0.start.elapsed()
    }

    /// How many searches run.
    pub(crate) fn running(&self) -> usize {
        [&self.0.moves, &self.0.analyses].map(|lane| lock(&lane.0).0.running()).into_iter().sum()
    }

    /// How many searches wait for their turn.
    pub(crate) fn waiting(&self) -> usize {
        [&self.0.moves, &self.0.analyses].map(|lane| lock(&lane.0).0.waiting()).into_iter().sum()
    }

    /// How busy the pool is, as a visitor is told.
    pub(crate) fn load(&self, visitor: &Visitor) -> Value {
        let SearchLimits { waiting, per_visitor, .. } = self.0.limits;
        let yours = {
            let (queue, signals) = &*lock(&self.0.analyses.0);
            present(queue, signals, visitor)
        };
        json!({
            "running": self.running(),
            "waiting": self.waiting(),
            "yours": yours,
            "moves": self.0.moves.load(),
            "analyses": self.0.analyses.load(),
            "most_waiting": waiting,
            "most_per_visitor": per_visitor,
        })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let lane = self.pool.lane(self.purpose);
        {
            let (queue, signals) = &mut *lock(&lane.0);
            queue.leave(self.id, self.pool.now());
            signals.remove(&self.id);
        }
        lane.settle(self.pool.now());
    }
}

/// Ends a search when it is dropped, which happens when the request that waits for it is cancelled.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Ticket {
    /// Whether its turn has come.
    pub(crate) fn is_next(&self) -> bool {
        !self.started.is_empty()
    }

    /// Becomes true when the search is told to end for others who wait.
    pub(crate) fn yielded(&self) -> Arc<AtomicBool> {
        self.yielded.clone()
    }

    /// Waits for its turn.
    pub(crate) async fn place(mut self) -> Result<Place, Unfinished> {
        let closing = self.pool.0.closing.clone();
        let turn = async {
            loop {
                match tokio::time::timeout(GRACE / 10, &mut self.started).await {
                    Ok(started) => return started.map_err(|_| Unfinished::Displaced),
                    // Nothing may have happened, but those who run may have run long enough.
                    Err(_) => self.pool.lane(self.purpose).settle(self.pool.now()),
                }
            }
        };
        tokio::select! {
            turn = turn => turn?,
            () = closes(closing) => return Err(Unfinished::Closing),
        }
        Ok(Place(self))
    }

    /// Runs `work` once it is its turn, as [`Place::run`] does.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        stop: Arc<AtomicBool>,
        longest: Duration,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Result<T, Unfinished> {
        let _cancel = StopOnDrop(stop.clone());
        self.place().await?.run(stop, longest, work).await
    }
}

impl Place {
    /// Runs `work`, which returns `None` if it fails. It must end soon after `stop` was set, which happens after
    /// `longest`, when it must yield, when the server closes, and when the future of this function is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        stop: Arc<AtomicBool>,
        longest: Duration,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Result<T, Unfinished> {
        let _cancel = StopOnDrop(stop.clone());
        let Place(ticket) = self;
        let closing = ticket.pool.0.closing.clone();
        if let Some(signals) = lock(&ticket.pool.lane(ticket.purpose).0).1.get_mut(&ticket.id) {
            signals.stop = Some(stop.clone());
        }
        if ticket.yielded.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
        let niceness = if ticket.purpose == Purpose::Move { MOVE_NICENESS } else { ANALYSIS_NICENESS };
        let (answer, mut answered) = oneshot::channel();
        let starter = ticket.pool.0.starter.clone();
        starter.spawn(niceness, move || {
            // Given back when the search has really ended, not when nobody waits for it any more.
            let ticket = ticket;
            let found = work();
            drop(ticket);
            // Nobody may wait any more.
            let _ = answer.send(found);
        });
        let found = tokio::select! {
            found = &mut answered => Some(found),
            () = tokio::time::sleep(longest) => None,
            () = closes(closing) => None,
        };
        let found = match found {
            Some(found) => found,
            None => {
                stop.store(true, Ordering::Relaxed);
                answered.await
            }
        };
        found.ok().flatten().ok_or(Unfinished::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_were_told_to_end_do_not_count() {
        let (visitor, mut queue, mut all) = (Visitor::judge(), Queue::new(4), HashMap::new());
        for ended in [false, true, false] {
            let id = queue.enter(&visitor, true, Duration::ZERO);
            let stop = Some(Arc::new(AtomicBool::new(ended)));
            all.insert(id, Signals { start: None, yielded: Arc::new(AtomicBool::new(false)), stop });
        }
        assert_eq!(queue.claims_of(&visitor).count(), 3);
        assert_eq!(present(&queue, &all, &visitor), 2);
    }
}
