//! `LightAction` and `HeavyAction`: a move by itself, and a move as the states before and after it.

use std::vec::IntoIter;

use grandline_games::divercite::{Cell, Colour, Placement};
use pyo3::exceptions::{PyStopIteration, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple};

use super::table::words;
use super::{CLASSES, GameStateDivercite, Reduced, built, given, reduced};
use crate::error::wrong;

/// A move by itself. `data` is a dictionary of "piece", such as "RC", and "position", a pair of row and column.
#[pyclass(frozen, subclass, dict, weakref, module = "grandline._native")]
pub(crate) struct LightAction {
    /// The move that a state generated; valid only until `data` is created, which an agent may change.
    mv: Option<Placement>,
    data: PyOnceLock<Py<PyAny>>,
}

impl LightAction {
    pub(super) fn of(mv: Placement) -> Self {
        LightAction { mv: Some(mv), data: PyOnceLock::new() }
    }

    /// The move.
    pub(super) fn placement(&self, py: Python<'_>) -> PyResult<Placement> {
        match (self.data.get(py), self.mv) {
            (None, Some(mv)) => Ok(mv),
            (None, None) => Err(PyTypeError::new_err("the action has no data")),
            (Some(data), _) => {
                let data = data.bind(py);
                placement(&data.get_item(intern!(py, "piece"))?, &data.get_item(intern!(py, "position"))?)
            }
        }
    }
}

/// The move of a piece such as "RC" and a pair of row and column.
pub(super) fn placement(piece: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Placement> {
    let wrong_place = || wrong(format!("{} is not a cell of the board", describe(position)));
    let (row, column): (u8, u8) = (number(position, 0)?, number(position, 1)?);
    let cell = Cell::at(row, column).ok_or_else(wrong_place)?;
    let name = piece.cast::<PyString>()?.to_cow()?;
    let mut letters = name.chars();
    let colour = letters.next().and_then(Colour::from_letter);
    match (colour, letters.next()) {
        (Some(colour), Some(kind)) if kind == cell.kind().letter() => Ok(Placement::new(colour, cell)),
        (Some(_), Some('C' | 'R')) => {
            Err(wrong(format!("{name} cannot stand on ({row}, {column}), which is a {} cell", cell.kind().word())))
        }
        _ => Err(wrong(format!("'{name}' is not a piece such as RC or GR"))),
    }
}

/// A coordinate; a number outside of `u8` becomes one that no board has.
fn number(position: &Bound<'_, PyAny>, index: usize) -> PyResult<u8> {
    Ok(position.get_item(index)?.extract::<i64>()?.try_into().unwrap_or(u8::MAX))
}

fn describe(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string())
}

#[pymethods]
impl LightAction {
    #[new]
    fn new(py: Python<'_>, data: Py<PyAny>) -> Self {
        LightAction { mv: None, data: given(py, data) }
    }

    /// The move: "piece" and "position".
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.data, || {
            let data = PyDict::new(py);
            if let Some(mv) = self.mv {
                let words = words(py);
                data.set_item(intern!(py, "piece"), &words.pieces[mv.piece().index()])?;
                data.set_item(intern!(py, "position"), words.cell(py, mv.cell()))?;
            }
            Ok(data.into_any())
        })
    }

    /// The move with the states before and after it.
    #[pyo3(signature = (game_state = None))]
    fn get_heavy_action(slf: &Bound<'_, Self>, game_state: Option<&Bound<'_, PyAny>>) -> PyResult<HeavyAction> {
        let Some(state) = game_state else {
            let words = "a light action becomes a heavy one in a state: get_heavy_action(state)";
            let class = slf.py().import(CLASSES)?.getattr("EXCEPTIONS")?.get_item("NoGameStateProvidedError")?;
            return Err(PyErr::from_value(class.call1((words,))?));
        };
        let next = state.call_method1("apply_action", (slf,))?;
        Ok(HeavyAction::new(slf.py(), state.clone().unbind(), next.unbind()))
    }

    /// The name of `get_heavy_action` from seahorse 1.2 on.
    #[pyo3(signature = (game_state = None))]
    fn get_stateful_action(slf: &Bound<'_, Self>, game_state: Option<&Bound<'_, PyAny>>) -> PyResult<HeavyAction> {
        LightAction::get_heavy_action(slf, game_state)
    }

    /// A dictionary of its attributes.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        [("data", self.data(py)?)].into_py_dict(py)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.placement(py) {
            Ok(mv) => Ok(mv.index() as isize),
            Err(_) => {
                let items = self.data(py)?.bind(py).call_method0("items")?;
                PyTuple::new(py, items.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.hash()
            }
        }
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<LightAction>() else { return Ok(false) };
        match (self.placement(py), other.get().placement(py)) {
            (Ok(own), Ok(other)) => Ok(own == other),
            _ => self.data(py)?.bind(py).eq(other.get().data(py)?),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("LightAction: {}", self.data(py)?.bind(py).str()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, (slf.get().data(slf.py())?,))
    }
}

