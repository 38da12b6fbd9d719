//! `Position`: a game in progress, as Python sees it.

mod copying;
mod numbers;
mod open_spiel;
mod outcome;
mod picture;
mod playouts;
mod texts;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grandline_games::GameId;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::move_text;
use crate::board::{Board, set_up};
use crate::error::wrong;
use crate::game::{Game, GameArgument};
use crate::json;

pub(crate) use outcome::Outcome;
pub(crate) use playouts::Playouts;

/// How many positions an agent has made in its turn: the one it was given and all that were made from it.
pub(crate) type Tally = Arc<AtomicU64>;

/// A position of a game, together with the moves that led to it.
///
/// The set-up is "-" (the start), "seed:N" (a random set-up, where the game has one; the start is seed 0) or the text of
/// any position. Moves are texts, and what they look like is the game's (a whole number stands for its digits); players are
/// 0 (who moves first) and 1.
///
/// `play` returns a new position and leaves this one as it is; `push` and `pop` change it in place.
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
    board: Arc<dyn Board>,
    tally: Option<Tally>,
}

impl Position {
    /// A position for Python; what is made from it is counted on the tally.
    pub(crate) fn of(board: Arc<dyn Board>, tally: Option<Tally>) -> Self {
        Position { board, tally }
    }

    /// The start of a game and some moves.
    pub(crate) fn begin(game: GameId, setup: &str, moves: &[String]) -> PyResult<Self> {
        let mut board = set_up(game, setup).map_err(wrong)?;
        for (index, text) in moves.iter().enumerate() {
            board = board.after(text).map_err(|error| wrong(format!("move {}: {error}", index + 1)))?;
        }
        Ok(Position::of(board, None))
    }

    /// The game in progress.
    pub(crate) fn board(&self) -> &Arc<dyn Board> {
        &self.board
    }

    /// What counts the positions made from this one.
    pub(crate) fn tally(&self) -> Option<&Tally> {
        self.tally.as_ref()
    }

    /// The same with another board, made by a move.
    fn moved(&self, board: Arc<dyn Board>) -> Self {
        self.count();
        Position { board, tally: self.tally.clone() }
    }

    /// Notes that a position was made.
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
        Game(self.board.game())
    }

    /// The texts of the legal moves; none when the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        texts::legal_moves(py, &*self.board)
    }

    /// How many legal moves there are, which is quicker than counting them.
    #[getter]
    fn legal_count(&self) -> usize {
        self.board.legal_count()
    }

    /// The position after a move. This one stays as it is.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let board = Arc::clone(&self.board).after(&move_text(r#move)?).map_err(wrong)?;
        Ok(self.moved(board))
    }

    /// Makes a move in place.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.board = Arc::clone(&self.board).after(&move_text(r#move)?).map_err(wrong)?;
        self.count();
        Ok(())
    }

    /// Takes the last move back and returns its text.
    fn pop(&mut self) -> PyResult<String> {
        let Some((action, before)) = self.board.before() else {
            return Err(PyIndexError::new_err("no move to take back: this is where the game began"));
        };
        let text = before.text_of(action).unwrap_or_default();
        self.board = before;
        Ok(text)
    }

    /// An independent copy, moves included.
    fn copy(&self) -> Self {
        Position { board: Arc::clone(&self.board), tally: self.tally.clone() }
    }

    /// Whose turn it is: 0 for the player who moved first, 1 for the other. Of no meaning once the game is over.
    #[getter]
    fn to_move(&self) -> usize {
        self.board.to_move().index()
    }

    /// Whether the game is over, by a draw by repetition too.
    #[getter]
    fn is_over(&self) -> bool {
        self.board.outcome().is_some()
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&*self.board)
    }

    /// What the game says of the position: scores and the like, as a dictionary.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.board.detail())
    }

    /// A hash of all that matters for the future: the same for equal futures reached by different orders of moves.
    #[getter]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// The position as text, from which it can be made again.
    #[getter]
    fn text(&self) -> String {
        self.board.text()
    }

    /// The texts of the moves that led here.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.board.played()
    }

    /// How many moves led here.
    #[getter]
    fn ply(&self) -> usize {
        self.board.plies()
    }

    /// How many positions were made in this turn: counted for the agents of `match` and `tournament`, else `None`.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.tally.as_ref().map(|tally| tally.load(Ordering::Relaxed))
    }
}
