//! `Results`: the games of a match or tournament, and everything computed from them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use grandline_arena::Tournament;
use grandline_arena::report::{Chart, Standings, Summary, charts, movers, page};
use grandline_arena::statistics::Phase;
use grandline_arena::store::{Entry, Store};
use grandline_arena::tournament::MatchSummary;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::json;

use crate::error::wrong;
use crate::json;

/// The games of a tournament in memory; `grandline.match` and `grandline.tournament` wrap it.
#[pyclass(frozen, module = "grandline._native")]
pub(crate) struct Results {
    pub(super) tournament: Tournament,
    pub(super) entry: Entry,
    pub(super) store: Mutex<Box<dyn Store>>,
    /// Warnings for the user.
    #[pyo3(get)]
    pub(super) warnings: Vec<String>,
}

impl Results {
    fn store(&self) -> MutexGuard<'_, Box<dyn Store>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn gather(&self) -> PyResult<Summary> {
        Summary::gather(&mut **self.store(), self.entry.clone()).map_err(wrong)
    }
}

#[pymethods]
impl Results {
    /// The numbers of a match of two, seen by the first-named agent.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let standings = Standings::read(&self.tournament, &self.entry, &mut **self.store()).map_err(wrong)?;
        let phase = if self.entry.verdict.is_some() { Phase::Finished } else { Phase::Running };
        let summary = MatchSummary::new(&standings, phase);
        let mut numbers = summary.to_json();
        numbers["block"] = json!(summary.block(&self.tournament));
        json::to_python(py, &numbers)
    }

    /// The standings of a tournament, the best agent first.
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let summary = self.gather()?;
        let table = summary.table();
        json::to_python(py, &serde_json::to_value(summary.json(&table)).unwrap_or_default())
    }

    /// All games in the form of records, with the player of each ply.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let mut appended = Ok(());
        let read = self.store().games(self.entry.key, &mut |game| {
            let mut value = serde_json::to_value(&game).unwrap_or_default();
            for (index, player) in movers(self.tournament.game, &game).into_iter().enumerate() {
                if let Some(ply) = value.pointer_mut(&format!("/plies/{index}")) {
                    ply["player"] = json!(player.index());
                }
            }
            if appended.is_ok() {
                appended = json::to_python(py, &value).and_then(|game| list.append(game));
            }
        });
        read.map_err(wrong)?;
        appended.map(|()| list)
    }

    /// A chart of the report by its name: elo, states, depth, time or value; `None` if there is no data for it.
    fn chart(&self, key: &str) -> PyResult<Option<String>> {
        let summary = self.gather()?;
        let pictures = charts(&summary, &summary.table()).map_err(wrong)?;
        Ok(pictures.iter().find(|chart| chart.key == key).map(Chart::standalone))
    }

    /// The whole report as one HTML page.
    fn page(&self) -> PyResult<String> {
        let summary = self.gather()?;
        let table = summary.table();
        let pictures = charts(&summary, &table).map_err(wrong)?;
        Ok(page(&summary, &table, &pictures))
    }
}
