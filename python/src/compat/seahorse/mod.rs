//! Divercité as in the framework seahorse, for agents of the course INF8175: the same classes, attributes and methods, over
//! the rules of Grandline. Python objects that are expensive to build are built on first access.
//!
//! - `table`: the players, and the objects that all positions of a game share
//! - `state`: `GameStateDivercite`; `answers`: its queries, `making`: its construction from Python objects
//! - `board`: `BoardDivercite`
//! - `piece`: `Piece`
//! - `action`: `LightAction`, `HeavyAction` and the iterator over them
//!
//! `grandline/compat/seahorse` provides them under the names that agents import.

mod action;
mod answers;
mod board;
mod making;
mod piece;
mod state;
mod table;

use grandline_games::divercite::seahorse::write_recording;
use grandline_games::divercite::{Course, Divercite, Kind, Placement};
use grandline_games::random::mix;
use grandline_games::{Game, Notation, Record};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

pub(crate) use action::{ActionIterator, HeavyAction, LightAction};
pub(crate) use board::BoardDivercite;
pub(crate) use making::seahorse_state;
pub(crate) use piece::Piece;
pub(crate) use state::GameStateDivercite;
pub(crate) use table::seahorse_states;

use crate::error::wrong;

/// The result of `__reduce__`: the class, its arguments, and the attributes that an agent has set on the object.
type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>, Bound<'py, PyAny>);

/// The result of `__reduce__`, from the arguments of the class.
fn reduced<'py, T>(
    object: &Bound<'py, T>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Reduced<'py>> {
    Ok((object.as_any().get_type(), arguments.into_pyobject(object.py())?, notes(object)?))
}

/// The attributes that an agent has set on an object.
fn notes<'py, T>(object: &Bound<'py, T>) -> PyResult<Bound<'py, PyAny>> {
    object.as_any().getattr("__dict__")
}

/// A cell that holds an object already.
fn given(py: Python<'_>, object: Py<PyAny>) -> PyOnceLock<Py<PyAny>> {
    let cell = PyOnceLock::new();
    // The cell is new, so this cannot fail.
    let _ = cell.set(py, object);
    cell
}

/// The object of a cell, which is built on first access.
fn built<'py>(
    py: Python<'py>,
    cell: &PyOnceLock<Py<PyAny>>,
    build: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    Ok(cell.get_or_try_init(py, || build().map(Bound::unbind))?.clone_ref(py))
}

/// The keys and values of a dictionary, or of an object that behaves like one.
fn items<'py>(dictionary: &Bound<'py, PyAny>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    dictionary.call_method0("items")?.try_iter()?.map(|item| item?.extract()).collect()
}

/// The module of the classes and functions that are not native.
const CLASSES: &str = "grandline.compat.seahorse.classes";

/// The course's rules.
type Rules = Divercite<Course>;

/// A position and the moves that led to it from the empty board, which a board of seahorse keeps.
#[derive(Clone, Copy)]
struct History {
    rules: Rules,
    /// As many as the position has pieces; the rest is meaningless.
    moves: [Option<Placement>; 40],
    /// The cells with resources of the second player. The rules do not need the owner of a resource, but seahorse shows it.
    resources: u128,
}

impl History {
    fn start() -> Self {
        History { rules: Rules::start(0), moves: [None; 40], resources: 0 }
    }

    /// The line after a legal move.
    fn child(&self, mv: Placement) -> Self {
        let mut child = *self;
        child.moves[usize::from(self.rules.plies())] = Some(mv);
        child.resources |= self.owned_by_second(mv);
        child.rules.play(mv);
        child
    }

    /// The cell of a resource that the second player places.
    fn owned_by_second(&self, mv: Placement) -> u128 {
        let owned = mv.piece().kind == Kind::Resource && self.rules.plies() % 2 == 1;
        u128::from(owned) << (u32::from(mv.cell().row()) * 9 + u32::from(mv.cell().column()))
    }

    /// A hash of everything that agents see of the board.
    fn hash(&self) -> isize {
        hash(&self.rules, self.resources)
    }

    /// The hash of the line after a legal move, without making it.
    fn hash_after(&self, mv: Placement) -> isize {
        hash(&self.rules.child(mv), self.resources | self.owned_by_second(mv))
    }

    /// Whether both lead to the same board.
    fn equals(&self, other: &History) -> bool {
        self.rules == other.rules && self.resources == other.resources
    }

    /// The moves so far.
    fn moves(&self) -> impl Iterator<Item = Placement> {
        self.moves.into_iter().take(usize::from(self.rules.plies())).flatten()
    }

    /// Whether a move is legal.
    fn allows(&self, mv: Placement) -> bool {
        !self.rules.is_over()
            && self.rules.is_empty(mv.cell())
            && self.rules.stock(self.rules.to_move(), mv.piece()) > 0
    }
}

fn hash(rules: &Rules, resources: u128) -> isize {
    (rules.key() ^ mix(resources as u64 ^ mix((resources >> 64) as u64))) as isize
}

/// A game in the recording format of seahorse, from its moves and the names of its players.
#[pyfunction]
pub(crate) fn seahorse_recording(moves: Vec<String>, names: (String, String)) -> PyResult<String> {
    let mut record = Record::new(Rules::start(0));
    for text in moves {
        let mv = record.position().parse_move(&text).map_err(wrong)?;
        record.play(mv);
    }
    Ok(write_recording(&record, [&names.0, &names.1]))
}
