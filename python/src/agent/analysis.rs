//! `Analysis`: the reports of a search, one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use super::report::Report;
use super::thinking::Thinking;

/// An iterator over the reports of a search that runs meanwhile.
#[pyclass(frozen, module = "grandline")]
pub(crate) struct Analysis {
    thinking: Mutex<Option<Thinking>>,
    stop: Arc<AtomicBool>,
}

impl Analysis {
    /// The reports of a search.
    pub(super) fn of(thinking: Thinking) -> Self {
        Analysis { stop: thinking.stop_flag(), thinking: Mutex::new(Some(thinking)) }
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        // It is taken out while it is waited for: whoever asks in another thread meanwhile gets nothing instead of waiting.
        let Some(mut thinking) = self.thinking.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(None);
        };
        let thought = thinking.next(py)?;
        if thought.is_some() {
            *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = Some(thinking);
        }
        Ok(thought.map(|thought| Report::of(&thought)))
    }

    /// Stops the search; what it has found by then is its last report.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
