//! The people's side of a game: names, texts, pictures. Everything that enters from outside is checked here.

use std::fmt::Display;
use std::str::FromStr;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::edit::Editor;
use crate::game::{Game, Side};
use crate::measure::Measure;
use crate::numbered::Numbered;
use crate::record::Record;
use crate::scene::{Ending, Paint, Scene, Shape, Tint};

/// A kind of move by its name, and whether a legal move of a position is of that kind.
pub type MoveKind<G> = (&'static str, fn(&G, <G as Game>::Move) -> bool);

/// Texts and pictures of a game. `Display` and `FromStr` of the position round-trip.
pub trait Notation: Numbered + Display + FromStr<Err = PositionError> {
    /// The name used in commands, addresses and records, such as `checkers/aiarena`.
    const NAME: &'static str;
    /// The name as a person writes it, such as `Checkers (aiarena)`.
    const TITLE: &'static str;
    /// One line that says what the game is about.
    const SUMMARY: &'static str;
    /// What the two players are called, `First` first.
    const PLAYERS: [&'static str; 2] = ["First", "Second"];
    /// The colours of their pieces, to tell them apart in charts.
    const PAINTS: [Paint; 2] = [Paint::Light, Paint::Dark];
    /// Colours that only its pictures have.
    const PALETTE: &'static [Tint] = &[];
    /// What [`detail`](Self::detail) says of a finished game in numbers, for the tables of tournaments.
    const MEASURES: &'static [Measure] = &[];

    /// The name of the openings that players of the game use, where there are such: see [`Notation::customary_openings`].
    const OPENINGS: Option<&'static str> = None;

    /// The openings that players of the game use, so that a match does not begin the same way every time.
    fn customary_openings() -> Vec<Record<Self>> {
        Vec::new()
    }

    /// Kinds of moves that scripted openings of agents can name, such as Divercité's `random-city`.
    const MOVE_KINDS: &'static [MoveKind<Self>] = &[];

    /// How positions are arranged by hand; without it they come only as texts.
    const EDITOR: Option<Editor<Self>> = None;

    /// The text of a legal move, as short as it is unambiguous everywhere: it depends on the move alone.
    fn format_move(&self, mv: Self::Move) -> String;

    /// The legal move a text means here, or the rule it breaks.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The ids of the scene's cells a person touches, in order, to make this move.
    fn path(&self, mv: Self::Move) -> Vec<String>;

    /// The orders in which a person may touch those cells.
    fn paths(&self, mv: Self::Move) -> Vec<Vec<String>> {
        vec![self.path(mv)]
    }

    /// A legal move in a few words, for people who do not read the notation.
    fn move_words(&self, mv: Self::Move) -> String {
        self.format_move(mv)
    }

    /// The piece that a legal move is about, drawn around the origin; nothing if there is none.
    fn move_icon(&self, _mv: Self::Move) -> Vec<Shape> {
        Vec::new()
    }

    /// What a person is to touch next, where that is not obvious: `touched` cells of a path were touched, the first of them
    /// being `first`.
    fn prompt(&self, _first: Option<&str>, _touched: usize) -> Option<String> {
        None
    }

    /// The rule that keeps a cell from being touched next, where there is one to name. No cell is touched yet where a move
    /// starts.
    fn why_not(&self, touched: &[String], cell: &str) -> Option<String> {
        match self.parse_move(cell) {
            Err(MoveError::Illegal { reason, .. }) if touched.is_empty() => Some(reason),
            _ => None,
        }
    }

    /// The picture of the position, with the move that led to it marked.
    fn scene(&self, last: Option<Self::Move>) -> Scene;

    /// The picture of the position in which a game ended otherwise than by its rules. A picture that says whose turn it is
    /// says the result instead.
    fn scene_at_end(&self, last: Option<Self::Move>, _ending: &Ending) -> Scene {
        self.scene(last)
    }

    /// Scores and the like that a record shows beside the position.
    fn detail(&self) -> Value {
        Value::Object(Map::new())
    }

    /// What a replay says of the moves of this position beside their number.
    fn move_counts(&self) -> Map<String, Value> {
        Map::new()
    }

    /// Why a finished game ended as it did, in words.
    fn reason(&self) -> String;

    /// The text of a position that was reached from a start by these steps: each move with the position it was made in.
    /// Where texts are lists of moves it keeps their order.
    fn text_after(&self, _start: &Self, _steps: &[(&Self, Self::Move)]) -> String {
        self.to_string()
    }

    /// What a player is called in this game.
    fn side_name(player: Side) -> &'static str {
        Self::PLAYERS[player.index()]
    }

    /// The colour of a player's pieces.
    fn side_paint(player: Side) -> Paint {
        Self::PAINTS[player.index()]
    }

    /// The position of `-` (the start), of `seed:N` (a random set-up) or of a position text.
    fn set_up(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        if text.is_empty() || text == "-" {
            Ok(Self::start(0))
        } else if let Some(seed) = text.strip_prefix("seed:") {
            Ok(Self::start(parse_seed(seed)?))
        } else {
            text.parse()
        }
    }
}

/// The number behind `seed:` or its like.
pub(crate) fn parse_seed(digits: &str) -> Result<u64, PositionError> {
    digits.parse().map_err(|_| {
        PositionError::Impossible(format!("'{digits}' is not a seed: a whole number from 0 to {} is", u64::MAX))
    })
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text cannot be read on from a character.
    #[error("position text: character {} ({}): expected {expected}", at + 1, quoted(*.found))]
    Syntax {
        /// How many characters were read before it.
        at: usize,
        /// The character, or `None` at the end of the text.
        found: Option<char>,
        /// What would have been right there.
        expected: String,
    },
    /// The text can be read, but no such position exists.
    #[error("impossible position: {0}")]
    Impossible(String),
    /// The text is a list of moves, and one of them cannot be made.
    #[error("move {ply} of the position text: {error}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl PositionError {
    /// Says what was expected at a place of a text, in characters.
    pub(crate) fn syntax(text: &str, at: usize, expected: impl Into<String>) -> Self {
        PositionError::Syntax { at, found: text.chars().nth(at), expected: expected.into() }
    }
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of the game in any position.
    #[error("'{text}' is not a move: character {} ({}): expected {expected}", at + 1, quoted(*.found))]
    Syntax {
        /// The whole text.
        text: String,
        /// How many characters were read before the one at fault.
        at: usize,
        /// The character, or `None` at the end of the text.
        found: Option<char>,
        /// What would have been right there.
        expected: String,
    },
    /// The move breaks a rule here.
    #[error("{text} is not legal: {reason}")]
    Illegal {
        /// The move as it was written.
        text: String,
        /// The rule, and what would be right.
        reason: String,
    },
    /// The text fits several legal moves.
    #[error("{text} is ambiguous: it could be {}", list(candidates))]
    Ambiguous {
        /// The move as it was written.
        text: String,
        /// The full texts of the moves it fits.
        candidates: Vec<String>,
    },
    /// No move can be made any more.
    #[error("{text} is not legal: the game is over ({reason})")]
    Over {
        /// The move as it was written.
        text: String,
        /// How the game ended.
        reason: String,
    },
}

impl MoveError {
    /// Says what was expected at a place of the text, in characters.
    pub fn syntax(text: &str, at: usize, expected: impl Into<String>) -> Self {
        MoveError::Syntax { text: text.to_owned(), at, found: text.chars().nth(at), expected: expected.into() }
    }

    /// Says which rule a move breaks.
    pub fn illegal(text: impl Into<String>, reason: impl Into<String>) -> Self {
        MoveError::Illegal { text: text.into(), reason: reason.into() }
    }

    /// Refuses a move because the game has ended.
    pub fn over<G: Notation>(text: &str, position: &G) -> Self {
        MoveError::Over { text: text.to_owned(), reason: position.reason() }
    }
}

/// Words for a character of a text, or for its end.
fn quoted(character: Option<char>) -> String {
    character.map_or_else(|| "the end".to_owned(), |c| format!("'{}'", c.escape_debug()))
}

/// `a`, `a or b`, `a, b or c`; of long lists only the beginning.
pub(crate) fn list(items: &[String]) -> String {
    const SHOWN: usize = 8;
    match items {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [init @ .., last] if items.len() <= SHOWN => format!("{} or {last}", init.join(", ")),
        _ => format!("{} or {} more", items[..SHOWN].join(", "), items.len() - SHOWN),
    }
}
