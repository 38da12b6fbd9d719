//! A cache of move texts as Python strings, because a search asks for the legal moves at every node.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use grandline_games::{AnyPosition, GameId};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// The strings of a game by the number of the move. The text of a move depends on the move alone.
type Texts = Vec<Option<Py<PyString>>>;

/// The strings of every game that were needed so far.
static TEXTS: Mutex<BTreeMap<GameId, Texts>> = Mutex::new(BTreeMap::new());

/// The legal moves of a position as a list of strings.
pub(super) fn legal_moves<'py>(py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyList>> {
    let mut moves: Vec<Bound<'py, PyString>> = Vec::new();
    {
        // Nothing in this block releases the GIL, so no thread can wait for this lock while another one holds the GIL.
        let mut tables = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = tables.entry(position.game()).or_default();
        position.visit_moves(&mut |mv, format| {
            let action = mv.index();
            if texts.len() <= action {
                texts.resize_with(action + 1, || None);
            }
            let text = texts[action].get_or_insert_with(|| PyString::new(py, &format()).unbind());
            moves.push(text.bind(py).clone());
        });
    }
    PyList::new(py, moves)
}
