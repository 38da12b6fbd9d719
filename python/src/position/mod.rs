//! `Position`: a game in progress.

mod actions;
mod copying;
mod open_spiel;
mod outcome;
mod picture;
mod playouts;
mod solution;
mod table;
mod texts;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grandline_games::{AnyPosition, GameId};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::move_text;
use crate::error::wrong;
use crate::game::{Game, GameArgument};
use crate::json;

pub(crate) use outcome::Outcome;
pub(crate) use playouts::Playouts;
pub(crate) use solution::Solution;
pub(crate) use table::TableResult;

/// Counts the positions that an agent creates in its turn: the one it was given and all made from it.
pub(crate) type Tally = Arc<AtomicU64>;

/// A position of a game, together with the moves that led to it.
///
/// The setup is "-" (the start), "seed:N" (a random setup, in games that have one; the start is seed 0) or the text of any
/// position. Moves are texts in the notation of the game (an integer stands for its digits). Players are 0 (moves first)
/// and 1.
///
/// `play` returns a new position and leaves this one unchanged; `push` and `pop` change it in place.
///
/// >>> import grandline
/// >>> position = grandline.Position("connect4", moves=["4", "4"])
/// >>> position.play("3").text
/// '443'
/// >>> position.text, position.to_move, position.is_over
/// ('44', 0, False)
/// >>> position.push("3"); position.pop()
/// '3'
/// >>> position == grandline.Position("connect4", "44")
/// True
/// >>> position.play("8")
/// Traceback (most recent call last):
///   ...
/// ValueError: '8' is not a move: character 1 ('8'): expected a column from 1 to 7 (or a to g)
#[pyclass(module = "grandline", weakref)]
pub(crate) struct Position {
    pub(crate) inner: AnyPosition,
    /// Counts the positions made from this one.
    pub(crate) tally: Option<Tally>,
}

impl Position {
    /// The position after some moves from a setup.
    pub(crate) fn begin(game: GameId, setup: &str, moves: &[String]) -> PyResult<Self> {
        let mut inner = game.set_up(setup).map_err(wrong)?;
        inner.play_all(moves).map_err(wrong)?;
        Ok(Position { inner, tally: None })
    }

    /// A position made from this one by a move.
    fn moved(&self, inner: AnyPosition) -> Self {
        self.count();
        Position { inner, tally: self.tally.clone() }
    }

    /// Counts a position that was made.
    fn count(&self) {
        if let Some(tally) = &self.tally {
            tally.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, setup = "-", moves = Vec::new()))]
    fn new(game: GameArgument, setup: &str, moves: Vec<String>) -> PyResult<Self> {
        Position::begin(game.resolve()?, setup, &moves)
    }

    /// The game it belongs to.
    #[getter(game)]
    fn its_game(&self) -> Game {
        Game(self.inner.game())
    }

    /// The texts of the legal moves; none when the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        texts::legal_moves(py, &self.inner)
    }

    /// How many legal moves there are; faster than the length of `legal_moves`.
    #[getter]
    fn legal_count(&self) -> usize {
        self.inner.legal_count()
    }

    /// The position after a move. This one does not change.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut after = self.inner.clone();
        after.play_text(&move_text(r#move)?).map_err(wrong)?;
        Ok(self.moved(after))
    }

    /// Makes a move in place.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.inner.play_text(&move_text(r#move)?).map_err(wrong)?;
        self.count();
        Ok(())
    }

    /// Takes back the last move and returns its text.
    fn pop(&mut self) -> PyResult<String> {
        let Some((mv, before)) = self.inner.before() else {
            return Err(PyIndexError::new_err("no move to take back: this is where the game began"));
        };
        let text = before.move_text(mv).unwrap_or_default();
        self.inner = before;
        Ok(text)
    }

    /// An independent copy, moves included.
    fn copy(&self) -> Self {
        Position { inner: self.inner.clone(), tally: self.tally.clone() }
    }

    /// Whose turn it is: 0 for the player who moved first, 1 for the other. Meaningless once the game is over.
    #[getter]
    fn to_move(&self) -> usize {
        self.inner.to_move().index()
    }

    /// Whether the game is over, which includes draws by repetition.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.inner)
    }

    /// Scores and other facts about the position that the game provides, as a dictionary.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.inner.detail())
    }

    /// A hash of the position, which does not depend on the order of the moves that led here.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The position as text, which `Position` accepts as a setup.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// The texts of the moves that led here.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.played()
    }

    /// How many moves led here.
    #[getter]
    fn ply(&self) -> usize {
        self.inner.plies()
    }

    /// How many positions were made in this turn. Only counted for agents in `match` and `tournament`; otherwise `None`.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.tally.as_ref().map(|tally| tally.load(Ordering::Relaxed))
    }
}
