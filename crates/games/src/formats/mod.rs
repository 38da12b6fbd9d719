//! Records as other programs write them, all through one plain form: our own JSON lines.

mod aiarena;
mod moves;
mod plain;
mod variation;

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use thiserror::Error;

pub use plain::PlainRecord;
pub use variation::Variation;
pub(crate) use variation::words;

use crate::checkers::pdn::{self, FirstScore, PdnGame};
use crate::divercite::seahorse;
use crate::hand_of_the_king::{HandOfTheKing, PhaseOne};
use crate::notation::Notation;
use crate::record::Record;
use crate::{GameId, position};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own: one JSON object a line, a [`PlainRecord`].
    Json,
    /// Recordings of the course's framework for Divercité: an array of states, or one state.
    Seahorse,
    /// Portable Draughts Notation, for English checkers.
    Pdn,
    /// A board file of the Hand of the King course: 36 cards, a start.
    CourseBoard,
    /// Position texts of the course's Connect 4 and checkers, one a line.
    Aiarena,
    /// The moves of a game from its start, with or without numbers, and variations in parentheses.
    Moves,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] =
        [Format::Json, Format::Seahorse, Format::Pdn, Format::CourseBoard, Format::Aiarena, Format::Moves];

    /// The name used in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Seahorse => "seahorse",
            Format::Pdn => "pdn",
            Format::CourseBoard => "course-board",
            Format::Aiarena => "aiarena",
            Format::Moves => "moves",
        }
    }

    /// The same where the game is known: what has no signs of a format is a list of moves.
    pub fn guess_for(text: &str, game: Option<GameId>) -> Option<Format> {
        let is_tagged = text.trim_start_matches('\u{feff}').trim_start().starts_with('[');
        match (Format::guess(text), game) {
            (Some(Format::Pdn), Some(game)) if !is_tagged && game != GameId::Checkers => Some(Format::Moves),
            (None, Some(_)) if !text.trim_start().starts_with(['{', '[']) => Some(Format::Moves),
            (guessed, _) => guessed,
        }
    }

    /// The format a text seems to be in, by its first characters and fields.
    pub fn guess(text: &str) -> Option<Format> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let first_line = text.lines().next().unwrap_or_default().trim();
        if let Ok(value) = serde_json::from_str::<Value>(text) {
            let sample = value.get(0).unwrap_or(&value);
            return if sample.get("house").is_some() {
                Some(Format::CourseBoard)
            } else if sample.get("rep").is_some() {
                Some(Format::Seahorse)
            } else {
                sample.get("moves").map(|_| Format::Json)
            };
        }
        if first_line.starts_with('{') && first_line.ends_with('}') && first_line.contains("\"moves\"") {
            Some(Format::Json)
        } else if aiarena::game_of(first_line).is_some() {
            Some(Format::Aiarena)
        } else if first_line.starts_with('[') || first_line.starts_with(|c: char| c.is_ascii_digit()) {
            Some(Format::Pdn)
        } else {
            None
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| FormatError::Unknown { name: name.to_owned() })
    }
}

/// What a text does not say itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    /// The game, where the format serves several and the text does not name it.
    pub game: Option<GameId>,
    /// Whose score stands first in results of PDN.
    pub first_score: FirstScore,
}

/// Why a text cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// There is no format of that name.
    #[error("there is no format '{name}'; the formats are {}", Format::ALL.map(Format::name).join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// The text cannot be read in its format.
    #[error("{format}: {reason}")]
    Unreadable {
        /// The format it was read in.
        format: Format,
        /// What is wrong, and where.
        reason: String,
    },
    /// A record cannot be written in a format.
    #[error("record {record} cannot be written as {format}: {reason}")]
    Unwritable {
        /// The number of the record, from 1.
        record: usize,
        /// The format asked for.
        format: Format,
        /// Why not, and what could be.
        reason: String,
    },
}

