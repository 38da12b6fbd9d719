//! `BoardDivercite`: the pieces on the board by cell.

use std::sync::Arc;

use grandline_games::divercite::{Cell, Kind};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyFrozenSet, PyList, PyString, PyTuple, PyType};

use super::table::{Participants, words};
use super::{CLASSES, History, Piece, Reduced, built, given, items, reduced};

/// A board: `env` has the pieces by pairs of row and column, in order of play.
#[pyclass(frozen, subclass, dict, weakref, module = "grandline._native")]
pub(crate) struct BoardDivercite {
    /// The source of the pieces, which are built on first access.
    source: Option<(History, Arc<Participants>)>,
    env: PyOnceLock<Py<PyAny>>,
    /// Its size: rows and columns.
    #[pyo3(get)]
    dimensions: Py<PyAny>,
}

impl BoardDivercite {
    pub(super) fn of(py: Python<'_>, line: History, table: Arc<Participants>) -> PyResult<Self> {
        let dimensions = PyList::new(py, [9, 9])?.into_any().unbind();
        Ok(BoardDivercite { source: Some((line, table)), env: PyOnceLock::new(), dimensions })
    }

    /// The content of a cell: a piece, or the word for an empty cell. It comes from the dictionary, which an agent may have
    /// changed, or from the position if the dictionary was not accessed yet.
    fn content<'py>(&self, py: Python<'py>, row: i64, column: i64) -> PyResult<Bound<'py, PyAny>> {
        let cell = cell(row, column);
        if let (None, Some((line, table))) = (self.env.get(py), &self.source) {
            return Ok(match cell.and_then(|cell| line.moves().enumerate().find(|(_, mv)| mv.cell() == cell)) {
                Some((ply, mv)) => table.piece(py, grandline_games::Side::from_parity(ply), mv).clone().into_any(),
                None => empty(py, cell),
            });
        }
        match self.its_env(py)?.bind(py).get_item((row, column)) {
            Ok(piece) => Ok(piece),
            Err(_) => Ok(empty(py, cell)),
        }
    }

    /// The sign of a place in the grid: a pair of a sign and its colour, and " " where there is no cell.
    fn sign<'py>(&self, py: Python<'py>, row: i64, column: i64) -> PyResult<Bound<'py, PyAny>> {
        let (sign, colour) = match (self.content(py, row, column)?.cast::<Piece>(), cell(row, column)) {
            (Ok(piece), _) => {
                let name = piece.get().piece_type.bind(py).to_string();
                let sign = match name.get(1..3) {
                    Some("CW") => "🅆",
                    Some("CB") => "🄱",
                    _ => "◆ ",
                };
                (sign, name.get(..1).unwrap_or_default().to_owned())
            }
            (Err(_), Some(cell)) if cell.kind() == Kind::City => ("▢ ", "Black".to_owned()),
            (Err(_), Some(_)) => ("◇ ", "Black".to_owned()),
            (Err(_), None) => return Ok(PyString::new(py, " ").into_any()),
        };
        Ok((sign, colour).into_pyobject(py)?.into_any())
    }

    /// The first letters of what stands around a cell.
    pub(super) fn colours_around(&self, py: Python<'_>, row: i64, column: i64) -> PyResult<Vec<char>> {
        let mut colours = Vec::new();
        for (row, column) in around(row, column) {
            if let Ok(piece) = self.content(py, row, column)?.cast::<Piece>() {
                colours.extend(piece.get().piece_type.bind(py).to_cow()?.chars().next());
            }
        }
        Ok(colours)
    }
}

