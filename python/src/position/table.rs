//! `Position.table`: what an endgame table says.

use grandline_agents::tables::{self, ProbeError};
use pyo3::prelude::*;

use super::Position;
use crate::error::wrong;

/// What an endgame table says about a position, as `Position.table` returns it.
#[pyclass(frozen, eq, get_all, module = "grandline")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TableResult {
    /// "win", "loss" or "draw" for the side to move.
    result: &'static str,
    /// Plies to the end of the game, in `checkers/aiarena` to the next capture or the end; `None` for a draw.
    distance: Option<u32>,
}

#[pymethods]
impl TableResult {
    fn __repr__(&self) -> String {
        let distance = self.distance.map_or_else(|| "None".to_owned(), |plies| plies.to_string());
        format!("TableResult(result='{}', distance={distance})", self.result)
    }
}

#[pymethods]
impl Position {
    /// What the endgame tables of the game say: the result with best play of both, and the plies to the end,
    /// in `checkers/aiarena` to the next capture or the end. Returns `None` for a position with more pieces than the tables
    /// have; only checkers has tables. Those of up to 4 pieces are built
    /// when they are first needed, which takes some seconds, and kept in the folder GRANDLINE_TABLES or the user's data
    /// folder.
    ///
    /// >>> import grandline
    /// >>> grandline.Position("checkers", "W:WK14,K18:BK1").table()
    /// TableResult(result='win', distance=15)
    fn table(&self, py: Python<'_>) -> PyResult<Option<TableResult>> {
        tables::check(self.inner.game()).map_err(wrong)?;
        let position = self.inner.clone();
        match py.detach(|| tables::lookup(&position)) {
            Ok(tables::TableResult { result, distance, .. }) => Ok(Some(TableResult { result, distance })),
            Err(ProbeError::NotBuilt(..) | ProbeError::TooManyPieces(_)) => Ok(None),
            Err(error) => Err(wrong(error)),
        }
    }
}
