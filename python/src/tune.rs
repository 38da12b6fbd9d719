//! Tuning numbers of a preset.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_arena::openings::OpeningSource;
use grandline_arena::tune::{ParameterRange, TuneOptions, run};
use grandline_arena::{Adjudication, BaseTime, ClockKind, TimeControl, Tuning};
use pyo3::prelude::*;
use serde_json::json;

use crate::arguments::TimeArgument;
use crate::attended::attended;
use crate::error::wrong;
use crate::game::GameArgument;
use crate::json;

/// Runs a tuning in a folder and returns what came of it; `grandline.tune` calls it.
#[pyfunction]
#[pyo3(signature = (
    game, agent, parameters, *, out, iterations, pairs, step, spread, games, nodes = None, depth = None, time = None,
    tc = None, clock = "wall", openings = None, seed = 0, max_plies = None, concurrency = 1,
))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn tune<'py>(
    py: Python<'py>,
    game: GameArgument,
    agent: String,
    parameters: Vec<(String, (f64, f64))>,
    out: PathBuf,
    iterations: u64,
    pairs: u64,
    step: f64,
    spread: f64,
    games: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<TimeArgument>,
    tc: Option<String>,
    clock: &str,
    openings: Option<String>,
    seed: u64,
    max_plies: Option<u32>,
    concurrency: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = TimeControl {
        tc: tc.map(|text| text.parse::<BaseTime>().map_err(wrong)).transpose()?,
        movetime: time.map(|time| time.resolve()).transpose()?,
        nodes,
        depth,
        clock: clock.parse::<ClockKind>().map_err(wrong)?,
        ..TimeControl::default()
    };
    let ranges = parameters.iter().map(|(name, (from, to))| ParameterRange::new(name, *from, *to).map_err(wrong));
    let tuning = Tuning {
        iterations,
        pairs,
        step,
        spread,
        games,
        seed,
        openings: openings.map(|text| text.parse::<OpeningSource>().map_err(wrong)).transpose()?,
        limits,
        adjudicate: Adjudication { max_plies, ..Adjudication::default() },
        ..Tuning::new(game.resolve()?, agent, ranges.collect::<PyResult<Vec<_>>>()?)
    };
    let stop = Arc::new(AtomicBool::new(false));
    let options = TuneOptions { concurrency, stop: Arc::clone(&stop), ..TuneOptions::default() };
    let outcome =
        attended(py, &stop, |_: &mut dyn FnMut(())| run(&tuning, &out, &options, &mut |_| {}), |_, ()| Ok(()))?;
    let outcome = outcome.map_err(wrong)?;
    let mut result = outcome.to_json();
    result["history"] = json!(outcome.iterations);
    result["preset"] = json!(outcome.preset);
    result["chart"] = json!(outcome.chart);
    json::to_python(py, &result)
}
