//! `Analysis`: an iterator over the reports of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use super::report::Report;
use super::thinking::Thinking;

/// An iterator over the reports of a running search.
#[pyclass(frozen, module = "grandline")]
pub(crate) struct Analysis {
    thinking: Mutex<Option<Thinking>>,
    stop: Arc<AtomicBool>,
}

impl Analysis {
    /// The reports of a search.
    pub(super) fn of(thinking: Thinking) -> Self {
        Analysis { stop: Arc::clone(&thinking.stop), thinking: Mutex::new(Some(thinking)) }
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        // The search is taken out while this thread waits for it: another thread that asks meanwhile gets the end of the
        // iteration instead of blocking.
        let Some(mut thinking) = self.thinking.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(None);
        };
        let Some(report) = thinking.next(py)? else { return Ok(None) };
        let report = Report::of(thinking.analysis(&report));
        *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = Some(thinking);
        Ok(Some(report))
    }

    /// Stops the search; its last report is what it has found by then.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
