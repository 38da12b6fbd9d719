//! The end of a game that its rules do not know.

use crate::game::Side;

/// How a game ended otherwise than by its rules: by a resignation, on time, by a forfeit. A picture says so in place of the
/// turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; nobody if it is a draw.
    pub winner: Option<Side>,
    /// What happened, such as `White resigned`.
    pub reason: String,
}

impl Ending {
    /// The result alone, which fits where a turn is written: `Black wins`, `draw`. `names` are those of the sides.
    pub fn result(&self, names: [&str; 2]) -> String {
        self.winner.map_or_else(|| "draw".to_owned(), |winner| format!("{} wins", names[winner.index()]))
    }

    /// The result with its reason: `Black wins, White resigned`.
    pub fn words(&self, names: [&str; 2]) -> String {
        format!("{}, {}", self.result(names), self.reason)
    }
}
