//! Training evaluations.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::learned::Model;
use grandline_arena::statistics::SprtTerms;
use grandline_arena::train::{Folder, TrainOptions, Training, train as run};
use pyo3::prelude::*;
use serde_json::json;

use crate::arguments::thread_count;
use crate::attended::attended;
use crate::error::wrong;
use crate::game::GameArgument;
use crate::json;

/// Runs a training in a folder and returns what came of it; `grandline.train` calls it. What is `None` has its default.
#[pyfunction]
#[pyo3(signature = (
    game, *, out, agent = None, features = None, model = None, rounds = None, games = None, nodes = None,
    opening_plies = None, slips = None, solve_plies = None, solve_nodes = None, result_share = None, validation = None,
    epochs = None, sprt = None, test_games = None, seed = None, threads = None, progress = None,
))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn train<'py>(
    py: Python<'py>,
    game: GameArgument,
    out: PathBuf,
    agent: Option<String>,
    features: Option<String>,
    model: Option<String>,
    rounds: Option<u32>,
    games: Option<u64>,
    nodes: Option<u64>,
    opening_plies: Option<[u32; 2]>,
    slips: Option<f64>,
    solve_plies: Option<u32>,
    solve_nodes: Option<u64>,
    result_share: Option<f64>,
    validation: Option<f64>,
    epochs: Option<u32>,
    sprt: Option<String>,
    test_games: Option<u64>,
    seed: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let default = Training::new(game.resolve()?).map_err(wrong)?;
    let model = model.map(|text| text.parse::<Model>().map_err(wrong)).transpose()?;
    let sprt = sprt.map(|text| text.parse::<SprtTerms>().map_err(wrong)).transpose()?;
    let training = Training {
        game: default.game,
        features: features.unwrap_or(default.features),
        model: model.unwrap_or(default.model),
        agent: agent.unwrap_or(default.agent),
        rounds: rounds.unwrap_or(default.rounds),
        games: games.unwrap_or(default.games),
        nodes: nodes.unwrap_or(default.nodes),
        opening_plies: opening_plies.unwrap_or(default.opening_plies),
        slips: slips.unwrap_or(default.slips),
        solve_plies: solve_plies.unwrap_or(default.solve_plies),
        solve_nodes: solve_nodes.unwrap_or(default.solve_nodes),
        result_share: result_share.unwrap_or(default.result_share),
        validation: validation.unwrap_or(default.validation),
        epochs: epochs.unwrap_or(default.epochs),
        sprt: sprt.unwrap_or(default.sprt),
        test_games: test_games.unwrap_or(default.test_games),
        seed: seed.unwrap_or(default.seed),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let options = TrainOptions {
        threads: thread_count(threads)?,
        stop: Arc::clone(&stop),
        made_by: format!("grandline {}", env!("CARGO_PKG_VERSION")),
        ..TrainOptions::default()
    };
    let told = progress.is_some();
    let rounds = attended(
        py,
        &stop,
        |tell| {
            run(&training, &out, &options, &mut |event| {
                if told {
                    tell(event.clone());
                }
            })
        },
        |py, event| match &progress {
            Some(progress) => {
                // Plain data is always JSON.
                let event = json::to_python(py, &serde_json::to_value(&event).unwrap_or_default())?;
                progress.call1(py, (event,)).map(|_| ())
            }
            None => Ok(()),
        },
    )?
    .map_err(wrong)?;
    let folder = Folder::open(&out, &training).map_err(wrong)?;
    let weights = rounds.iter().any(|round| round.accepted).then(|| folder.best().display().to_string());
    json::to_python(py, &json!({ "training": training, "rounds": rounds, "weights": weights }))
}
