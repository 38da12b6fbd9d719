//! Rows of the tables as plain data. What stands in a row is checked like any other text from outside.

use std::borrow::Cow;

use grandline_games::Side;

use super::chain::{self, Texts};
use super::{Entry, NewEntry, StoreError, TournamentKey, moves};
use crate::played::{Ending, Opening, Played};

/// The word for a game nobody won.
const DRAW: &str = "draw";

/// A row whose columns may hold anything.
pub(super) trait Columns {
    /// The text of a column.
    fn text(&self, index: usize) -> Result<Cow<'_, str>, String>;

    /// The number of a column, if it is one.
    fn number(&self, index: usize) -> Option<i64>;

    /// Whether a column is empty.
    fn is_null(&self, index: usize) -> Result<bool, String>;

    /// What is wrong with a column: its name, what it holds, and what it should.
    fn wrong(&self, index: usize, expected: &str) -> String;

    /// The number of a column, in the size that is needed.
    fn integer<T: TryFrom<i64>>(&self, index: usize) -> Result<T, String> {
        let number = self.number(index).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.wrong(index, "a whole number of the right size"))
    }

    /// A column that may be empty.
    fn optional<'a, T>(
        &'a self,
        index: usize,
        read: impl Fn(&'a Self, usize) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        if self.is_null(index)? { Ok(None) } else { read(self, index).map(Some) }
    }
}

/// The tournament of a row.
pub(super) fn entry(columns: &impl Columns) -> Result<Entry, StoreError> {
    let named = || {
        let id = || columns.number(0).map_or("?".to_owned(), |id| format!("#{id}"));
        columns.text(1).map_or_else(|_| id(), Cow::into_owned)
    };
    let read = || -> Result<Entry, String> {
        let game = columns.text(2)?.parse().map_err(|error| format!("{error}"))?;
        let created = columns.optional(4, Columns::integer)?;
        let definition = columns.text(3)?.into_owned();
        Ok(Entry {
            key: TournamentKey(columns.integer(0)?),
            entered: NewEntry { name: columns.text(1)?.into_owned(), game, definition, created },
            games: columns.integer(6)?,
            verdict: columns.optional(5, Columns::text)?.map(Cow::into_owned),
        })
    };
    read().map_err(|reason| StoreError::Unreadable(named(), reason))
}

/// The game of a row.
pub(super) fn played(columns: &impl Columns, tournament: &str) -> Result<Played, StoreError> {
    let number = columns.integer(0).unwrap_or_default();
    let read = || -> Result<Played, String> {
        let winner = match columns.text(7)?.as_ref() {
            DRAW => None,
            word => Some(word.parse().map_err(|_| format!("'{word}' is no winner; first, second and draw are"))?),
        };
        let ending = columns.text(9)?;
        let detail = columns.optional(11, Columns::text)?;
        Ok(Played {
            number: columns.integer(0)?,
            round: columns.integer(1)?,
            pair: columns.integer(2)?,
            players: [columns.text(3)?.into_owned(), columns.text(4)?.into_owned()],
            opening: Opening {
                setup: columns.text(5)?.into_owned(),
                moves: moves::read_moves(&columns.text(6)?).map_err(|reason| format!("its opening: {reason}"))?,
            },
            plies: moves::read_plies(&columns.text(13)?)?,
            winner,
            margin: columns.integer(8)?,
            ending: Ending::from_name(&ending).ok_or_else(|| format!("'{ending}' is no ending"))?,
            reason: columns.text(10)?.into_owned(),
            detail: match detail {
                None => serde_json::Value::Null,
                Some(text) => serde_json::from_str(&text).map_err(|error| format!("its detail is no JSON: {error}"))?,
            },
            evidence: columns.optional(12, Columns::text)?.map(Cow::into_owned),
        })
    };
    read().map_err(|reason| StoreError::Damaged(tournament.to_owned(), number, reason))
}

/// A game as the columns of its row.
pub(super) struct GameRow<'a> {
    pub(super) number: i64,
    pub(super) pair: i64,
    pub(super) game: &'a Played,
    pub(super) opening: String,
    pub(super) winner: &'static str,
    pub(super) detail: Option<String>,
    pub(super) plies: String,
}

impl<'a> GameRow<'a> {
    /// The row of a game; its numbers may be too large for one.
    pub(super) fn new(game: &'a Played, place: &str) -> Result<Self, StoreError> {
        let number = |number: u64| {
            let reason = || format!("{number} is too large for the number of a game");
            i64::try_from(number).map_err(|_| StoreError::Database(place.to_owned(), reason()))
        };
        let (mut opening, mut plies) = (String::new(), String::new());
        moves::write_moves(&game.opening.moves, &mut opening);
        moves::write_plies(&game.plies, &mut plies);
        Ok(GameRow {
            number: number(game.number)?,
            pair: number(game.pair)?,
            game,
            opening,
            winner: game.winner.map_or(DRAW, Side::name),
            detail: (!game.detail.is_null()).then(|| game.detail.to_string()),
            plies,
        })
    }

    /// What its hash is made of.
    pub(super) fn hashed(&self) -> String {
        let game = self.game;
        let [number, round, pair, margin] =
            [self.number, game.round.into(), self.pair, game.margin.into()].map(|number| number.to_string());
        let texts: Texts<'_> = [
            Some(&number),
            Some(&round),
            Some(&pair),
            Some(&game.players[0]),
            Some(&game.players[1]),
            Some(&game.opening.setup),
            Some(&self.opening),
            Some(self.winner),
            Some(&margin),
            Some(game.ending.name()),
            Some(&game.reason),
            self.detail.as_deref(),
            game.evidence.as_deref(),
            Some(&self.plies),
        ];
        chain::encoded(&texts)
    }
}
