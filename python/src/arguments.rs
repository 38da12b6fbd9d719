//! Arguments that Python accepts in more than one form.

use std::time::Duration;

use grandline_search::time::parse_duration;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error::wrong;

/// A time: seconds as a number, or a text with its unit such as "500ms".
#[derive(FromPyObject)]
pub(crate) enum TimeArgument {
    /// Seconds.
    Seconds(f64),
    /// A text.
    Text(String),
}

impl TimeArgument {
    /// The duration.
    pub(crate) fn resolve(&self) -> PyResult<Duration> {
        match self {
            TimeArgument::Text(text) => parse_duration(text).map_err(wrong),
            TimeArgument::Seconds(seconds) => Duration::try_from_secs_f64(*seconds)
                .map_err(|_| wrong(format!("{seconds} is not a duration: the number of seconds must be 0 or more"))),
        }
    }
}

/// A number of threads: as many as there are cores if none is given.
pub(crate) fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(wrong("threads is 0: at least one is needed")),
        Some(threads) => Ok(threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The text of a move. An integer stands for its digits, because columns are often written as numbers.
pub(crate) fn move_text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    read_move(object).map_err(|found| PyTypeError::new_err(format!("{found} is not a move: {MOVE}")))
}

/// What a move is, for error messages.
pub(crate) const MOVE: &str = "a move is a text such as those of legal_moves";

/// The text of a move, or a short description of the object if it is not a move.
pub(crate) fn read_move(object: &Bound<'_, PyAny>) -> Result<String, String> {
    if let Ok(text) = object.extract::<String>() {
        return Ok(text);
    }
    if !object.is_instance_of::<PyBool>()
        && let Ok(number) = object.extract::<i64>()
    {
        return Ok(number.to_string());
    }
    let found = object.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
    Err(found.chars().take(80).collect())
}
