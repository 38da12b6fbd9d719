//! A search in a thread of its own, watched from Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use grandline_agents::{AnyEngine, Thought};
use grandline_search::Limits;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::Idle;
use crate::board::Board;
use crate::position::Tally;

/// How often Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// A search under way. When it is dropped the search stops.
pub(super) struct Thinking {
    inbox: Receiver<Thought>,
    worker: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
}

impl Thinking {
    /// Lets an engine think; afterwards it waits among the idle ones. States it visits count for a tally, if there is one.
    pub(super) fn start(
        mut engine: Box<dyn AnyEngine>,
        board: &Arc<dyn Board>,
        limits: Limits,
        tally: Option<Tally>,
        idle: Idle,
    ) -> Self {
        let (outbox, inbox) = channel();
        let (id, game, stop) = (board.game(), board.erased(), limits.stop.clone());
        let worker = std::thread::spawn(move || {
            let mut last = None;
            let answer = engine.search(&*game, &limits, &mut |thought| {
                last = Some(summary(&thought));
                // Nobody listens any more: the search is being stopped.
                let _ = outbox.send(thought);
            });
            if let (Some(tally), Some(answer)) = (tally, &answer) {
                tally.fetch_add(answer.nodes, Ordering::Relaxed);
            }
            idle.lock().unwrap_or_else(PoisonError::into_inner).push((id, engine));
            // The answer is worth telling unless it was told already.
            if let Some(answer) = answer.filter(|answer| last != Some(summary(answer))) {
                let _ = outbox.send(answer);
            }
        });
        Thinking { inbox, worker: Some(worker), stop }
    }

    /// What stops the search when it is set.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The next report; `None` once the search is over. Ctrl-C stops it and is passed on.
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Thought>> {
        loop {
            let inbox = &mut self.inbox;
            match py.detach(move || inbox.recv_timeout(PATIENCE)) {
                Ok(thought) => return Ok(Some(thought)),
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

    /// Waits for the end of the thread.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(worker) = self.worker.take() else { return Ok(()) };
        let ended = py.detach(|| worker.join());
        ended.map_err(|_| PyRuntimeError::new_err("the search panicked, which is a mistake of grandline"))
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What makes a report news.
fn summary(thought: &Thought) -> (Option<String>, Vec<String>, u32, u64) {
    (thought.best.clone(), thought.pv.clone(), thought.depth, thought.nodes)
}
