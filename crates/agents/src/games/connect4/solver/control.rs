//! When a search ends early: the limits of the question, and what the threads of one search tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grandline_search::Limits;

/// Nodes between two looks at the limits; about 50 microseconds.
const INTERVAL: u64 = 256;

/// The limits of a question and the nodes spent on it by all threads.
pub(super) struct Control<'a> {
    limits: &'a Limits,
    started: Duration,
    nodes: AtomicU64,
    pause: AtomicU64,
    is_answered: AtomicBool,
    is_over: AtomicBool,
}

impl<'a> Control<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Control {
            limits,
            started: limits.clock.now(),
            nodes: AtomicU64::new(0),
            pause: AtomicU64::new(u64::MAX),
            is_answered: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// Nodes counted so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts nodes of a worker that has ended.
    pub(super) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Starts an attempt that ends by itself after this many nodes.
    pub(super) fn attempt(&self, nodes: u64) {
        self.pause.store(self.nodes().saturating_add(nodes), Ordering::Relaxed);
        self.is_answered.store(false, Ordering::Relaxed);
    }

    /// Tells the other threads that one has the answer.
    pub(super) fn answer(&self) {
        self.is_answered.store(true, Ordering::Relaxed);
    }

    /// Whether a limit of the question was reached.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether a limit is reached, the nodes so far included.
    pub(super) fn is_reached(&self) -> bool {
        let is_late = || self.limits.time.is_some_and(|time| self.limits.clock.now() - self.started >= time);
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) || self.limits.is_stopped() || is_late() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        self.is_over()
    }

    /// Counts the nodes since the last look; says how many more may be searched until the next one, `None` to stop.
    pub(super) fn look(&self, done: u64) -> Option<u64> {
        let nodes = self.nodes.fetch_add(done, Ordering::Relaxed) + done;
        if self.is_reached()
            || self.is_answered.load(Ordering::Relaxed)
            || nodes >= self.pause.load(Ordering::Relaxed)
        {
            return None;
        }
        Some(self.limits.nodes.map_or(INTERVAL, |most| most.saturating_sub(nodes).min(INTERVAL)))
    }
}
