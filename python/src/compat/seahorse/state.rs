//! `GameStateDivercite`: a position of Divercité with its players.

use std::sync::Arc;

use grandline_games::divercite::Placement;
use grandline_games::{Game, Side};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFrozenSet, PyList};

use super::table::{Participants, count_state};
use super::{ActionIterator, BoardDivercite, HeavyAction, History, LightAction, Rules, built};
use crate::error::wrong;

/// A position of Divercité with its players, as the agents of the course know it.
#[pyclass(frozen, subclass, dict, weakref, module = "grandline._native")]
pub(crate) struct GameStateDivercite {
    pub(super) line: History,
    pub(super) table: Arc<Participants>,
    pub(super) scores: PyOnceLock<Py<PyAny>>,
    pub(super) left: PyOnceLock<Py<PyAny>>,
    pub(super) rep: PyOnceLock<Py<PyAny>>,
    pub(super) light: PyOnceLock<Py<PyAny>>,
    pub(super) heavy: PyOnceLock<Py<PyAny>>,
}

impl GameStateDivercite {
    pub(super) fn of(line: History, table: Arc<Participants>) -> Self {
        let (scores, left, rep) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        GameStateDivercite { line, table, scores, left, rep, light: PyOnceLock::new(), heavy: PyOnceLock::new() }
    }

    /// The state after a legal move.
    pub(super) fn child(&self, mv: Placement) -> Self {
        count_state();
        GameStateDivercite::of(self.line.child(mv), Arc::clone(&self.table))
    }

    /// Whose turn it is; after the last move it is the first player again.
    pub(super) fn mover(&self) -> Side {
        Side::from_parity(usize::from(self.line.rules.plies()))
    }

    /// The points of both players, bonus included.
    pub(super) fn points(&self) -> [i64; 2] {
        points(&self.line.rules)
    }

    fn moves(&self) -> Vec<Placement> {
        self.line.rules.moves().collect()
    }

    /// A legal move that an action stands for.
    fn legal(&self, action: &LightAction, py: Python<'_>) -> PyResult<Placement> {
        let mv = action.placement(py)?;
        if self.line.allows(mv) {
            return Ok(mv);
        }
        let (row, column, piece) = (mv.cell().row(), mv.cell().column(), mv.piece());
        Err(wrong(if self.line.rules.is_over() {
            "the game is over: no action is permitted".to_owned()
        } else if self.line.rules.is_empty(mv.cell()) {
            format!("action not permitted: the player to move has no {piece} left")
        } else {
            format!("action not permitted: ({row}, {column}) is taken")
        }))
    }
}

fn points(rules: &Rules) -> [i64; 2] {
    Side::BOTH.map(|player| i64::from(rules.score(player)))
}