/// A move as the states before and after it. For an action that a state generated, the second one is built on first access.
#[pyclass(frozen, subclass, dict, weakref, module = "grandline._native")]
pub(crate) struct HeavyAction {
    /// The state before the move.
    #[pyo3(get, name = "current_game_state")]
    current: Py<PyAny>,
    /// The move, if a state generated the action.
    pub(super) mv: Option<Placement>,
    next: PyOnceLock<Py<PyAny>>,
}

impl HeavyAction {
    pub(super) fn of(current: &Bound<'_, GameStateDivercite>, mv: Placement) -> Self {
        HeavyAction { current: current.clone().into_any().unbind(), mv: Some(mv), next: PyOnceLock::new() }
    }

    /// The hashes of both states.
    fn hashes(&self, py: Python<'_>) -> PyResult<(isize, isize)> {
        let current = self.current.bind(py);
        match (self.next.get(py), self.mv, current.cast::<GameStateDivercite>()) {
            // Most actions are only put into sets, so their next states are not built for a hash.
            (None, Some(mv), Ok(state)) => Ok((current.hash()?, state.get().line.hash_after(mv))),
            _ => Ok((current.hash()?, self.its_next_state(py)?.bind(py).hash()?)),
        }
    }
}

#[pymethods]
impl HeavyAction {
    #[new]
    fn new(py: Python<'_>, current_game_state: Py<PyAny>, next_game_state: Py<PyAny>) -> Self {
        HeavyAction { current: current_game_state, mv: None, next: given(py, next_game_state) }
    }

    /// The state after the move.
    #[getter(next_game_state)]
    fn its_next_state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.next, || {
            let mv = self.mv.ok_or_else(|| PyTypeError::new_err("the action leads nowhere"))?;
            let state = self.current.bind(py).cast::<GameStateDivercite>()?.get().child(mv);
            Ok(Bound::new(py, state)?.into_any())
        })
    }

    /// The state before the move.
    fn get_current_game_state(&self, py: Python<'_>) -> Py<PyAny> {
        self.current.clone_ref(py)
    }

    /// The state after the move.
    fn get_next_game_state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.its_next_state(py)
    }

    /// Itself.
    #[pyo3(signature = (*_arguments))]
    fn get_heavy_action<'py>(slf: &Bound<'py, Self>, _arguments: &Bound<'py, PyTuple>) -> Bound<'py, Self> {
        slf.clone()
    }

    /// The name of `get_heavy_action` from seahorse 1.2 on.
    #[pyo3(signature = (*_arguments))]
    fn get_stateful_action<'py>(slf: &Bound<'py, Self>, _arguments: &Bound<'py, PyTuple>) -> Bound<'py, Self> {
        slf.clone()
    }

    /// A dictionary of its attributes.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let states =
            [("current_game_state", self.current.clone_ref(py)), ("next_game_state", self.its_next_state(py)?)];
        states.into_py_dict(py)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let (current, next) = self.hashes(py)?;
        Ok(current.wrapping_mul(31).wrapping_add(next))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<HeavyAction>() else { return Ok(false) };
        Ok(self.hashes(py)? == other.get().hashes(py)?)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let board = |state: &Bound<'_, PyAny>| Ok::<_, PyErr>(state.call_method0("get_rep")?.str()?.to_string());
        Ok(format!("From:\n{}\nto:\n{}", board(self.current.bind(py))?, board(self.its_next_state(py)?.bind(py))?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        reduced(slf, (this.current.clone_ref(py), this.its_next_state(py)?))
    }
}

/// The actions of a state, one by one.
#[pyclass(module = "grandline._native")]
pub(crate) struct ActionIterator {
    pub(super) moves: IntoIter<Placement>,
    /// The state, if the actions are heavy ones.
    pub(super) state: Option<Py<GameStateDivercite>>,
}

#[pymethods]
impl ActionIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(mv) = self.moves.next() else { return Ok(None) };
        Ok(Some(match &self.state {
            None => Py::new(py, LightAction::of(mv))?.into_any(),
            Some(state) => Py::new(py, HeavyAction::of(state.bind(py), mv))?.into_any(),
        }))
    }

    /// As on a generator; the value is ignored.
    fn send(&mut self, py: Python<'_>, _value: Py<PyAny>) -> PyResult<Py<PyAny>> {
        self.__next__(py)?.ok_or_else(|| PyStopIteration::new_err(()))
    }

    /// As on a generator: ends the iteration.
    fn close(&mut self) {
        self.moves = Vec::new().into_iter();
    }
}
