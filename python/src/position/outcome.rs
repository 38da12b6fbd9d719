//! `Outcome`: how a game ended.

use grandline_games::{Margin, Side};
use pyo3::prelude::*;

use crate::board::Board;

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
    /// By how much, as the first player sees it; 0 is a draw.
    margin: i16,
    /// Why, in words.
    reason: String,
}

impl Outcome {
    /// The end of a game, if it has ended.
    pub(super) fn of(board: &dyn Board) -> Option<Self> {
        let margin = board.outcome()?;
        let winner = Margin::winner(margin).map(Side::index);
        Some(Outcome { winner, margin: margin.0, reason: board.reason() })
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, margin={}, reason='{}')", self.margin, self.reason.replace('\'', "\\'"))
    }
}
