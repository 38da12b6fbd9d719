//! `Outcome`: how a game ended.

use grandline_games::{AnyPosition, Side};
use pyo3::prelude::*;

/// How a game ended.
///
/// >>> import grandline
/// >>> grandline.Position("connect4", "1213141").outcome
/// Outcome(winner=0, margin=18, reason='Red has four in line with disc 4')
#[pyclass(frozen, eq, get_all, module = "grandline")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// 0 or 1, or `None` for a draw.
    winner: Option<usize>,
    /// By how much, seen by the first player; 0 is a draw.
    margin: i16,
    /// Why, in words.
    reason: String,
}

impl Outcome {
    /// The outcome of a position; `None` while the game goes on.
    pub(super) fn of(position: &AnyPosition) -> Option<Self> {
        let margin = position.outcome()?;
        let winner = margin.winner().map(Side::index);
        Some(Outcome { winner, margin: margin.0, reason: position.reason() })
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, margin={}, reason='{}')", self.margin, self.reason.replace('\'', "\\'"))
    }
}
