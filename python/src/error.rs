//! Errors on their way to Python: whatever a user wrote wrongly is a `ValueError` with the library's own words.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// The exception for a value that is wrong.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
