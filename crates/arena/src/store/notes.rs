//! What is known of a tournament beside its games. Nothing is computed from it that decides a result.

use std::borrow::Cow;

use super::StoreError;
use super::rows::Columns;
use crate::played::Played;

/// What a note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// Which worker played a game that is in the store. The text is empty.
    Played,
    /// A result that came after the end of the run and does not count. The text is the game as JSON.
    Late,
    /// A game that could not be played. The text is the reason.
    Dead,
    /// What a worker last said about itself, as JSON. The number is 0.
    Worker,
    /// How many jobs wait, run, were repeated or are dead, as JSON. The number is 0 and the worker is empty.
    Jobs,
}

impl NoteKind {
    /// Every kind.
    pub const ALL: [NoteKind; 5] = [NoteKind::Played, NoteKind::Late, NoteKind::Dead, NoteKind::Worker, NoteKind::Jobs];

    /// The name in the database.
    pub fn name(self) -> &'static str {
        match self {
            NoteKind::Played => "played",
            NoteKind::Late => "late",
            NoteKind::Dead => "dead",
            NoteKind::Worker => "worker",
            NoteKind::Jobs => "jobs",
        }
    }
}

/// A note about a tournament. Kind, number and worker identify it; a second one replaces the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub kind: NoteKind,
    /// The game, or 0.
    pub number: u64,
    /// The name of the worker, or nothing.
    pub worker: String,
    /// The rest.
    pub text: String,
}

impl Note {
    /// The worker that played a game.
    pub fn played(number: u64, worker: &str) -> Self {
        Note { kind: NoteKind::Played, number, worker: worker.to_owned(), text: String::new() }
    }

    /// A result that does not count.
    pub fn late(game: &Played, worker: &str) -> Self {
        // A game is plain data, which JSON can always hold.
        let text = serde_json::to_string(game).unwrap_or_default();
        Note { kind: NoteKind::Late, number: game.number, worker: worker.to_owned(), text }
    }

    /// What is said of games that cannot be played, for the same reason.
    pub(crate) fn cannot_be_played(dead: &[Note]) -> Option<String> {
        match dead {
            [] => None,
            [one] => Some(format!("game {} cannot be played: {}", one.number, one.text)),
            [first, .., last] => Some(format!(
                "{} games from {} to {} cannot be played: {}",
                dead.len(),
                first.number,
                last.number,
                first.text
            )),
        }
    }

    /// The number as a column holds it.
    pub(super) fn column(&self, place: &str) -> Result<i64, StoreError> {
        let reason = || format!("{} is too large for the number of a game", self.number);
        i64::try_from(self.number).map_err(|_| StoreError::Database(place.to_owned(), reason()))
    }
}

/// The note of a row: number, worker, text.
pub(super) fn note(columns: &impl Columns, kind: NoteKind, tournament: &str) -> Result<Note, StoreError> {
    let read = || -> Result<Note, String> {
        let [worker, text] = [columns.text(1)?, columns.text(2)?].map(Cow::into_owned);
        Ok(Note { kind, number: columns.integer(0)?, worker, text })
    };
    read()
        .map_err(|reason| StoreError::Unreadable(tournament.to_owned(), format!("a note '{}': {reason}", kind.name())))
}
