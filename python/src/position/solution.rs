//! `Position.solve`: the exact result of a position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::knowledge;
use grandline_games::AnyPosition;
use grandline_search::{Exact, Limits, Question, WallClock};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::Position;
use crate::arguments::TimeArgument;
use crate::error::wrong;

/// The size of the solver's table in megabytes.
const TABLE: usize = 64;

/// The exact result of a position, as `Position.solve` returns it.
#[pyclass(frozen, get_all, module = "grandline")]
pub(crate) struct Solution {
    /// The result for the player to move: positive for a win, 0 for a draw; its size is the margin.
    value: i64,
    /// The moves that reach it.
    best: Vec<String>,
    /// Every legal move and its value.
    moves: Vec<(String, i64)>,
    /// Nodes searched.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("Solution(value={}, best={:?}, nodes={})", self.value, self.best, self.nodes)
    }
}

impl Solution {
    /// Solves a position; `None` if a limit came first.
    fn of(position: &AnyPosition, limits: &Limits) -> Option<Self> {
        let mut knowledge = knowledge(position.game(), TABLE, 1)?;
        let question = Question { margin: true, all_moves: true };
        let solution = knowledge.solve(position, question, limits)?;
        solution.exact.margin?;
        let values = knowledge.values(position, limits)?;
        let (text, number) = (
            |mv| position.move_text(mv).unwrap_or_default(),
            |exact: Exact| exact.margin.map_or(i64::from(exact.verdict.sign()), i64::from),
        );
        Some(Solution {
            value: number(solution.exact),
            best: solution.best.iter().map(|&mv| text(mv)).collect(),
            nodes: solution.nodes + values.iter().map(|(_, _, nodes)| nodes).sum::<u64>(),
            moves: values.into_iter().map(|(mv, exact, _)| (text(mv), number(exact))).collect(),
        })
    }
}

#[pymethods]
impl Position {
    /// The exact result of the position, with the value of every move. `time` limits the search, in seconds or as a text
    /// such as "500ms"; `nodes` limits it by nodes. Returns `None` if a limit comes first. Releases the GIL; Ctrl-C stops
    /// it.
    ///
    /// >>> import grandline
    /// >>> solution = grandline.Position("connect4", "4444435555").solve()
    /// >>> solution.value, solution.best
    /// (1, ['5'])
    #[pyo3(signature = (*, time = None, nodes = None))]
    fn solve(
        slf: PyRef<'_, Self>,
        py: Python<'_>,
        time: Option<TimeArgument>,
        nodes: Option<u64>,
    ) -> PyResult<Option<Solution>> {
        let position = slf.inner.clone();
        drop(slf);
        if knowledge(position.game(), 1, 1).is_none() {
            return Err(wrong(format!("{} cannot be solved: its positions may repeat", position.game())));
        }
        let time = time.map(|time| time.resolve()).transpose()?;
        let stop = Arc::new(AtomicBool::new(false));
        let clock = Arc::new(WallClock::start());
        let limits = Limits { nodes, time, stop: stop.clone(), clock, ..Limits::default() };
        let worker = std::thread::spawn(move || Solution::of(&position, &limits));
        while !worker.is_finished() {
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
            if let Err(interrupt) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                let _ = py.detach(|| worker.join());
                return Err(interrupt);
            }
        }
        worker.join().map_err(|_| PyRuntimeError::new_err("the search panicked, which is a bug in grandline"))
    }
}
