//! Long work in a thread of its own, while the calling thread handles signals and what the work tells.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python's signals are checked, so that Ctrl-C works.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Does some work and returns its result. The work is given a function that tells an event; `hear` is called with each event,
/// in the thread that called. A signal such as Ctrl-C, or an exception in `hear`, sets `stop` and is raised once the work has
/// ended.
pub(crate) fn attended<E: Send, R: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce(&mut dyn FnMut(E)) -> R + Send,
    mut hear: impl FnMut(Python<'_>, E) -> PyResult<()> + Send,
) -> PyResult<R> {
    let mut interrupt: PyResult<()> = Ok(());
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            // Without room in between: the work is never ahead of what was heard of it by more than an event.
            let (send, receive) = mpsc::sync_channel(0);
            let worker = scope.spawn(move || {
                work(&mut |event| {
                    // The calling thread listens until the work is over.
                    let _ = send.send(event);
                })
            });
            // Signals are handled in this thread alone.
            loop {
                let event = receive.recv_timeout(SIGNAL_INTERVAL);
                if matches!(event, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                if interrupt.is_ok() {
                    interrupt = Python::attach(|py| {
                        py.check_signals()?;
                        event.map_or(Ok(()), |event| hear(py, event))
                    });
                    stop.store(interrupt.is_err(), Ordering::Relaxed);
                }
            }
            worker.join()
        })
    });
    interrupt?;
    result.map_err(|_| PyRuntimeError::new_err("the run panicked, which is a bug in grandline; please report it"))
}