/// The word for a cell without a piece.
fn empty(py: Python<'_>, cell: Option<Cell>) -> Bound<'_, PyAny> {
    let word = if cell.is_some() { intern!(py, "EMPTY") } else { intern!(py, "OUTSIDE") };
    word.clone().into_any()
}

/// The cell of a row and a column.
pub(super) fn cell(row: i64, column: i64) -> Option<Cell> {
    Cell::at(row.try_into().ok()?, column.try_into().ok()?)
}

/// The places beside a cell, in seahorse's order.
fn around(row: i64, column: i64) -> [(i64, i64); 4] {
    [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
}

/// The rows of the diamond as it stands on its corner, each as rows and columns of the square it is kept in.
fn diamond() -> impl Iterator<Item = impl Iterator<Item = (usize, usize)>> {
    (0..9).map(|row| (0..5 - row % 2).map(move |place| (row / 2 + 4 - place, row / 2 + place + row % 2)))
}

/// A terminal's number of a colour by the word of a grid.
fn colour_code(word: &str) -> Option<usize> {
    let place = ["Black", "R", "G", "Y", "B"].iter().position(|known| *known == word)?;
    Some(30 + place)
}

#[pymethods]
impl BoardDivercite {
    #[classattr]
    const FORBIDDEN_POS: i64 = 0;
    #[classattr]
    const CITY_POS: i64 = 1;
    #[classattr]
    const RESOURCE_POS: i64 = 2;

    /// Whether there is no cell, by row and column.
    #[classattr]
    #[pyo3(name = "FORBIDDEN_MASK")]
    fn forbidden_mask() -> Vec<Vec<bool>> {
        (0..9).map(|row| (0..9).map(|column| cell(row, column).is_none()).collect()).collect()
    }

    /// What a cell takes, "C" or "R", and 0 where there is none, by row and column.
    #[classattr]
    #[pyo3(name = "BOARD_MASK")]
    fn board_mask(py: Python<'_>) -> PyResult<Vec<Vec<Py<PyAny>>>> {
        let entry = |row, column| match cell(row, column) {
            Some(cell) => Ok(cell.kind().letter().into_pyobject(py)?.into_any().unbind()),
            None => Ok(0i64.into_pyobject(py)?.into_any().unbind()),
        };
        (0..9).map(|row| (0..9).map(|column| entry(row, column)).collect()).collect()
    }

    #[new]
    pub(super) fn new(py: Python<'_>, env: Py<PyAny>, dim: Py<PyAny>) -> Self {
        BoardDivercite { source: None, env: given(py, env), dimensions: dim }
    }

    /// The pieces by pairs of row and column.
    #[getter(env)]
    fn its_env(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.env, || {
            let env = match &self.source {
                Some((line, table)) => table.env(py, line)?,
                None => PyDict::new(py),
            };
            Ok(env.into_any())
        })
    }

    /// The pieces by pairs of row and column.
    pub(super) fn get_env(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.its_env(py)
    }

    /// Rows and columns.
    fn get_dimensions(&self, py: Python<'_>) -> Py<PyAny> {
        self.dimensions.clone_ref(py)
    }

    /// The piece on a cell, or -1.
    fn find<'py>(&self, py: Python<'py>, to_find: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.its_env(py)?.bind(py).get_item(to_find) {
            Ok(piece) => Ok(piece),
            Err(_) => Ok((-1i64).into_pyobject(py)?.into_any()),
        }
    }

    /// How many pieces a player has placed, and where.
    fn get_pieces_player<'py>(&self, owner: &Bound<'py, PyAny>) -> PyResult<(usize, Vec<Bound<'py, PyAny>>)> {
        let py = owner.py();
        let id = owner.call_method0("get_id")?;
        let mut places = Vec::new();
        for (place, piece) in items(self.its_env(py)?.bind(py))? {
            if piece.call_method0("get_owner_id")?.eq(&id)? {
                places.push(place);
            }
        }
        Ok((places.len(), places))
    }

    /// What lies beside a cell: by direction a pair of the piece, or "EMPTY" or "OUTSIDE", and its row and column.
    pub(super) fn get_neighbours<'py>(&self, py: Python<'py>, i: i64, j: i64) -> PyResult<Bound<'py, PyDict>> {
        let neighbours = PyDict::new(py);
        let [top_right, top_left] = [intern!(py, "top_right"), intern!(py, "top_left")];
        let sides = [top_right, top_left, intern!(py, "bot_left"), intern!(py, "bot_right")];
        for (side, (row, column)) in sides.into_iter().zip(around(i, j)) {
            let place = match cell(row, column) {
                Some(cell) => words(py).cell(py, cell).clone(),
                None => PyTuple::new(py, [row, column])?,
            };
            neighbours.set_item(side, (self.content(py, row, column)?, place))?;
        }
        Ok(neighbours)
    }

    /// The board as rows of signs: pairs of a sign and its colour, and " " where there is no cell.
    fn get_grid<'py>(&self, py: Python<'py>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        (0..9).map(|row| (0..9).map(|column| self.sign(py, row, column)).collect()).collect()
    }

    /// A dictionary of pieces by the text of their place, and of the size.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let env = PyDict::new(py);
        for (place, piece) in items(self.its_env(py)?.bind(py))? {
            env.set_item(place.str()?, piece)?;
        }
        [("env", env.as_any()), ("dim", self.dimensions.bind(py))].into_py_dict(py)
    }

    /// The board of a text that `to_json` would give.
    #[classmethod]
    #[pyo3(signature = (data, **_more))]
    fn from_json<'py>(
        class: &Bound<'py, PyType>,
        data: &Bound<'py, PyAny>,
        _more: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import(CLASSES)?.call_method1("read_board", (class, data))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFrozenSet::new(py, items(self.its_env(py)?.bind(py))?)?.hash()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<BoardDivercite>() else { return Ok(false) };
        self.its_env(py)?.bind(py).eq(other.get().its_env(py)?)
    }

    /// A grid as the diamond is seen: nine rows of five or four cells.
    fn rotate_grid_45<'py>(&self, grid_data: &Bound<'py, PyAny>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let at = |(row, column): (usize, usize)| grid_data.get_item(row)?.get_item(column);
        diamond().map(|row| row.map(at).collect()).collect()
    }

    /// The diamond in the colours of a terminal. Agents use it as a key, so it is the original's to the last sign.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let grid = self.get_grid(py)?;
        let mut text = "\n".to_owned();
        for (index, row) in diamond().enumerate() {
            text.push_str(if index % 2 == 1 { "  " } else { "" });
            for (row, column) in row {
                let (sign, colour): (String, String) = grid[row][column].extract()?;
                if let Some(code) = colour_code(&colour) {
                    text.push_str(&format!("\x1b[{code}m{sign}\x1b[0m "));
                }
            }
            text.push('\n');
        }
        Ok(text)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        reduced(slf, (this.its_env(py)?, this.dimensions.clone_ref(py)))
    }
}
