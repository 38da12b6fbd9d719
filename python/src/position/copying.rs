//! Equality, hashes, copies and pickles of positions, and their texts.

use grandline_games::GameId;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::Position;
use crate::error::wrong;
use crate::game::Game;

#[pymethods]
impl Position {
    /// Positions are equal if nothing on the board tells them apart; the moves that led there do not count.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.board().equals(&**other.borrow().board()))
    }

    fn __hash__(&self) -> u64 {
        // Positions that are equal have equal keys; variants of a game must differ.
        self.board().key() ^ (self.board().game() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Game, String, Vec<String>)) {
        let board = self.board();
        (py.get_type::<Position>(), (Game(board.game()), board.start_text(), board.played()))
    }

    /// The position with its moves as one text: game, start and moves on three lines.
    fn serialize(&self) -> String {
        let board = self.board();
        format!("{}\n{}\n{}\n", board.game(), board.start_text(), board.played().join(" "))
    }

    /// The position that `serialize` wrote.
    ///
    /// >>> import grandline
    /// >>> position = grandline.Position("checkers", moves=["11-15", "23-19"])
    /// >>> again = grandline.Position.deserialize(position.serialize())
    /// >>> again == position, again.moves
    /// (True, ['11-15', '23-19'])
    #[staticmethod]
    fn deserialize(text: &str) -> PyResult<Self> {
        let mut lines = text.lines();
        let (Some(game), Some(start)) = (lines.next(), lines.next()) else {
            return Err(wrong("a serialized position has three lines: the game, its start, and the moves"));
        };
        let game: GameId = game.trim().parse().map_err(wrong)?;
        let moves: Vec<String> = lines.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Position::begin(game, start, &moves)
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.board().game(), self.board().text())
    }

    /// The board in characters.
    fn __str__(&self) -> String {
        self.board().scene(true).canvas.to_string()
    }
}
