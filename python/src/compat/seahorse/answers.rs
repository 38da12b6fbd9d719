//! The queries of a state: the board, the players, and the state itself as text, key and copy.

use std::sync::Arc;

use grandline_games::Side;
use grandline_games::divercite::Cell;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use super::board::cell;
use super::{BoardDivercite, CLASSES, GameStateDivercite, Reduced, given, notes, reduced};

#[pymethods]
impl GameStateDivercite {
    /// How many moves were made.
    fn get_step(&self) -> u8 {
        self.its_step()
    }

    /// Whether the game is over.
    fn is_done(&self) -> bool {
        self.line.rules.is_over()
    }

    /// Points by player id.
    fn get_scores(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.its_scores(py)
    }

    /// The points of a player.
    fn get_player_score<'py>(&self, py: Python<'py>, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.its_scores(py)?.bind(py).get_item(player.call_method0("get_id")?)
    }

    /// Both players, White first.
    fn get_players(&self, py: Python<'_>) -> Py<PyList> {
        self.its_players(py)
    }

    /// The player to move.
    fn get_next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.its_next_player(py)
    }

    /// The name of `get_next_player` from seahorse 1.2 on.
    fn get_active_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.its_next_player(py)
    }

    /// The player who moves after the one to move.
    fn compute_next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table.player(py, !self.mover())
    }

    /// The player of an id, or None.
    fn get_player_id<'py>(&self, pid: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.table.player_of(pid)?.map(|player| self.table.player(pid.py(), player)).transpose()
    }

    /// The board.
    fn get_rep(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.its_rep(py)
    }

    /// What lies beside a cell: see `BoardDivercite.get_neighbours`.
    fn get_neighbours<'py>(&self, py: Python<'py>, i: i64, j: i64) -> PyResult<Bound<'py, PyAny>> {
        self.its_rep(py)?.bind(py).call_method1("get_neighbours", (i, j))
    }

    /// Whether there is a cell in a row and column.
    fn in_board(&self, index: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(cell_of_list(index)?.is_some())
    }

    /// Whether a cell takes a city, "C", or a resource, "R"; what is no cell takes 0.
    fn piece_type_match(&self, resource_or_city: &Bound<'_, PyAny>, pos: &Bound<'_, PyAny>) -> PyResult<bool> {
        match cell_of_list(pos)? {
            Some(cell) => resource_or_city.eq(cell.kind().letter()),
            None => resource_or_city.eq(0),
        }
    }

    /// Ends a draw by the course's rules: gives points to the player with more divercités or, if both are equal, more
    /// cities beside four, three or two resources of their own colour, and at last to the first player.
    pub(super) fn remove_draw<'py>(
        &self,
        scores: Bound<'py, PyAny>,
        board: &Bound<'py, BoardDivercite>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let players = self.its_players(scores.py());
        scores.py().import(CLASSES)?.call_method1("remove_draw", (players, scores, board))
    }

    /// Whether four colours lie around a cell, with one more if it is given, on this board or on another.
    #[pyo3(signature = (pos, piece_color = None, board = None))]
    fn check_divercite(
        &self,
        py: Python<'_>,
        pos: &Bound<'_, PyAny>,
        piece_color: Option<&str>,
        board: Option<&Bound<'_, BoardDivercite>>,
    ) -> PyResult<bool> {
        let (row, column) = (pos.get_item(0)?.extract()?, pos.get_item(1)?.extract()?);
        let mut colours = match board {
            Some(board) => board.get().colours_around(py, row, column)?,
            None => self.its_rep(py)?.bind(py).cast::<BoardDivercite>()?.get().colours_around(py, row, column)?,
        };
        colours.sort_unstable();
        colours.dedup();
        let more = piece_color.filter(|text| !text.is_empty());
        let more = more.filter(|text| !colours.iter().any(|&known| text.chars().eq([known])));
        Ok(colours.len() + usize::from(more.is_some()) == 4)
    }

    /// The pieces left after a move: a place, a piece and the id of the one who places it.
    fn compute_players_pieces_left<'py>(
        &self,
        py: Python<'py>,
        play_info: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (piece, id) = (play_info.get_item(1)?, play_info.get_item(2)?);
        let left = self.table.pieces_left(py, &self.line.rules)?;
        let own = left.as_any().get_item(&id)?;
        own.set_item(&piece, own.get_item(&piece)?.extract::<i64>()? - 1)?;
        Ok(left)
    }

    /// The data of an action from what a page sends.
    fn convert_gui_data_to_action_data<'py>(&self, gui_data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        gui_data.py().import(CLASSES)?.call_method1("action_data", (gui_data,))
    }

    /// A dictionary of its attributes, in the order of seahorse's recordings.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = PyDict::new(py);
        json.set_item("scores", self.its_scores(py)?)?;
        json.set_item("next_player", self.its_next_player(py)?)?;
        json.set_item("players", self.its_players(py))?;
        json.set_item("rep", self.its_rep(py)?)?;
        json.set_item("max_step", self.its_max_step())?;
        json.set_item("step", self.its_step())?;
        json.set_item("players_pieces_left", self.its_pieces_left(py)?)?;
        Ok(json)
    }

    fn __hash__(&self) -> isize {
        self.line.hash()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<GameStateDivercite>().is_ok_and(|other| other.get().line.equals(&self.line))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_done() {
            return Ok("The game is finished!".to_owned());
        }
        let player = self.its_next_player(py)?;
        let (id, name) = (player.call_method0("get_id")?, player.call_method0("get_name")?);
        let scores = self.its_scores(py)?;
        Ok(format!(
            "Current scores are {}.\nNext person to play is player {} ({}).\n",
            scores.bind(py).str()?,
            id.str()?,
            name.str()?
        ))
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.points();
        let mover = if self.mover() == Side::First { "W" } else { "B" };
        format!("<GameStateDivercite: step {}, {first}:{second}, {mover} to move>", self.its_step())
    }

    /// A copy shows the same dictionaries and has the same notes.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        slf.get().twin(notes(slf)?, Ok)
    }

    /// A position cannot be changed, and its players are who they are: a copy has them too, and all else of its own.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let copy = slf.py().import("copy")?.getattr("deepcopy")?;
        slf.get().twin(notes(slf)?, |part| copy.call1((part, memo)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, state) = (slf.py(), slf.get());
        let parts = (
            state.its_scores(py)?,
            state.its_next_player(py)?,
            state.its_players(py),
            state.its_rep(py)?,
            state.its_step(),
            state.its_pieces_left(py)?,
        );
        reduced(slf, parts)
    }
}

