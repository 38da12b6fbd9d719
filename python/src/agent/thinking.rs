//! A search in its own thread, observed from Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use grandline_agents::{Analysis, AnyEngine};
use grandline_games::{AnyPosition, MoveId};
use grandline_search::{Limits, Report};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::Idle;
use crate::position::Tally;

/// How often Python's signals are checked, so that Ctrl-C works.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// A running search. Dropping it stops the search.
pub(super) struct Thinking {
    position: AnyPosition,
    inbox: Receiver<Report<MoveId>>,
    worker: Option<JoinHandle<()>>,
    /// Stops the search.
    pub(super) stop: Arc<AtomicBool>,
}

impl Thinking {
    /// Starts a search. Afterwards the engine is put back among the idle ones, and its nodes are added to the tally.
    pub(super) fn start(
        mut engine: Box<dyn AnyEngine>,
        position: AnyPosition,
        limits: Limits,
        tally: Option<Tally>,
        idle: Idle,
    ) -> Self {
        let (outbox, inbox) = channel();
        let (searched, stop) = (position.clone(), limits.stop.clone());
        let worker = std::thread::spawn(move || {
            let mut last: Option<Report<MoveId>> = None;
            let answer = engine.search(&searched, &limits, &mut |report| {
                last = Some(report.clone());
                // Sending fails only if the receiver is gone, and then the search is being stopped.
                let _ = outbox.send(report.clone());
            });
            if let (Some(tally), Some(answer)) = (tally, &answer) {
                tally.fetch_add(answer.counts.nodes, Ordering::Relaxed);
            }
            idle.lock().unwrap_or_else(PoisonError::into_inner).push((searched.game(), engine));
            let is_news = |answer: &Report<MoveId>| last.is_none_or(|last| !says_the_same(&last, answer));
            if let Some(answer) = answer.filter(is_news) {
                let _ = outbox.send(answer);
            }
        });
        Thinking { position, inbox, worker: Some(worker), stop }
    }

    /// A report of this search as texts.
    pub(super) fn analysis(&self, report: &Report<MoveId>) -> Analysis {
        Analysis::of(&self.position, report)
    }

    /// The next report; `None` once the search is over. Ctrl-C stops the search and is raised.
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Report<MoveId>>> {
        loop {
            let inbox = &mut self.inbox;
            match py.detach(move || inbox.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(report) => return Ok(Some(report)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.finish(py).map(|()| None),
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop.store(true, Ordering::Relaxed);
                self.finish(py)?;
                return Err(interrupt);
            }
        }
    }

    /// The text of the move that the search chooses in the end.
    pub(super) fn best(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        let mut best = None;
        while let Some(report) = self.next(py)? {
            best = report.best();
        }
        Ok(best.and_then(|mv| self.position.move_text(mv)))
    }

    /// Waits for the end of the thread.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(worker) = self.worker.take() else { return Ok(()) };
        let ended = py.detach(|| worker.join());
        ended.map_err(|_| PyRuntimeError::new_err("the search panicked, which is a bug in grandline"))
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Whether a report repeats another one, except for its time.
fn says_the_same(report: &Report<MoveId>, other: &Report<MoveId>) -> bool {
    let summary = |report: &Report<MoveId>| (report.depth, report.counts.nodes);
    summary(report) == summary(other) && report.pv() == other.pv()
}
