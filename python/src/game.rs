//! `Game`: a game and its variant, independent of any position.

use grandline_games::{Game as _, GameId, UnknownGame, with_game};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::error::wrong;
use crate::position::Position;

/// A game and its variant, by name.
///
/// >>> import grandline
/// >>> game = grandline.Game("connect4")
/// >>> game.title, game.actions, game.players
/// ('Connect 4', 7, ('Red', 'Yellow'))
/// >>> game.position().legal_moves
/// ['1', '2', '3', '4', '5', '6', '7']
#[pyclass(frozen, eq, hash, module = "grandline")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Game(pub(crate) GameId);

/// A game as an argument: its name, or a `Game`.
#[derive(FromPyObject)]
pub(crate) enum GameArgument {
    /// Its name.
    Name(String),
    /// The object.
    Object(Py<Game>),
}

impl GameArgument {
    /// The game.
    pub(crate) fn resolve(&self) -> PyResult<GameId> {
        match self {
            GameArgument::Name(name) => name.parse().map_err(|error: UnknownGame| wrong(error)),
            GameArgument::Object(game) => Ok(game.get().0),
        }
    }
}

/// All games and variants.
///
/// >>> import grandline
/// >>> [game.name for game in grandline.games()][:3]
/// ['divercite', 'divercite/classic', 'connect4']
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    GameId::ALL.iter().copied().map(Game).collect()
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        name.parse().map(Game).map_err(|error: UnknownGame| wrong(error))
    }

    /// The name in commands and records, such as "checkers/aiarena".
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The name for display.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title()
    }

    /// One line that says what the game is about.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    /// The names of the two players, the one who moves first in front.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        self.0.sides().into()
    }

    /// How many actions exist: every action is a number below it.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions()
    }

    /// The shape of an observation: planes, rows and columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.0.planes().into()
    }

    /// Properties of the game: `max_margin`, `alternates`, `recurs`, `symmetries` and `random_setup`.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        with_game!(self.0, G => {
            parameters.set_item("max_margin", G::MAX_MARGIN)?;
            parameters.set_item("alternates", G::ALTERNATES)?;
            parameters.set_item("recurs", G::RECURS)?;
            parameters.set_item("symmetries", G::SYMMETRIES)?;
        });
        parameters.set_item("random_setup", self.0.has_random_setups())?;
        Ok(parameters)
    }

    /// A position of this game: see `Position`.
    #[pyo3(signature = (setup = "-", moves = Vec::new()))]
    fn position(&self, setup: &str, moves: Vec<String>) -> PyResult<Position> {
        Position::begin(self.0, setup, &moves)
    }

    /// OpenSpiel's name for `position()`.
    fn new_initial_state(&self) -> PyResult<Position> {
        Position::begin(self.0, "-", &[])
    }

    /// OpenSpiel's name for `actions`.
    pub(crate) fn num_distinct_actions(&self) -> usize {
        self.actions()
    }

    /// Always 2.
    fn num_players(&self) -> usize {
        2
    }

    /// OpenSpiel's name for `observation_shape`, as a list.
    pub(crate) fn observation_tensor_shape(&self) -> Vec<usize> {
        self.0.planes().to_vec()
    }

    /// How many numbers an observation has.
    fn observation_tensor_size(&self) -> usize {
        self.observation_tensor_shape().iter().product()
    }

    /// The return of a lost game.
    fn min_utility(&self) -> f64 {
        -1.0
    }

    /// The return of a won game.
    fn max_utility(&self) -> f64 {
        1.0
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&'static str,)) {
        (py.get_type::<Game>(), (self.name(),))
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.name())
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }
}
