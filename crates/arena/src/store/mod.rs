//! Where results are kept. A result counts when its row is here.
//!
//! [`Store`] is a handful of operations on plain data, so that a file, memory and a server can stand behind it.

mod chain;
mod copy;
mod documents;
mod error;
mod location;
mod moves;
mod notes;
#[cfg(feature = "postgres")]
mod postgres;
mod rows;
mod schema;
mod sqlite;

pub use copy::{Copied, CopyError, copy, copy_documents, copy_reviews};
pub use documents::{Document, Documents, Review, open_documents};
pub use error::StoreError;
pub use location::Location;
pub use notes::{Note, NoteKind};
#[cfg(feature = "postgres")]
pub use postgres::{Postgres, ServerAddress};
pub use sqlite::Sqlite;

use std::path::PathBuf;

use location::Place;

use grandline_games::GameId;

use crate::played::Played;

/// Keeps tournaments and their games. The key of a game is its tournament and its number.
pub trait Store: Send {
    /// The tournament of a name, if there is one.
    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError>;

    /// The tournament of a key, if there is one.
    fn get(&mut self, tournament: TournamentKey) -> Result<Option<Entry>, StoreError>;

    /// Enters a new tournament; its name must be free.
    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError>;

    /// Every tournament, the newest last.
    fn list(&mut self) -> Result<Vec<Entry>, StoreError>;

    /// Keeps finished games; they are safe once this returns. A game whose number is already there is left as it is.
    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError>;

    /// Forgets the games from a number on. Only a test does that, to games that were played beyond its decision.
    fn cut(&mut self, tournament: TournamentKey, from: u64) -> Result<(), StoreError>;

    /// Notes that nothing is left to play, and what came of it in words.
    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError>;

    /// Visits the games of a tournament by number.
    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError>;

    /// Visits the games of a tournament by number, without their plies and evidence: much less is read.
    fn results(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError>;

    /// Some games by number, without their plies and evidence.
    fn excerpt(&mut self, tournament: TournamentKey, wanted: &Excerpt) -> Result<Vec<Played>, StoreError>;

    /// Visits the games of a tournament in the order in which they were stored, after the first `after` of them. Games of older
    /// versions, which have no place in that order, come last.
    fn in_order(
        &mut self,
        tournament: TournamentKey,
        after: u64,
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError>;

    /// Compares every game of a tournament with the hash that was stored with it.
    fn chain(&mut self, tournament: TournamentKey) -> Result<Chain, StoreError>;

    /// Keeps notes; one that has the kind, the number and the worker of another replaces it.
    fn note(&mut self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError>;

    /// The notes of a kind, by number and worker.
    fn notes(&mut self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError>;

    /// Reserves a tournament for this store until it is released or closed; false if another has it. Where only this machine
    /// reaches the store, everyone may have it.
    fn claim(&mut self, _tournament: TournamentKey) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Ends a reservation.
    fn release(&mut self, _tournament: TournamentKey) -> Result<(), StoreError> {
        Ok(())
    }

    /// The files that hold it, which no agent may see.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// One game.
    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError>;
}

/// Which games of a tournament are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The smallest number.
    pub from: u64,
    /// How many at most.
    pub most: usize,
    /// Agents that took part; two of them met each other.
    pub agents: [Option<String>; 2],
}

/// The chain of hashes over the games of a tournament in the order in which they were stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The last hash, which depends on the definition and all games.
    pub head: String,
    /// Games that do not fit their hash.
    pub broken: Vec<u64>,
    /// Games without a hash.
    pub unlinked: Vec<u64>,
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
    /// Its definition as JSON; a run that continues it must have the same one.
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

/// The store at a location; a file is made where there is none, and so are the tables of a server's database.
pub fn open(location: impl Into<Location>) -> Result<Box<dyn Store>, StoreError> {
    let location = location.into();
    Ok(match location.place()? {
        Place::File(path) => Box::new(Sqlite::open(path)?),
        Place::Memory => Box::new(Sqlite::in_memory()?),
        Place::Server(address) => Box::new(server(&location, address, true)?),
    })
}

/// A store in a temporary file that nobody else sees and that is gone with it: for games that nobody keeps, which may be too
/// many for memory.
pub fn temporary() -> Result<Box<dyn Store>, StoreError> {
    Ok(Box::new(Sqlite::temporary()?))
}

/// Opens an existing store; for readers, which have no use for an empty one.
pub fn open_existing(location: impl Into<Location>) -> Result<Box<dyn Store>, StoreError> {
    let location = location.into();
    match location.place()? {
        Place::File(path) if !path.exists() => Err(StoreError::Missing(location.to_string())),
        Place::Server(address) => Ok(Box::new(server(&location, address, false)?)),
        _ => open(location),
    }
}

/// The store of a server; without `make` its tables must be there.
#[cfg(feature = "postgres")]
fn server(location: &Location, _address: &str, make: bool) -> Result<Postgres, StoreError> {
    Postgres::open(location, make)
}

/// Nothing stands for a server in this build.
#[cfg(not(feature = "postgres"))]
fn server(location: &Location, _address: &str, _make: bool) -> Result<Sqlite, StoreError> {
    let reason = "this grandline was built without PostgreSQL; build it with --features postgres, or give a file";
    Err(StoreError::Database(location.to_string(), reason.to_owned()))
}
