//! Numbers that the players of a finished game have, for the tables of a tournament.

use serde_json::Value;

/// A number each player has at the end of a game, such as a score. What it means is the game's business; a table only
/// adds and divides.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name in files: lower-case ASCII without spaces.
    pub key: &'static str,
    /// The name above a column.
    pub name: &'static str,
    /// How tables sum it up.
    pub kind: MeasureKind,
    /// Reads both players' numbers off [`Notation::detail`](crate::Notation::detail), which records keep. `None` if they
    /// are not there, as in a record of another program.
    pub read: fn(&Value) -> Option<[f64; 2]>,
}

/// How a measure is summed up over many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// One's own against the other's, and the ratio of the two.
    Contested,
    /// One's own, in all and a game.
    Counted,
}

/// The pair of numbers `[first, second]` under a name of a detail.
pub(crate) fn pair(detail: &Value, name: &str) -> Option<[f64; 2]> {
    let numbers = detail.get(name)?;
    Some([numbers.get(0)?.as_f64()?, numbers.get(1)?.as_f64()?])
}
