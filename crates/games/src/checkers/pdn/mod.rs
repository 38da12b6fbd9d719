//! PDN, the files in which games of draughts are kept: text to games and back, without I/O.
//!
//! The reader takes what real files contain: comments in braces or after a semicolon, variations,
//! glyphs such as `$1` and `!?`, move numbers glued to moves or missing, captures with the squares
//! between left out, results of both kinds of scores. The writer is strict.
//!
//! ```
//! use grandline_games::checkers::pdn::{self, FirstScore};
//!
//! let games = pdn::read("[White \"Wyllie\"]\n1. 11-15 23-19 2. 8-11 {the Glasgow} *", FirstScore::Black)?;
//! assert_eq!(games[0].tag("White"), Some("Wyllie"));
//! assert_eq!(games[0].record.moves().len(), 3);
//! # Ok::<(), pdn::PdnError>(())
//! ```

mod read;
mod token;
mod write;

use thiserror::Error;

use super::{Checkers, Colour, English};
use crate::formats::Variation;
use crate::game::Margin;
use crate::notation::{MoveError, PositionError};
use crate::record::Record;

pub use read::read;
pub use write::write;

/// A game of a PDN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values in the order of the file, without those that say what the other fields say:
    /// `Result`, `GameType`, `SetUp` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// The start and the moves.
    pub record: Record<Checkers<English>>,
    /// The result, or `None` if the game goes on or nobody wrote it down.
    pub result: Option<Margin>,
    /// Other lines beside the moves. They are written; the reader skips them.
    pub variations: Vec<Variation>,
}

impl PdnGame {
    /// A game without tags whose result is that of the record.
    pub fn new(record: Record<Checkers<English>>) -> Self {
        let result = record.outcome();
        PdnGame { tags: Vec::new(), record, result, variations: Vec::new() }
    }

    /// The value of a tag; names are found in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Whose score stands first in a result.
///
/// The standard took its results from chess, where White's score is first and White also begins. In
/// English draughts Black begins, and its archives mostly put the first player first: there `1-0` is
/// a win of Black. That is the default. No file says which it means, so it is an option; where the last
/// position leaves one side without a move, that decides and the written result does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstScore {
    /// `1-0` means that Black, the first player, has won.
    #[default]
    Black,
    /// `1-0` means that White has won.
    White,
}

impl FirstScore {
    const fn colour(self) -> Colour {
        match self {
            FirstScore::Black => Colour::Black,
            FirstScore::White => Colour::White,
        }
    }
}

/// Where and why a PDN text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PdnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PdnProblem,
}

/// What can be wrong in a PDN text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdnProblem {
    /// The text cannot be read on.
    #[error("{0}")]
    Syntax(String),
    /// The game is not English draughts.
    #[error("GameType \"{0}\" is another game; English draughts is 21")]
    GameType(String),
    /// The `FEN` tag is no position.
    #[error("the FEN tag: {0}")]
    SetUp(PositionError),
    /// A move cannot be made.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move as it is counted in the file, such as `12.` or `12...`.
        number: String,
        /// Why not.
        error: MoveError,
    },
}
