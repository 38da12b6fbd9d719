//! `Agent`: a preset, from Grandline or from a file, that can be asked about positions.

mod analysis;
mod report;
mod thinking;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grandline_agents::{AnyEngine, Catalogue, Preset, PresetError, Problem, build};
use grandline_arena::{Agent as ArenaAgent, AgentError};
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

/// The time for a move if neither the agent nor the caller sets a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Engines that are not searching, with the game they play.
type Idle = Arc<Mutex<Vec<(GameId, Box<dyn AnyEngine>)>>>;

/// An agent of Grandline: a preset by name, optionally with changed parameters, or a TOML file with one agent.
///
/// Without a game it plays every game that has an agent of this name.
///
/// >>> import grandline
/// >>> agent = grandline.Agent("greedy")
/// >>> agent.choose(grandline.Position("connect4", "112233"))
/// '4'
/// >>> grandline.Agent("in104-connect4-v3:depth=4").choose(grandline.Position("connect4", "112233"))
/// '4'
#[pyclass(frozen, module = "grandline")]
pub(crate) struct Agent {
    /// The text that specifies it, also in a tournament.
    pub(crate) name: String,
    game: Option<GameId>,
    seed: u64,
    idle: Idle,
}

impl Agent {
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
            match ArenaAgent::resolve(game, &self.name) {
                Ok(_) => return preset(game, &self.name),
                // An error about an existing agent is more useful than that other games do not have it.
                Err(AgentError::Preset(PresetError { problem: Problem::UnknownAgent { .. }, .. })) => {}
                Err(error) => found = found.or(Some(error)),
            }
        }
        Err(match found {
            Some(error) => wrong(error),
            None => wrong(format!("no game has an agent '{}'; grandline.agents() lists all agents", self.name)),
        })
    }

    /// An engine for a game: an idle one, which keeps what it learned, or a new one.
    fn engine(&self, preset: &Preset) -> Box<dyn AnyEngine> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.iter().position(|(game, _)| *game == preset.game) {
            Some(index) => idle.swap_remove(index).1,
            None => build(preset, self.seed),
        }
    }

    /// Starts a search of a position. Unless it is endless, it gets a time limit if there is no other limit.
    fn think(&self, position: &Position, mut limits: Limits, endless: bool) -> PyResult<Thinking> {
        let inner = &position.inner;
        if inner.outcome().is_some() {
            return Err(wrong(format!("the game is over ({}): there is no move to search", inner.reason())));
        }
        let preset = self.preset(inner.game())?;
        if !limits.are_given() && !endless && !preset.has_limit() {
            limits.time = Some(DEFAULT_TIME);
        }
        let (engine, idle) = (self.engine(&preset), Arc::clone(&self.idle));
        Ok(Thinking::start(engine, inner.clone(), limits, position.tally.clone(), idle))
    }
}

/// The preset of a text in a game.
fn preset(game: GameId, text: &str) -> PyResult<Preset> {
    match ArenaAgent::resolve(game, text).map_err(wrong)? {
        ArenaAgent::Preset(preset) => Ok(*preset),
        _ => Err(wrong(format!(
            "'{text}' is an external engine: it can play in match and tournament, but Agent only takes presets"
        ))),
    }
}

/// The limits of a search.
fn limits(time: Option<TimeArgument>, nodes: Option<u64>, depth: Option<u32>, lines: usize) -> PyResult<Limits> {
    let time = time.map(|time| time.resolve()).transpose()?;
    let (stop, clock) = (Arc::new(AtomicBool::new(false)), Arc::new(WallClock::start()));
    Ok(Limits { depth, nodes, time, remaining: None, lines: lines.max(1), analysis: false, stop, clock })
}

/// The agents of a game, or of all games, the strongest first.
///
/// >>> import grandline
/// >>> [agent.name for agent in grandline.agents("connect4")][0]
/// 'perfect'
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

    /// The text it was created from, with its changes.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The game it was created for; `None` if it plays every game that has an agent of its name.
    #[getter]
    fn game(&self) -> Option<Game> {
        self.game.map(Game)
    }

    /// One line about it.
    #[getter]
    fn description(&self) -> PyResult<String> {
        Ok(self.any_preset()?.description)
    }

    /// Its parameters as written in its preset.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = PyDict::new(py);
        for (key, value) in self.any_preset()?.settings() {
            settings.set_item(key, value)?;
        }
        Ok(settings)
    }

    /// The move it would play. `time` is in seconds, or a text such as "500ms"; `nodes` are nodes or simulations, `depth`
    /// is in plies. Without limits the agent's own limits apply, or one second if it has none.
    ///
    /// Releases the GIL while it runs; Ctrl-C stops the search.
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
        thinking.best(py)?.ok_or_else(|| PyRuntimeError::new_err(format!("agent '{}' found no move", self.name)))
    }

    /// Searches in its own thread and yields a report at every step; the last report is the answer. Leaving the loop
    /// early stops the search. If neither the caller nor the agent sets a limit, it runs until the position is solved or the
    /// loop ends.
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
        let limits = Limits { analysis: true, ..limits(time, nodes, depth, lines)? };
        Ok(Analysis::of(self.think(&position, limits, true)?))
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
