//! Rows of the tables as plain data. What stands in a row is checked like any other text from outside.

use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::played::{Ending, Opening, Played};
use crate::store::{Entry, NewEntry, StoreError, TournamentKey, moves};

/// The word for a game nobody won.
pub(super) const DRAW: &str = "draw";

/// The tournament of a row.
pub(super) fn entry(row: &Row<'_>) -> Result<Entry, StoreError> {
    let columns = Columns(row);
    let named = || {
        columns
            .text(1)
            .map_or_else(|_| columns.integer(0).map_or("?".to_owned(), |id: i64| format!("#{id}")), str::to_owned)
    };
    let read = || -> Result<Entry, String> {
        let game = columns.text(2)?.parse().map_err(|error| format!("{error}"))?;
        let created = columns.optional(4, Columns::integer)?;
        let definition = columns.text(3)?.to_owned();
        Ok(Entry {
            key: TournamentKey(columns.integer(0)?),
            entered: NewEntry { name: columns.text(1)?.to_owned(), game, definition, created },
            games: columns.integer(6)?,
            verdict: columns.optional(5, Columns::text)?.map(str::to_owned),
        })
    };
    read().map_err(|reason| StoreError::Unreadable(named(), reason))
}

/// The game of a row.
pub(super) fn played(row: &Row<'_>, tournament: &str) -> Result<Played, StoreError> {
    let columns = Columns(row);
    let number = columns.integer(0).unwrap_or_default();
    let read = || -> Result<Played, String> {
        let winner = match columns.text(7)? {
            DRAW => None,
            word => Some(word.parse().map_err(|_| format!("'{word}' is no winner; first, second and draw are"))?),
        };
        let ending = columns.text(9)?;
        let detail = columns.optional(11, Columns::text)?;
        Ok(Played {
            number: columns.integer(0)?,
            round: columns.integer(1)?,
            pair: columns.integer(2)?,
            players: [columns.text(3)?.to_owned(), columns.text(4)?.to_owned()],
            opening: Opening {
                setup: columns.text(5)?.to_owned(),
                moves: moves::read_moves(columns.text(6)?).map_err(|reason| format!("its opening: {reason}"))?,
            },
            plies: moves::read_plies(columns.text(13)?)?,
            winner,
            margin: columns.integer(8)?,
            ending: Ending::from_name(ending).ok_or_else(|| format!("'{ending}' is no ending"))?,
            reason: columns.text(10)?.to_owned(),
            detail: match detail {
                None => serde_json::Value::Null,
                Some(text) => serde_json::from_str(text).map_err(|error| format!("its detail is no JSON: {error}"))?,
            },
            evidence: columns.optional(12, Columns::text)?.map(str::to_owned),
        })
    };
    read().map_err(|reason| StoreError::Damaged(tournament.to_owned(), number, reason))
}

/// A row whose columns may hold anything, as SQLite lets them.
struct Columns<'a>(&'a Row<'a>);

impl<'a> Columns<'a> {
    fn value(&self, index: usize) -> Result<ValueRef<'a>, String> {
        self.0.get_ref(index).map_err(|error| error.to_string())
    }

    fn wrong(&self, index: usize, expected: &str) -> String {
        let column = self.0.as_ref().column_name(index).unwrap_or("?");
        let found = match self.value(index) {
            Ok(ValueRef::Integer(number)) => number.to_string(),
            Ok(ValueRef::Real(number)) => number.to_string(),
            Ok(ValueRef::Text(bytes)) => format!("'{}'", String::from_utf8_lossy(bytes)),
            Ok(ValueRef::Blob(_)) => "raw bytes".to_owned(),
            Ok(ValueRef::Null) | Err(_) => "nothing".to_owned(),
        };
        format!("its {column} is {found}, not {expected}")
    }

    fn text(&self, index: usize) -> Result<&'a str, String> {
        self.value(index)?.as_str().map_err(|_| self.wrong(index, "a text in UTF-8"))
    }

    fn integer<T: TryFrom<i64>>(&self, index: usize) -> Result<T, String> {
        let number = self.value(index)?.as_i64().ok().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.wrong(index, "a whole number of the right size"))
    }

    fn optional<T>(&self, index: usize, read: impl Fn(&Self, usize) -> Result<T, String>) -> Result<Option<T>, String> {
        match self.value(index)? {
            ValueRef::Null => Ok(None),
            _ => read(self, index).map(Some),
        }
    }
}
