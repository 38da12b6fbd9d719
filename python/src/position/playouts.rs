//! Random playouts in native code.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grandline_games::random::seeded;
use pyo3::prelude::*;

use super::Position;

/// How long playouts run before Python's signals are checked, so that Ctrl-C works.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The results of random playouts.
#[pyclass(frozen, eq, get_all, module = "grandline")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Playouts {
    /// Games won by the player who moves first.
    first: u64,
    /// Drawn games.
    draws: u64,
    /// Games won by the other player.
    second: u64,
}

#[pymethods]
impl Playouts {
    /// The number of games.
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
    /// Plays random games from here to the end and counts the results. Releases the GIL while it runs.
    ///
    /// >>> import grandline
    /// >>> grandline.Position("connect4", "444").random_playouts(1000, seed=1).games
    /// 1000
    #[pyo3(signature = (n, seed = 0))]
    fn random_playouts(&self, py: Python<'_>, n: u64, seed: u64) -> PyResult<Playouts> {
        let position = self.inner.clone();
        let mut random = seeded(seed);
        let mut results = [0; 3];
        let mut left = n;
        while left > 0 {
            let played = py.detach(|| {
                let start = Instant::now();
                let mut played = 0;
                while played < left && start.elapsed() < SIGNAL_INTERVAL {
                    let chunk = (left - played).min(1000);
                    let more = position.playouts(chunk, &mut random);
                    results.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
                    played += chunk;
                }
                played
            });
            left -= played;
            py.check_signals()?;
        }
        if let Some(tally) = &self.tally {
            tally.fetch_add(n, Ordering::Relaxed);
        }
        let [first, draws, second] = results;
        Ok(Playouts { first, draws, second })
    }
}