/// Reads the records of a text. Every move is checked and comes out in its full form.
pub fn read(text: &str, format: Format, hints: Hints) -> Result<Vec<PlainRecord>, FormatError> {
    let unreadable = |reason: String| FormatError::Unreadable { format, reason };
    match format {
        Format::Json => plain::read_lines(text, hints.game).map_err(unreadable),
        Format::Aiarena => aiarena::read_lines(text, hints.game).map_err(unreadable),
        Format::Seahorse => {
            let record = seahorse::parse_recording(text).map_err(|error| unreadable(error.to_string()))?;
            Ok(vec![PlainRecord::from_record(&record)])
        }
        Format::Pdn => {
            let games = pdn::read(text, hints.first_score).map_err(|error| unreadable(error.to_string()))?;
            Ok(games.iter().map(from_pdn).collect())
        }
        Format::Moves => {
            let game = hints.game.ok_or_else(|| {
                unreadable("a list of moves does not name its game; give it beside the text".to_owned())
            })?;
            with_game!(game, G => Ok(vec![moves::read::<G>(text).map_err(unreadable)?]))
        }
        Format::CourseBoard => {
            // A start has the same text in all three variants.
            let start = HandOfTheKing::<PhaseOne>::from_course_board(text);
            let start = start.map_err(|error| unreadable(error.to_string()))?;
            let game = hints.game.unwrap_or(GameId::HandOfTheKing);
            let record = PlainRecord { setup: start.to_string(), ..PlainRecord::new(game) };
            Ok(vec![record.checked().map_err(unreadable)?])
        }
    }
}

/// Writes records in a format. What the format cannot hold is an error, never left out.
pub fn write(records: &[PlainRecord], format: Format, first_score: FirstScore) -> Result<String, FormatError> {
    if records.len() > 1 && matches!(format, Format::Seahorse | Format::CourseBoard) {
        let reason = "a file of this format holds one record only".to_owned();
        return Err(FormatError::Unwritable { record: 2, format, reason });
    }
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        let written = match format {
            Format::Seahorse | Format::CourseBoard | Format::Aiarena if !record.variations.is_empty() => {
                Err("it has variations, and the format has none".to_owned())
            }
            Format::Json => record.to_line(),
            Format::Aiarena => aiarena::write_line(record),
            Format::Seahorse => typed::<position::Divercite>(record).map(|record_| {
                let names = ["White", "Black"].map(|colour| record.tag(colour).unwrap_or(colour));
                seahorse::write_recording(&record_, names)
            }),
            Format::Pdn => typed::<position::Checkers>(record).map(|moves| {
                let mut game = PdnGame::new(moves);
                game.tags = record.tags.clone();
                game.result = game.result.or(record.margin());
                game.variations.clone_from(&record.variations);
                pdn::write(&game, first_score)
            }),
            Format::CourseBoard => course_board(record),
            Format::Moves => with_game!(record.game, G => moves::write::<G>(record)),
        };
        text.push_str(&written.map_err(|reason| FormatError::Unwritable { record: index + 1, format, reason })?);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    Ok(text)
}

fn from_pdn(game: &PdnGame) -> PlainRecord {
    let mut record = PlainRecord::from_record(&game.record);
    record.tags.clone_from(&game.tags);
    record.with_result(game.result)
}

/// The start of a record of any variant as a board file.
fn course_board(record: &PlainRecord) -> Result<String, String> {
    if !record.game.name().starts_with(GameId::HandOfTheKing.name()) {
        return Err(format!("it is a game of {}, and course boards are of {}", record.game, GameId::HandOfTheKing));
    }
    if !record.moves.is_empty() {
        return Err(format!("a course board is a start only, and moves were made (the first is {})", record.moves[0]));
    }
    let start = HandOfTheKing::<PhaseOne>::set_up(&record.setup).map_err(|error| error.to_string())?;
    start.to_course_board().map_err(|error| error.to_string())
}

/// The record with its type, if it is of that game.
fn typed<G: Notation>(record: &PlainRecord) -> Result<Record<G>, String> {
    if record.game.name() != G::NAME {
        return Err(format!("it is a game of {}, and the format is for {}", record.game, G::NAME));
    }
    record.to_record()
}
