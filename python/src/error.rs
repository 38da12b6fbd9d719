//! Errors as Python exceptions: an invalid argument is a `ValueError` with the message of the library.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// The exception for an invalid value.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
