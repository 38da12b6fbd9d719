//! Random games at the speed of the rules.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::Position;
use crate::board::generator;

/// How long random games go on before Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How random games ended.
#[pyclass(frozen, eq, get_all, module = "grandline")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Playouts {
    /// Won by the player who moves first in the game.
    first: u64,
    /// Drawn.
    draws: u64,
    /// Won by the other player.
    second: u64,
}

#[pymethods]
impl Playouts {
    /// How many games there were.
    #[getter]
    fn games(&self) -> u64 {
        self.first + self.draws + self.second
    }

    fn __repr__(&self) -> String {
        format!("Playouts(first={}, draws={}, second={})", self.first, self.draws, self.second)
    }
}

#[pymethods]
impl Position {
    /// Plays random games from here to their ends and counts the results. Other Python threads run meanwhile.
    ///
    /// >>> import grandline
    /// >>> grandline.Position("connect4", "444").random_playouts(1000, seed=1).games
    /// 1000
    #[pyo3(signature = (n, seed = 0))]
    fn random_playouts(&self, py: Python<'_>, n: u64, seed: u64) -> PyResult<Playouts> {
        let board = Arc::clone(self.board());
        let mut random = generator(seed);
        let mut results = [0; 3];
        let mut left = n;
        while left > 0 {
            let played = py.detach(|| {
                let start = Instant::now();
                let mut played = 0;
                while played < left && start.elapsed() < PATIENCE {
                    let chunk = (left - played).min(1000);
                    let more = board.playouts(chunk, &mut random);
                    results.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
                    played += chunk;
                }
                played
            });
            left -= played;
            py.check_signals()?;
        }
        if let Some(tally) = self.tally() {
            tally.fetch_add(n, Ordering::Relaxed);
        }
        let [first, draws, second] = results;
        Ok(Playouts { first, draws, second })
    }
}
