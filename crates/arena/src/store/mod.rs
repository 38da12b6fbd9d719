//! Where results are kept. A result counts when its row is here.
//!
//! [`Store`] is a handful of operations on plain data, so that a file, memory and a server can stand behind it.

mod memory;

pub use memory::Memory;

use grandline_games::GameId;
use thiserror::Error;

use crate::played::Played;

/// Keeps tournaments and their games. The key of a game is its tournament and its number.
pub trait Store: Send {
    /// The tournament of a name, if there is one.
    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError>;

    /// Enters a new tournament; its name must be free.
    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError>;

    /// Every tournament, the newest last.
    fn list(&mut self) -> Result<Vec<Entry>, StoreError>;

    /// Keeps finished games; they are safe once this returns. A game whose number is already there is left as it is.
    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError>;

    /// Notes that nothing is left to play, and what came of it in words.
    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError>;

    /// Visits the games of a tournament by number.
    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError>;

    /// One game.
    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError>;
}

/// What names a tournament inside a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TournamentKey(pub i64);

/// A tournament that is to be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// Its name, unique in the store.
    pub name: String,
    /// The game played.
    pub game: GameId,
    /// Its definition as JSON: whoever goes on with it must have the same.
    pub definition: String,
    /// When it was entered, in seconds since 1970, where the caller knows.
    pub created: Option<i64>,
}

/// A tournament in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its key.
    pub key: TournamentKey,
    /// What it was entered with.
    pub entered: NewEntry,
    /// How many games it has.
    pub games: u64,
    /// What came of it, once nothing is left to play.
    pub verdict: Option<String>,
}

/// Why a store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database said no.
    #[error("{place}: {reason}")]
    Database {
        /// The file or address.
        place: String,
        /// What it said.
        reason: String,
    },
    /// The file is no database of ours.
    #[error("{place} is not a database of grandline ({reason}); choose another file with --db")]
    Foreign {
        /// The file or address.
        place: String,
        /// How that shows.
        reason: String,
    },
    /// The database was written by a newer program.
    #[error(
        "{place} has schema version {found}, and this grandline knows versions up to {known}; update grandline or choose another file with --db"
    )]
    Newer {
        /// The file or address.
        place: String,
        /// Its version.
        found: i64,
        /// The newest we know.
        known: i64,
    },
    /// There is already a tournament of that name.
    #[error("there is already a tournament named '{0}'; choose another name with --name")]
    Taken(String),
    /// A row does not say what it should.
    #[error("game {number} of tournament '{tournament}' cannot be read: {reason}")]
    Damaged {
        /// The tournament.
        tournament: String,
        /// The number of the game.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
}
