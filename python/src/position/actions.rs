//! Legal actions as Python lists: the call that a learning program makes at every ply.

use std::cell::RefCell;

use grandline_games::{AnyPosition, MoveId};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

/// How many numbers [`COUNTING`] has: more than most games have actions.
const KEPT: u32 = 256;

/// The list of the numbers from 0 on, from which slices are copied.
static COUNTING: PyOnceLock<Py<PyList>> = PyOnceLock::new();

thread_local! {
    /// The buffer of [`with_actions`].
    static ACTIONS: RefCell<Vec<MoveId>> = const { RefCell::new(Vec::new()) };
}

/// Calls a function with the legal actions of a position in ascending order. The buffer is kept for the next call, so that
/// nothing is allocated.
pub(super) fn with_actions<R>(position: &AnyPosition, then: impl FnOnce(&[MoveId]) -> R) -> R {
    // The buffer is taken out of its cell, so that a nested call does not find it borrowed.
    let mut actions = ACTIONS.take();
    actions.clear();
    position.list_moves(&mut actions);
    if !actions.is_sorted() {
        actions.sort_unstable();
    }
    let result = then(&actions);
    ACTIONS.set(actions);
    result
}

/// A new Python list of ascending actions. A run without gaps is copied from an existing list, which is faster than
/// converting each number; in Connect 4 most lists are such runs.
pub(super) fn list<'py>(py: Python<'py>, actions: &[MoveId]) -> PyResult<Bound<'py, PyList>> {
    match actions {
        [MoveId(first), .., MoveId(last)] if last - first == actions.len() as u32 - 1 && *last < KEPT => {
            let counting = COUNTING.get_or_try_init(py, || PyList::new(py, 0..KEPT).map(Bound::unbind))?;
            Ok(counting.bind(py).get_slice(*first as usize, *last as usize + 1))
        }
        _ => PyList::new(py, actions.iter().map(|mv| mv.0)),
    }
}

/// The move of an action; a number that no move has stays one.
pub(super) fn move_id(action: usize) -> MoveId {
    MoveId(action.try_into().unwrap_or(u32::MAX))
}
