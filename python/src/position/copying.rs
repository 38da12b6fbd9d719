//! Equality, hashing, copying, pickling and the texts of positions.

use grandline_games::GameId;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::Position;
use crate::error::wrong;
use crate::game::Game;

#[pymethods]
impl Position {
    /// Whether both are the same position of the same game; the moves that led there do not count.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.inner == other.borrow().inner)
    }

    fn __hash__(&self) -> u64 {
        // Equal positions have equal keys; the game is mixed in because variants can share keys.
        self.inner.key() ^ (self.inner.game() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Game, String, Vec<String>)) {
        let inner = &self.inner;
        (py.get_type::<Position>(), (Game(inner.game()), inner.start_text(), inner.played()))
    }

    /// The position with its moves as text: game, start and moves on three lines.
    fn serialize(&self) -> String {
        let inner = &self.inner;
        format!("{}\n{}\n{}\n", inner.game(), inner.start_text(), inner.played().join(" "))
    }

    /// Reads the text that `serialize` returns.
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
        format!("Position('{}', '{}')", self.inner.game(), self.inner.text())
    }

    /// The board as text.
    fn __str__(&self) -> String {
        self.inner.scene(true).canvas.to_string()
    }
}
