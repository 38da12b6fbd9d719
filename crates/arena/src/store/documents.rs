//! The games that people play on the page, kept in the same database as tournaments.

use super::{Location, Place, Sqlite, StoreError};

/// Keeps a text for each game. Its revision grows by one with every change.
pub trait Documents: Send {
    /// What is stored under an id.
    fn load(&mut self, id: &str) -> Result<Option<Document>, StoreError>;

    /// Stores a text that follows a revision, 0 for a new one. False if something else was stored in the meantime; then nothing
    /// changes.
    fn save(&mut self, id: &str, text: &str, after: i32) -> Result<bool, StoreError>;

    /// The revisions of some ids; those that are not stored are left out.
    fn revisions(&mut self, ids: &[String]) -> Result<Vec<(String, i32)>, StoreError>;

    /// Keeps the review of a game under a key. Where there are more than `most` reviews, those that were used before all of the
    /// last `most` are dropped. `now` is in seconds since 1970.
    fn keep_review(&mut self, key: &str, text: &str, now: i64, most: u32) -> Result<(), StoreError>;

    /// The review of a key, which counts as used.
    fn review(&mut self, key: &str, now: i64) -> Result<Option<String>, StoreError>;

    /// Some reviews by key, beginning after a key.
    fn reviews(&mut self, after: &str, most: usize) -> Result<Vec<Review>, StoreError>;

    /// Keeps a review with the time of its last use, unless there is one of that key.
    fn add_review(&mut self, review: &Review) -> Result<bool, StoreError>;

    /// Some documents by id, beginning after an id.
    fn page(&mut self, after: &str, most: usize) -> Result<Vec<(String, Document)>, StoreError>;
}

/// A text with its revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The text.
    pub text: String,
    /// How often it was stored.
    pub revision: i32,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What names the game and how it was reviewed.
    pub key: String,
    /// The text.
    pub text: String,
    /// When it was last asked for, in seconds since 1970.
    pub used: i64,
}

/// The documents of a database, which is made where there is none.
pub fn open_documents(location: impl Into<Location>) -> Result<Box<dyn Documents>, StoreError> {
    let location = location.into();
    Ok(match location.place()? {
        Place::File(path) => Box::new(Sqlite::open_hasty(path)?),
        Place::Memory => Box::new(Sqlite::in_memory()?),
        Place::Server(address) => Box::new(super::server(&location, address, true)?),
    })
}
