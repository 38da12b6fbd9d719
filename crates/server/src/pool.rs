//! Searches: how many run at once, how many may wait, and how one is ended.
//!
//! A search runs on a blocking thread, never on those that answer requests. More of them run at once than the machine has
//! cores and share these, so that every visitor sees progress.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};

use crate::error::ApiError;
use crate::guard::Visitor;
use crate::state::{closes, lock};

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
    closing: watch::Receiver<bool>,
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
    /// The search found nothing or panicked, which is a bug in Grandline.
    Failed,
}

impl From<Unfinished> for ApiError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Closing => ApiError::unavailable("the server is shutting down"),
            Unfinished::Failed => ApiError::failure("the search failed"),
        }
    }
}

impl Pool {
    pub(crate) fn new(limits: SearchLimits, closing: watch::Receiver<bool>) -> Self {
        let slots = Arc::new(Semaphore::new(limits.at_once));
        Pool(Arc::new(Inner { limits, slots, visitors: Mutex::default(), closing }))
    }

    /// Asks for a search on behalf of a visitor.
    pub(crate) fn enter(&self, visitor: &Visitor) -> Result<Ticket, ApiError> {
        let SearchLimits { at_once, waiting, a_visitor } = self.0.limits;
        let mut visitors = lock(&self.0.visitors);
        let all: usize = visitors.values().sum();
        let own = visitors.get(visitor).copied().unwrap_or(0);
        if own >= a_visitor {
            let words = format!("searches per visitor are limited to {a_visitor}; end one of yours");
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, words));
        }
        if all >= at_once + waiting {
            let words = format!("the server is busy with {all} searches; try again in a moment");
            return Err(ApiError::unavailable(words));
        }
        *visitors.entry(visitor.clone()).or_insert(0) += 1;
        Ok(Ticket { pool: self.clone(), visitor: visitor.clone() })
    }

    /// How many searches run.
    pub(crate) fn running(&self) -> usize {
        self.0.limits.at_once - self.0.slots.available_permits()
    }

    /// How busy the pool is, as a visitor is told.
    pub(crate) fn load(&self, visitor: &Visitor) -> Value {
        let SearchLimits { at_once, waiting, a_visitor } = self.0.limits;
        let (visitors, running) = (lock(&self.0.visitors), self.running());
        json!({
            "running": running,
            "waiting": visitors.values().sum::<usize>().saturating_sub(running),
            "yours": visitors.get(visitor).copied().unwrap_or(0),
            "at_once": at_once,
            "most_waiting": waiting,
            "most_a_visitor": a_visitor,
        })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut visitors = lock(&self.pool.0.visitors);
        if let Some(count) = visitors.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.visitor);
            }
        }
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

    /// Runs `work`, which returns `None` if it fails, once it is its turn. It must end soon after `stop` was set, which happens after `longest`, when the server closes,
    /// and when the future of this function is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        stop: Arc<AtomicBool>,
        longest: Duration,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Result<T, Unfinished> {
        let _cancel = StopOnDrop(stop.clone());
        let closing = self.pool.0.closing.clone();
        let slots = self.pool.0.slots.clone();
        let slot = tokio::select! {
            slot = slots.acquire_owned() => slot.map_err(|_| Unfinished::Closing)?,
            () = closes(closing.clone()) => return Err(Unfinished::Closing),
        };
        let mut task = tokio::task::spawn_blocking(move || {
            // Both are given back when the search has really ended, not when nobody waits for it any more.
            let (_ticket, _slot) = (self, slot);
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
        finished.ok().flatten().ok_or(Unfinished::Failed)
    }
}
