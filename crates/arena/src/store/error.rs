//! What can go wrong with a store.

use thiserror::Error;

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The database said no. Fields: the file or address; what it said.
    #[error("{0}: {1}")]
    Database(String, String),
    /// There is nothing at that place, and nothing was to be made there.
    #[error("there is no database {0}; play a tournament into it first, or choose another file with --db")]
    Missing(String),
    /// The file is not a database of Grandline. Fields: the file or address; how that shows.
    #[error("{0} is not a database of grandline ({1}); choose another database with --db")]
    Foreign(String, String),
    /// The database was written by a newer program.
    #[error(
        "{place} has schema version {found}, and this grandline knows versions up to {known}; update grandline or choose another database with --db"
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
    /// A tournament does not say what it should. Fields: the tournament; what is wrong with it.
    #[error("tournament '{0}' cannot be read: {1}")]
    Unreadable(String, String),
    /// A game does not say what it should. Fields: the tournament; the number of the game; what is wrong with it.
    #[error("game {1} of tournament '{0}' cannot be read: {2}")]
    Damaged(String, u64, String),
}

impl StoreError {
    /// The database has no tournament of a key, which a caller can only have made up.
    pub(super) fn no_tournament(place: impl Into<String>, key: super::TournamentKey) -> Self {
        let reason = format!("there is no tournament with the key {}", key.0);
        StoreError::Database(place.into(), reason)
    }
}
