//! The output of an engine.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use super::info::Info;

/// The output of an engine, shared line by line between its search and its answers.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Option<Box<dyn Write + Send>>>>);

impl Output {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(Some(Box::new(output)))))
    }

    /// Writes a line. Errors are ignored: a host that is gone is noticed when its next line is read.
    pub(super) fn send(&self, line: &str) {
        if let Some(output) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = writeln!(output, "{line}").and_then(|()| output.flush());
        }
    }

    /// Writes a message for people, as an `info string` line.
    pub(super) fn note(&self, message: impl Into<String>) {
        self.send(&Info::note(message).to_string());
    }

    /// Discards everything from now on.
    pub(super) fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
