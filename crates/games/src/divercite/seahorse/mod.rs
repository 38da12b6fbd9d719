//! Recordings of the course's framework, seahorse: a JSON array of states, one before each move and one at the end.
//!
//! ```
//! use grandline_games::divercite::{Course, Divercite, seahorse};
//! use grandline_games::{Game, Notation, Record};
//!
//! let mut record = Record::new(Divercite::<Course>::start(0));
//! for text in ["RC34", "BR33"] {
//!     let mv = record.position().parse_move(text)?;
//!     record.play(mv);
//! }
//! let text = seahorse::write_recording(&record, ["Luffy", "Zoro"]);
//! assert_eq!(seahorse::parse_recording(&text)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use thiserror::Error;

pub use self::read::{parse_recording, parse_state};
pub use self::write::{write_recording, write_state};

use super::{Course, Divercite, Placement};
use crate::game::Side;
use crate::notation::MoveError;

type Position = Divercite<Course>;

/// Why a text is not a recording or a state of seahorse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeahorseError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// Part of a state is missing or is not what seahorse writes there.
    #[error("state {state}: {problem}")]
    State {
        /// Its place in the recording, from 0 as its step is.
        state: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The piece that was added is not a legal move.
    #[error("state {state}: {error}")]
    Move {
        /// The state after the move.
        state: usize,
        /// The rule it breaks.
        error: MoveError,
    },
    /// The recording holds no state at all.
    #[error("the recording is empty: a game has at least the state it starts from")]
    Empty,
}

/// A piece on the board of a state, which unlike ours knows who placed it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placed {
    owner: Side,
    mv: Placement,
}
