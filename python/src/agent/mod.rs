//! `Agent`: one of the agents that come with Grandline, or of a preset file, asked about positions.

mod analysis;
mod report;
mod thinking;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_agents::{AnyEngine, Catalogue, Preset, PresetError, Problem, build_any};
use grandline_arena::{Contender, ContenderError};
use grandline_games::GameId;
use grandline_search::{Limits, WallClock};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::arguments::TimeArgument;
use crate::error::wrong;
use crate::game::{Game, GameArgument};
use crate::position::Position;

pub(crate) use analysis::Analysis;
pub(crate) use report::{Line, Report};
use thinking::Thinking;

/// How long an agent thinks that has no limit of its own and was given none.
const A_MOMENT: std::time::Duration = std::time::Duration::from_secs(1);

/// Engines that wait for their next question, with the game they play.
type Idle = Arc<Mutex<Vec<(GameId, Box<dyn AnyEngine>)>>>;

/// An agent that comes with Grandline: a preset by name, with changes if you like, or a TOML file with one agent.
///
/// Without a game it plays every game that has an agent of that name.
///
/// >>> import grandline
/// >>> agent = grandline.Agent("greedy")
/// >>> agent.choose(grandline.Position("connect4", "112233"))
/// '4'
/// >>> grandline.Agent("in104-connect4-v3:depth=4").choose(grandline.Position("connect4", "112233"))
/// '4'
#[pyclass(frozen, module = "grandline")]
pub(crate) struct Agent {
    name: String,
    game: Option<GameId>,
    seed: u64,
    idle: Idle,
}

impl Agent {
    /// The text that names it in a tournament.
    pub(crate) fn text(&self) -> &str {
        &self.name
    }

    /// The preset for a game.
    fn preset(&self, game: GameId) -> PyResult<Preset> {
        if let Some(own) = self.game.filter(|&own| own != game) {
            return Err(wrong(format!("agent '{}' was made for {own}, and this is {game}", self.name)));
        }
        preset(game, &self.name)
    }

    /// A preset of some game it plays.
    fn any_preset(&self) -> PyResult<Preset> {
        if let Some(game) = self.game {
            return preset(game, &self.name);
        }
        let mut found = None;
        for &game in GameId::ALL {
            match Contender::resolve(game, &self.name) {
                Ok(_) => return preset(game, &self.name),
                // What is wrong with an agent that is known says more than that others do not know it.
                Err(ContenderError::Preset(PresetError { problem: Problem::UnknownAgent { .. }, .. })) => {}
                Err(error) => found = found.or(Some(error)),
            }
        }
        Err(match found {
            Some(error) => wrong(error),
            None => wrong(format!("no game has an agent '{}'; grandline.agents() lists those there are", self.name)),
        })
    }

    /// An engine for a game: one that waits, so that it remembers what it learned, or a new one.
    fn engine(&self, preset: &Preset) -> PyResult<Box<dyn AnyEngine>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.iter().position(|(game, _)| *game == preset.game) {
            Some(index) => Ok(idle.swap_remove(index).1),
            None => build_any(preset, self.seed).map_err(wrong),
        }
    }

    /// Starts to think about a position.
    fn think(&self, position: &Position, mut limits: Limits, patient: bool) -> PyResult<Thinking> {
        let board = position.board();
        if board.outcome().is_some() {
            return Err(wrong(format!("there is nothing to think about: the game is over ({})", board.reason())));
        }
        let preset = self.preset(board.game())?;
        let unlimited = limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none();
        if unlimited && !patient && !preset.has_limit() {
            limits.time = Some(A_MOMENT);
        }
        let engine = self.engine(&preset)?;
        Ok(Thinking::start(engine, board, limits, position.tally().cloned(), Arc::clone(&self.idle)))
    }
}

/// The preset that a text means in a game.
fn preset(game: GameId, text: &str) -> PyResult<Preset> {
    match Contender::resolve(game, text).map_err(wrong)? {
        Contender::Preset(preset) => Ok(*preset),
        _ => Err(wrong(format!("'{text}' is a program: it can play in match and tournament, but not be asked here"))),
    }
}