#[pymethods]
impl GameStateDivercite {
    /// Points by player id.
    #[getter(scores)]
    pub(super) fn its_scores(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.scores, || Ok(self.table.scores(py, self.points())?.into_any()))
    }

    /// The player to move.
    #[getter(next_player)]
    pub(super) fn its_next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table.player(py, self.mover())
    }

    /// The name of `next_player` from seahorse 1.2 on.
    #[getter(active_player)]
    fn its_active_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.its_next_player(py)
    }

    /// Both players, White first.
    #[getter(players)]
    pub(super) fn its_players(&self, py: Python<'_>) -> Py<PyList> {
        self.table.players.clone_ref(py)
    }

    /// The board.
    #[getter(rep)]
    pub(super) fn its_rep(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.rep, || {
            let board = BoardDivercite::of(py, self.line, Arc::clone(&self.table))?;
            Ok(Bound::new(py, board)?.into_any())
        })
    }

    /// How many moves were made.
    #[getter(step)]
    pub(super) fn its_step(&self) -> u8 {
        self.line.rules.plies()
    }

    /// How many moves a game has.
    #[getter(max_step)]
    pub(super) fn its_max_step(&self) -> u8 {
        40
    }

    /// By player id, how many of each piece are left.
    #[getter(players_pieces_left)]
    pub(super) fn its_pieces_left(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.left, || Ok(self.table.pieces_left(py, &self.line.rules)?.into_any()))
    }

    /// The state after a light action.
    fn apply_action(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(action) = action.cast::<LightAction>() else {
            return Err(PyValueError::new_err("the action to apply must be a LightAction"));
        };
        Ok(self.child(self.legal(action.get(), action.py())?))
    }

    /// The light actions one by one, in the course's order: pieces, then cells row by row.
    fn generate_possible_light_actions(&self) -> ActionIterator {
        ActionIterator { moves: self.moves().into_iter(), state: None }
    }

    /// The heavy actions one by one, in the same order.
    fn generate_possible_heavy_actions(slf: &Bound<'_, Self>) -> ActionIterator {
        ActionIterator { moves: slf.get().moves().into_iter(), state: Some(slf.clone().unbind()) }
    }

    /// The light actions as a set.
    fn get_possible_light_actions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        built(py, &self.light, || {
            let actions = self.moves().into_iter().map(|mv| Py::new(py, LightAction::of(mv)));
            Ok(PyFrozenSet::new(py, actions.collect::<PyResult<Vec<_>>>()?)?.into_any())
        })
    }

    /// The heavy actions as a set.
    fn get_possible_heavy_actions(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (py, state) = (slf.py(), slf.get());
        built(py, &state.heavy, || {
            let actions = state.moves().into_iter().map(|mv| Py::new(py, HeavyAction::of(slf, mv)));
            Ok(PyFrozenSet::new(py, actions.collect::<PyResult<Vec<_>>>()?)?.into_any())
        })
    }

    /// The name of `generate_possible_light_actions` from seahorse 1.2 on.
    fn generate_possible_stateless_actions(&self) -> ActionIterator {
        self.generate_possible_light_actions()
    }

    /// The name of `generate_possible_heavy_actions` from seahorse 1.2 on.
    fn generate_possible_stateful_actions(slf: &Bound<'_, Self>) -> ActionIterator {
        GameStateDivercite::generate_possible_heavy_actions(slf)
    }

    /// The name of `get_possible_light_actions` from seahorse 1.2 on.
    fn get_possible_stateless_actions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.get_possible_light_actions(py)
    }

    /// The name of `get_possible_heavy_actions` from seahorse 1.2 on.
    fn get_possible_stateful_actions(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        GameStateDivercite::get_possible_heavy_actions(slf)
    }

    /// Whether an action is possible here.
    fn check_action(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(light) = action.cast::<LightAction>() {
            return Ok(slf.get().legal(light.get(), slf.py()).is_ok());
        }
        GameStateDivercite::get_possible_heavy_actions(slf)?.bind(slf.py()).contains(action)
    }

    /// The light action of a heavy one that starts here.
    fn convert_stateful_action_to_stateless_action(&self, stateful_action: &Bound<'_, PyAny>) -> PyResult<LightAction> {
        if let Some(mv) = stateful_action.cast::<HeavyAction>()?.get().mv {
            return Ok(LightAction::of(mv));
        }
        let next = stateful_action.call_method0("get_next_game_state")?;
        let next = next.cast::<GameStateDivercite>()?.get();
        let added = next.line.moves().find(|mv| !self.line.moves().any(|own| own == *mv));
        added.map(LightAction::of).ok_or_else(|| wrong("the action adds no piece to this state"))
    }

    /// The points of both players after a move: a place, a piece and the id of the one who places it.
    fn compute_scores<'py>(&self, py: Python<'py>, play_info: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (place, piece, id) = (play_info.get_item(0)?, play_info.get_item(1)?, play_info.get_item(2)?);
        let mv = super::action::placement(&piece, &place)?;
        let player = self.table.player_of(&id)?.ok_or_else(|| wrong("no player has this id"))?;
        if player == self.mover() && self.line.allows(mv) {
            return Ok(self.table.scores(py, points(&self.line.rules.child(mv)))?.into_any());
        }
        // An agent may ask about a piece of the other player: the gain is the same, and goes to that player.
        let mut gains = self.line.rules.gains(mv);
        if player != self.mover() && mv.piece().kind == grandline_games::divercite::Kind::City {
            gains.reverse();
        }
        let points = self.points();
        let points = [points[0] + i64::from(gains[0]), points[1] + i64::from(gains[1])];
        let scores = self.table.scores(py, points)?.into_any();
        if self.its_step() + 1 < self.its_max_step() || points[0] != points[1] {
            return Ok(scores);
        }
        let env = self.its_rep(py)?.call_method0(py, "get_env")?.call_method0(py, "copy")?;
        env.bind(py).set_item(place, self.table.piece(py, player, mv))?;
        let board = BoardDivercite::new(py, env, self.its_rep(py)?.call_method0(py, "get_dimensions")?);
        self.remove_draw(scores, &Bound::new(py, board)?)
    }
}
