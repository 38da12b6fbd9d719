//! `Clock`: the limits of an agent's move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grandline_arena::{Said, Turn};
use grandline_games::AnyPosition;
use grandline_search::{Clock as Watch, WallClock};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{MOVE, read_move};

/// The limits of an agent's move. A limit that is not set is `None`.
#[pyclass(frozen, module = "grandline")]
pub(crate) struct Clock {
    /// Seconds for this move.
    #[pyo3(get)]
    time: Option<f64>,
    /// Nodes to visit: how many positions the agent may make.
    #[pyo3(get)]
    nodes: Option<u64>,
    /// Plies to look ahead.
    #[pyo3(get)]
    depth: Option<u32>,
    /// Seconds left for the rest of the game, if it has clocks.
    #[pyo3(get)]
    remaining: Option<f64>,
    /// Seconds the opponent has left, if the game has clocks.
    #[pyo3(get)]
    opponent: Option<f64>,
    /// Seconds added after each move.
    #[pyo3(get)]
    increment: f64,
    /// Moves until more time is added, if the time control has periods.
    #[pyo3(get)]
    moves_to_go: Option<u32>,
    /// The source of the time.
    pub(super) watch: Arc<dyn Watch>,
    start: Duration,
    /// The position in which the agent is to move.
    position: AnyPosition,
    /// What the agent has said so far, shared with the caller.
    pub(super) said: Arc<Mutex<Said>>,
}

impl Clock {
    /// A clock of wall time that starts now: for the move, and the rest of the game of both players. Times are in seconds.
    pub(crate) fn new(
        position: AnyPosition,
        [time, remaining, opponent]: [Option<f64>; 3],
        increment: f64,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> Self {
        let watch = Arc::new(WallClock::start());
        let start = watch.now();
        Clock {
            time,
            nodes,
            depth,
            remaining,
            opponent,
            increment,
            moves_to_go: None,
            watch,
            start,
            position,
            said: Arc::default(),
        }
    }

    /// The clock of a turn; [`started`](Self::started) starts it.
    pub(super) fn of(turn: &Turn<'_>) -> Self {
        let own = turn.position.to_move().index();
        let remaining = turn.clocks.map(|clocks| clocks[own]);
        Clock {
            time: turn.limits.time.map(|time| time.as_secs_f64()),
            nodes: turn.limits.nodes,
            depth: turn.limits.depth,
            remaining: remaining.map(|remaining| remaining.left.as_secs_f64()),
            opponent: turn.clocks.map(|clocks| clocks[1 - own].left.as_secs_f64()),
            increment: remaining.map_or(0.0, |remaining| remaining.increment.as_secs_f64()),
            moves_to_go: remaining.and_then(|remaining| remaining.moves_to_go),
            watch: Arc::clone(&turn.limits.clock),
            start: Duration::ZERO,
            position: turn.position.clone(),
            said: Arc::default(),
        }
    }

    /// The texts of a line that is legal from the position on.
    fn read_line(&self, line: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
        let mut position = self.position.clone();
        let mut texts = Vec::with_capacity(line.len());
        for mv in line {
            let text =
                read_move(mv).map_err(|found| PyValueError::new_err(format!("line: {found} is not a move: {MOVE}")))?;
            position.play_text(text.trim()).map_err(|error| PyValueError::new_err(format!("line: {error}")))?;
            texts.push(text);
        }
        Ok(texts)
    }

    /// The same clock, started now in this thread.
    pub(super) fn started(self) -> Self {
        Clock { start: self.watch.now(), ..self }
    }
}

#[pymethods]
impl Clock {
    /// Seconds since the turn began, by the clock of the match.
    #[getter]
    fn elapsed(&self) -> f64 {
        self.watch.now().saturating_sub(self.start).as_secs_f64()
    }

    /// Says what the agent thinks: the depth of its search in plies, the value of the position as the agent sees it, and the
    /// best line, a list of moves from here on. What is left out stays as it was said before. Depth and value
    /// are stored with the move.
    #[pyo3(signature = (*, depth = None, value = None, line = None))]
    fn report(&self, depth: Option<u32>, value: Option<f64>, line: Option<Vec<Bound<'_, PyAny>>>) -> PyResult<()> {
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(PyValueError::new_err("value: a finite number is expected"));
        }
        let line = line.map(|line| self.read_line(&line)).transpose()?;
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.depth = depth.or(said.depth);
        said.value = value.or(said.value);
        said.line = line.unwrap_or_else(|| std::mem::take(&mut said.line));
        Ok(())
    }

    /// What was said with `report`, for the process of an agent.
    fn _said(&self) -> (Option<u32>, Option<f64>, Vec<String>) {
        let Said { depth, value, line } = self.said.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (depth, value, line)
    }

    fn __repr__(&self) -> String {
        let seconds = |name: &str, time: Option<f64>| time.map(|time| format!("{name}={time}"));
        let parts = [
            seconds("time", self.time),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            seconds("remaining", self.remaining),
            seconds("opponent", self.opponent),
        ];
        format!("Clock({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