/// What a question may cost.
fn limits(time: Option<TimeArgument>, nodes: Option<u64>, depth: Option<u32>, lines: usize) -> PyResult<Limits> {
    let time = time.map(|time| time.resolve()).transpose()?;
    let (stop, clock) = (Arc::new(AtomicBool::new(false)), Arc::new(WallClock::start()));
    Ok(Limits { depth, nodes, time, remaining: None, lines: lines.max(1), stop, clock })
}

/// The agents of a game, or of all games: the strongest first.
///
/// >>> import grandline
/// >>> [agent.name for agent in grandline.agents("connect4")][0]
/// 'in104-connect4-threats'
#[pyfunction]
#[pyo3(signature = (game = None))]
pub(crate) fn agents(game: Option<GameArgument>) -> PyResult<Vec<Agent>> {
    let game = game.map(|game| game.resolve()).transpose()?;
    let games = game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
    let mut agents: Vec<Agent> = Vec::new();
    for preset in games.into_iter().flat_map(|game| Catalogue::of(game).list()) {
        if agents.iter().all(|agent| agent.name != preset.name) {
            agents.push(Agent { name: preset.name, game, seed: 0, idle: Idle::default() });
        }
    }
    Ok(agents)
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, game = None, seed = 0))]
    fn new(name: String, game: Option<GameArgument>, seed: u64) -> PyResult<Self> {
        let game = game.map(|game| game.resolve()).transpose()?;
        let agent = Agent { name, game, seed, idle: Idle::default() };
        agent.any_preset()?;
        Ok(agent)
    }

    /// The text it was asked for by, changes included.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The game it was made for; `None` if it plays every game that has an agent of its name.
    #[getter]
    fn game(&self) -> Option<Game> {
        self.game.map(Game)
    }

    /// A line about it.
    #[getter]
    fn description(&self) -> PyResult<String> {
        Ok(self.any_preset()?.description)
    }

    /// Its parameters as its preset writes them.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = PyDict::new(py);
        for (key, value) in self.any_preset()?.settings() {
            settings.set_item(key, value)?;
        }
        Ok(settings)
    }

    /// The move it would play. `time` is in seconds, or a text such as "500ms"; `nodes` are states or simulations, `depth`
    /// plies. Without any of these the agent's own limits hold, and one second where it has none.
    ///
    /// Other Python threads run meanwhile, and Ctrl-C stops the search.
    #[pyo3(signature = (position, *, time = None, nodes = None, depth = None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        time: Option<TimeArgument>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let mut thinking = self.think(&position, limits(time, nodes, depth, 1)?, false)?;
        drop(position);
        let mut last = None;
        while let Some(thought) = thinking.next(py)? {
            last = thought.best;
        }
        last.ok_or_else(|| PyRuntimeError::new_err(format!("agent '{}' found no move", self.name)))
    }

    /// Thinks in a thread of its own and yields what it has found at every step worth showing; the last report is the
    /// answer. Leaving the loop early stops the search. Without limits it goes on until it knows or you leave.
    ///
    /// >>> import grandline
    /// >>> agent = grandline.Agent("in104-connect4-v3:depth=5")
    /// >>> reports = list(agent.analyse(grandline.Position("connect4", "112233")))
    /// >>> reports[-1].move, reports[-1].depth
    /// ('4', 5)
    #[pyo3(signature = (position, *, time = None, nodes = None, depth = None, lines = 1))]
    fn analyse(
        &self,
        position: PyRef<'_, Position>,
        time: Option<TimeArgument>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
    ) -> PyResult<Analysis> {
        Ok(Analysis::of(self.think(&position, limits(time, nodes, depth, lines)?, true)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, Option<Game>, u64)) {
        (py.get_type::<Agent>(), (self.name.clone(), self.game(), self.seed))
    }

    fn __repr__(&self) -> String {
        match self.game {
            Some(game) => format!("Agent('{}', '{game}')", self.name),
            None => format!("Agent('{}')", self.name),
        }
    }
}
