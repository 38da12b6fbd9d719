//! The positions that a training learned from.

use std::path::PathBuf;

use grandline_arena::train::{Examples, Folder, GamesFile};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::buffers::bytes;
use super::features::find;
use crate::arguments::thread_count;
use crate::error::wrong;
use crate::game::Game;

/// The positions of one round of a training, or of all rounds, as features and labels; `grandline.training_data` calls it.
#[pyfunction]
#[pyo3(signature = (folder, round = None, threads = None))]
pub(crate) fn training_examples<'py>(
    py: Python<'py>,
    folder: PathBuf,
    round: Option<u32>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let (threads, path) = (thread_count(threads)?, folder.display().to_string());
    let (folder, training) = Folder::read(&folder).map_err(wrong)?;
    let played = (1..=training.rounds).take_while(|&round| folder.games(round).exists()).count() as u32;
    let rounds = match round {
        _ if played == 0 => return Err(wrong(format!("{path} has no games yet: run grandline.train first"))),
        Some(round) if round == 0 || round > played => {
            return Err(wrong(format!("{path} has no round {round}: rounds are 1 to {played}")));
        }
        Some(round) => round..=round,
        None => 1..=played,
    };
    let set = find(training.game, Some(&training.features))?;
    let examples = py.detach(|| {
        let mut games = Vec::new();
        for round in rounds {
            games.extend(GamesFile::read(&folder.games(round)).map_err(wrong)?);
        }
        Examples::of(training.game, &*set, &games, threads).map_err(wrong)
    })?;
    let data = PyDict::new(py);
    data.set_item("game", Game(training.game))?;
    data.set_item("features", &training.features)?;
    data.set_item("result_share", training.result_share)?;
    data.set_item("indices", bytes(py, &examples.indices, u32::to_ne_bytes)?)?;
    data.set_item("phases", bytes(py, &examples.phases, u16::to_ne_bytes)?)?;
    data.set_item("results", bytes(py, &examples.results, f32::to_ne_bytes)?)?;
    data.set_item("chances", bytes(py, &examples.chances, f32::to_ne_bytes)?)?;
    data.set_item("games", bytes(py, &examples.games, u32::to_ne_bytes)?)?;
    Ok(data)
}
