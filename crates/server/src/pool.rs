//! Searches: how many run at once, how many may wait, and how one is ended.
//!
//! A search runs on a blocking thread, never on those that answer requests. More of them run at once than the machine has
//! cores and share these, so that every visitor sees progress.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{Semaphore, watch};

use crate::error::ApiError;
use crate::guard::Visitor;
use crate::state::closes;

/// How many searches there may be.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Running at once.
    pub at_once: usize,
    /// Waiting for their turn.
    pub waiting: usize,
    /// Running or waiting, per visitor.
    pub a_visitor: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        SearchLimits { at_once: (2 * cores).clamp(12, 64), waiting: 32, a_visitor: 4 }
    }
}

/// The place where searches run.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Inner>);

struct Inner {
    limits: SearchLimits,
    slots: Arc<Semaphore>,
    visitors: Mutex<HashMap<Visitor, usize>>,
    running: AtomicUsize,
    closing: watch::Receiver<bool>,
}

/// How busy the pool is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    pub(crate) limits: SearchLimits,
}

/// The right to make one search, running or waiting. It is given back when dropped.
pub(crate) struct Ticket {
    pool: Pool,
    visitor: Visitor,
}

/// Why a search did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The server closes.
    Closing,
    /// The search panicked, which is a bug in Grandline.
    Failed,
}

impl From<Unfinished> for ApiError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Closing => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down"),
            Unfinished::Failed => ApiError::failure("the search failed"),
        }
    }
}

impl Pool {
    pub(crate) fn new(limits: SearchLimits, closing: watch::Receiver<bool>) -> Self {
        let slots = Arc::new(Semaphore::new(limits.at_once));
        Pool(Arc::new(Inner { limits, slots, visitors: Mutex::default(), running: AtomicUsize::new(0), closing }))
    }

    fn visitors(&self) -> MutexGuard<'_, HashMap<Visitor, usize>> {
        // The map is right after every statement that changes it, so that a panic elsewhere leaves nothing half done.
        self.0.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a search on behalf of a visitor.
    pub(crate) fn enter(&self, visitor: &Visitor) -> Result<Ticket, ApiError> {
        let SearchLimits { at_once, waiting, a_visitor } = self.0.limits;
        let mut visitors = self.visitors();
        let all: usize = visitors.values().sum();
        let own = visitors.get(visitor).copied().unwrap_or(0);
        if own >= a_visitor {
            let words = format!("searches per visitor are limited to {a_visitor}; end one of yours");
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, words));
        }
        if all >= at_once + waiting {
            let words = format!("the server is busy with {all} searches; try again in a moment");
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, words));
        }
        *visitors.entry(visitor.clone()).or_insert(0) += 1;
        Ok(Ticket { pool: self.clone(), visitor: visitor.clone() })
    }

    pub(crate) fn load(&self) -> Load {
        let all: usize = self.visitors().values().sum();
        let running = self.0.running.load(Ordering::SeqCst);
        Load { running, waiting: all.saturating_sub(running), limits: self.0.limits }
    }

    /// How many searches a visitor has.
    pub(crate) fn load_of(&self, visitor: &Visitor) -> usize {
        self.visitors().get(visitor).copied().unwrap_or(0)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut visitors = self.pool.visitors();
        if let Some(count) = visitors.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.visitor);
            }
        }
    }
}

/// Counts a running search.
struct Running(Ticket);

impl Running {
    fn begin(ticket: Ticket) -> Self {
        ticket.pool.0.running.fetch_add(1, Ordering::SeqCst);
        Running(ticket)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.pool.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Ends a search when it is dropped, which happens when the request that waits for it is cancelled.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Lets those who answer requests go first. Threads that search are used for searches again, so it need not be taken back.
pub(crate) fn step_back() {
    // Only Linux gives a thread a priority of its own; elsewhere it would be that of the whole program.
    #[cfg(target_os = "linux")]
    // A system that does not allow it is merely less polite.
    let _ = rustix::process::setpriority_process(None, 5);
}

impl Ticket {
    /// Whether the search would begin at once.
    pub(crate) fn is_next(&self) -> bool {
        self.pool.0.slots.available_permits() > 0
    }

    /// Runs `work` once it is its turn. It must end soon after `stop` was set, which happens after `longest`, when the server closes,
    /// and when the future of this function is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        stop: Arc<AtomicBool>,
        longest: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let _cancel = StopOnDrop(stop.clone());
        let closing = self.pool.0.closing.clone();
        let slots = self.pool.0.slots.clone();
        let slot = tokio::select! {
            slot = slots.acquire_owned() => slot.map_err(|_| Unfinished::Closing)?,
            () = closes(closing.clone()) => return Err(Unfinished::Closing),
        };
        let running = Running::begin(self);
        let mut task = tokio::task::spawn_blocking(move || {
            // Both are given back when the search has really ended, not when nobody waits for it any more.
            let (_running, _slot) = (running, slot);
            step_back();
            work()
        });
        let finished = tokio::select! {
            finished = &mut task => Some(finished),
            () = tokio::time::sleep(longest) => None,
            () = closes(closing) => None,
        };
        let finished = match finished {
            Some(finished) => finished,
            None => {
                stop.store(true, Ordering::Relaxed);
                task.await
            }
        };
        finished.map_err(|_| Unfinished::Failed)
    }
}