impl GameStateDivercite {
    /// The same state again, with copies of the notes and of what was shown before.
    fn twin<'py>(
        &self,
        notes: Bound<'py, PyAny>,
        copy: impl Fn(Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        let py = notes.py();
        let part = |shown: &PyOnceLock<Py<PyAny>>| -> PyResult<_> {
            let Some(shown) = shown.get(py) else { return Ok(PyOnceLock::new()) };
            Ok(given(py, copy(shown.bind(py).clone())?.unbind()))
        };
        let twin = GameStateDivercite {
            scores: part(&self.scores)?,
            left: part(&self.left)?,
            rep: part(&self.rep)?,
            ..GameStateDivercite::of(self.line, Arc::clone(&self.table))
        };
        let twin = Bound::new(py, twin)?;
        super::notes(&twin)?.call_method1("update", (copy(notes)?,))?;
        Ok(twin)
    }
}

/// The cell that a list of nine lists has there: numbers below zero count from the end.
fn cell_of_list(index: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    let number = |part: usize| -> PyResult<i64> {
        let number: i64 = index.get_item(part)?.extract()?;
        let wrapped = if number < 0 { number + 9 } else { number };
        if (0..9).contains(&wrapped) {
            Ok(wrapped)
        } else {
            Err(PyIndexError::new_err(format!("there is no row or column {number} on a board of 9 by 9")))
        }
    };
    Ok(cell(number(0)?, number(1)?))
}
