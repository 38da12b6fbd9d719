//! Where results are kept. A result counts when its row is here.
//!
//! [`Store`] is a handful of operations on plain data, so that a file, memory and a server can stand behind it.

mod error;
mod moves;
mod schema;
mod sqlite;

pub use error::StoreError;
pub use sqlite::Sqlite;

use std::path::{Path, PathBuf};

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

    /// Compares every game of a tournament with the hash that was stored with it.
    fn chain(&mut self, tournament: TournamentKey) -> Result<Chain, StoreError>;

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

/// The store at a location: a file, which is made where there is none, or `:memory:`.
pub fn open(location: &str) -> Result<Box<dyn Store>, StoreError> {
    Ok(match file(location)? {
        Some(path) => Box::new(Sqlite::open(path)?),
        None => Box::new(Sqlite::in_memory()?),
    })
}

/// A store in a temporary file that nobody else sees and that is gone with it: for games that nobody keeps, which may be too
/// many for memory.
pub fn temporary() -> Result<Box<dyn Store>, StoreError> {
    Ok(Box::new(Sqlite::temporary()?))
}

/// Opens an existing store; for readers, which have no use for an empty one.
pub fn open_existing(location: &str) -> Result<Box<dyn Store>, StoreError> {
    match file(location)? {
        Some(path) if !path.exists() => Err(StoreError::Missing(location.to_owned())),
        _ => open(location),
    }
}

/// The file of a location; `None` is memory.
fn file(location: &str) -> Result<Option<&Path>, StoreError> {
    let refuse = |reason: &str| Err(StoreError::Database(format!("'{location}'"), reason.to_owned()));
    match location.split_once("://") {
        Some(("postgres" | "postgresql", _)) => {
            refuse("PostgreSQL comes with a later version; give a file such as grandline.db")
        }
        Some(_) => refuse("only files can be opened; give one such as grandline.db"),
        None if location.trim().is_empty() => refuse("the name is empty; give a file such as grandline.db"),
        None => Ok((location != ":memory:").then(|| Path::new(location))),
    }
}
