//! Lists of numbers of moves as Python lists: what a program that learns asks for at every ply.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

/// As many numbers as are kept: more than most games have moves.
const KEPT: u32 = 256;

/// The numbers from 0 on, to be copied from.
static COUNTING: PyOnceLock<Py<PyList>> = PyOnceLock::new();

/// A new list of ascending numbers. A run without gaps is copied from a list that is there, which is quicker than making
/// its members one by one; on a Connect 4 board most lists are such runs.
pub(super) fn list<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyList>> {
    match numbers {
        [first, .., last] if last - first == numbers.len() as u32 - 1 && *last < KEPT => {
            let counting = COUNTING.get_or_try_init(py, || PyList::new(py, 0..KEPT).map(Bound::unbind))?;
            Ok(counting.bind(py).get_slice(*first as usize, *last as usize + 1))
        }
        _ => PyList::new(py, numbers),
    }
}
