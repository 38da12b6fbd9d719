//! The texts of moves as Python strings that are made once: a list of legal moves is asked for at every node of a search.

use std::sync::{Mutex, PoisonError};

use grandline_games::GameId;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::board::Board;

/// The strings of a game by the number of the move. What a move is called depends on the move alone.
type Texts = Vec<Option<Py<PyString>>>;

/// The strings of every game, as far as they were needed.
static TEXTS: Mutex<Vec<(GameId, Texts)>> = Mutex::new(Vec::new());

/// The legal moves of a board as a list of strings.
pub(super) fn legal_moves<'py>(py: Python<'py>, board: &dyn Board) -> PyResult<Bound<'py, PyList>> {
    let mut moves: Vec<Bound<'py, PyString>> = Vec::new();
    {
        // Nothing in here lets another thread of Python run, so nobody waits for this lock while holding Python's own.
        let mut tables = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = table(&mut tables, board.game());
        board.list_moves(&mut |action, format| {
            if texts.len() <= action {
                texts.resize_with(action + 1, || None);
            }
            let text = texts[action].get_or_insert_with(|| PyString::new(py, &format()).unbind());
            moves.push(text.bind(py).clone());
        });
    }
    PyList::new(py, moves)
}

fn table(tables: &mut Vec<(GameId, Texts)>, game: GameId) -> &mut Texts {
    let index = tables.iter().position(|(id, _)| *id == game).unwrap_or_else(|| {
        tables.push((game, Texts::new()));
        tables.len() - 1
    });
    &mut tables[index].1
}
