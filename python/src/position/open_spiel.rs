//! The interface of OpenSpiel: actions and observations.

use grandline_games::{MoveId, Side};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::Position;
use super::actions::{list, move_id, with_actions};
use crate::error::wrong;
use crate::game::Game;

/// OpenSpiel's player of a finished game.
const TERMINAL: i32 = -4;

impl Position {
    fn illegal(&self, action: usize) -> PyErr {
        let inner = &self.inner;
        if inner.outcome().is_some() {
            return wrong(format!("action {action} is not legal: the game is over ({})", inner.reason()));
        }
        let legal: Vec<String> =
            with_actions(inner, |actions| actions.iter().take(12).map(|mv| mv.0.to_string()).collect());
        let more = if inner.legal_count() > legal.len() { ", ..." } else { "" };
        wrong(format!("action {action} is not legal; legal actions: {}{more}", legal.join(", ")))
    }
}

/// The player of a number; the player to move if none is given.
fn player(position: &Position, number: Option<i64>) -> PyResult<Side> {
    match number {
        None => Ok(position.inner.to_move()),
        Some(0) => Ok(Side::First),
        Some(1) => Ok(Side::Second),
        Some(other) => Err(wrong(format!("player {other} does not exist: players are 0 and 1"))),
    }
}

#[pymethods]
impl Position {
    /// The legal moves as numbers, ascending. Empty if a player is given whose turn it is not.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        if player.is_some_and(|player| player != self.inner.to_move().index() as i64) {
            return Ok(PyList::empty(py));
        }
        with_actions(&self.inner, |actions| list(py, actions))
    }

    /// 1 for every legal action and 0 for the others.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask(&self, player: Option<i64>) -> Vec<u32> {
        let mut mask = vec![0; Game(self.inner.game()).num_distinct_actions()];
        if player.is_none_or(|player| player == self.inner.to_move().index() as i64) {
            with_actions(&self.inner, |actions| actions.iter().for_each(|mv| mask[mv.index()] = 1));
        }
        mask
    }

    /// Makes a move given by its number, in place.
    #[pyo3(signature = (action, /))]
    fn apply_action(&mut self, action: usize) -> PyResult<()> {
        if !self.inner.play(move_id(action)) {
            return Err(self.illegal(action));
        }
        self.count();
        Ok(())
    }

    /// The position after a move given by its number. This one does not change.
    #[pyo3(signature = (action, /))]
    fn child(&self, action: usize) -> PyResult<Self> {
        let mut after = self.inner.clone();
        if after.play(move_id(action)) { Ok(self.moved(after)) } else { Err(self.illegal(action)) }
    }

    /// Takes back the last move, which must be this action of this player.
    fn undo_action(&mut self, player: usize, action: usize) -> PyResult<()> {
        match self.inner.before() {
            None => Err(wrong("no action to undo: this is where the game began")),
            Some((last, before)) if last != move_id(action) || before.to_move().index() != player => {
                let by = before.to_move().index();
                Err(wrong(format!("the last action was {} of player {by}, not {action} of player {player}", last.0)))
            }
            Some((_, before)) => {
                self.inner = before;
                Ok(())
            }
        }
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn open_spiel_clone(&self) -> Self {
        self.copy()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// Always false: only the setup of a game is random.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// 1 for the winner and -1 for the loser; zeros for a draw or while the game goes on.
    fn returns(&self) -> [f64; 2] {
        let result = self.inner.outcome().map_or(0.0, |margin| f64::from(margin.0.signum()));
        [result, -result]
    }

    /// Whose turn it is, or -4 once the game is over.
    fn current_player(&self) -> i32 {
        if self.is_terminal() { TERMINAL } else { self.inner.to_move().index() as i32 }
    }

    /// The text of a legal action; a player may precede it.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: usize, action: Option<usize>) -> PyResult<String> {
        let action = action.unwrap_or(player_or_action);
        self.inner.move_text(move_id(action)).ok_or_else(|| self.illegal(action))
    }

    /// The number of a legal move given as text; a player may precede it.
    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(&self, player_or_text: &Bound<'_, PyAny>, text: Option<&str>) -> PyResult<usize> {
        let parsed = match text {
            Some(text) => self.inner.parse_move(text),
            None => self.inner.parse_move(&player_or_text.extract::<String>()?),
        };
        parsed.map(MoveId::index).map_err(wrong)
    }

    /// The numbers of the moves that led here.
    fn history(&self) -> Vec<u32> {
        self.inner.history().into_iter().map(|mv| mv.0).collect()
    }

    /// OpenSpiel's name for `game`.
    #[pyo3(name = "get_game")]
    fn open_spiel_game(&self) -> Game {
        Game(self.inner.game())
    }

    /// Always 2.
    fn num_players(&self) -> usize {
        2
    }

    /// The position as planes of numbers, one after the other; `Game.observation_shape` is their shape. The planes of the
    /// player's own pieces come first; the default player is the one to move.
    #[pyo3(signature = (player = None))]
    fn observation_tensor(&self, player: Option<i64>) -> PyResult<Vec<f32>> {
        Ok(self.inner.observation(self::player(self, player)?))
    }

    /// The same as a NumPy array of the shape of the game's observations.
    #[pyo3(signature = (player = None))]
    fn observation<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.inner.observation(self::player(self, player)?);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
        let array = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &bytes), "float32"))?;
        let shape = Game(self.inner.game()).observation_tensor_shape();
        array.call_method1("reshape", (shape,))?.call_method0("copy")
    }
}
