//! Counts the positions that the threads of a solver visit, and watches its limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grandline_search::Limits;

/// What the threads of a search know about its limits together.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    started: Duration,
    /// Positions visited, as far as the threads have reported them.
    nodes: AtomicU64,
    /// Set once a thread has the answer, or a limit is reached.
    over: AtomicBool,
    /// More than the positions that a thread counts between two visits.
    unseen: u64,
}

impl<'a> Watch<'a> {
    /// Starts watching. A thread may count up to `unseen` positions without a visit, so that this many are kept in reserve.
    pub(crate) fn new(limits: &'a Limits, unseen: u64) -> Self {
        let (nodes, over) = (AtomicU64::new(0), AtomicBool::new(false));
        Watch { limits, started: limits.clock.now(), nodes, over, unseen }
    }

    /// The positions visited by all threads, once they have ended.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Begins a question. Returns whether a limit is reached already.
    pub(crate) fn begin(&self) -> bool {
        self.over.store(false, Ordering::Relaxed);
        self.is_exceeded()
    }

    /// Ends a question for all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether a limit is reached.
    fn is_exceeded(&self) -> bool {
        let Limits { nodes, time, clock, .. } = self.limits;
        self.limits.is_stopped()
            || nodes.is_some_and(|nodes| self.nodes() + self.unseen >= nodes)
            || time.is_some_and(|time| clock.now().saturating_sub(self.started) >= time)
    }
}

/// One thread's part.
pub(crate) struct Meter<'a> {
    watch: &'a Watch<'a>,
    nodes: u64,
    reported: u64,
    next: u64,
}

impl<'a> Meter<'a> {
    /// Positions between two looks at the limits: a fraction of a millisecond.
    const INTERVAL: u64 = 256;

    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        let mut meter = Meter { watch, nodes: 0, reported: 0, next: 0 };
        meter.schedule();
        meter
    }

    /// The positions visited by this thread.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position. Returns whether the search must end now.
    #[inline]
    pub(crate) fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next && self.look()
    }

    /// Counts a position without a look at the limits.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
    }

    fn schedule(&mut self) {
        let spent = self.watch.nodes() + self.watch.unseen;
        let left = self.watch.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
        self.next = self.nodes + left.min(Self::INTERVAL);
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.report();
        if self.watch.is_exceeded() {
            self.watch.end();
        }
        self.schedule();
        self.watch.over.load(Ordering::Relaxed)
    }

    /// Adds what was visited to the total.
    pub(crate) fn report(&mut self) {
        self.watch.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}
