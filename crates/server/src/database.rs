//! Live games and reviews in the database. One thread owns the connection, so that nothing that answers requests waits for a disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;
use tokio::sync::oneshot;

/// One document per game and per review, because queries use only the key. `used` is when a review was last asked for, in
/// seconds since 1970.
const SCHEMA: &str = "CREATE TABLE IF NOT EXISTS live_games (
    id TEXT PRIMARY KEY NOT NULL,
    document TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS game_reviews (
    key TEXT PRIMARY KEY NOT NULL,
    document TEXT NOT NULL,
    used INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS game_reviews_by_use ON game_reviews (used);";
/// The most reviews that are kept: about 100 MB of long games.
const MOST_REVIEWS: i64 = 2000;

/// Why the database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// It cannot be opened.
    #[error("cannot open the database {}: {error}", .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// A statement failed.
    #[error("the database failed: {0}")]
    Statement(#[from] rusqlite::Error),
    /// The thread of the database has ended.
    #[error("the database is closed")]
    Closed,
}

/// Work for the thread of the database, which has no connection any more once it was closed.
type Task = Box<dyn FnOnce(&mut Option<Connection>) + Send>;

/// The database behind its thread.
pub(crate) struct Database {
    tasks: mpsc::Sender<Task>,
}

impl Database {
    /// Opens the file, and creates it if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let opened = connect(path).map_err(|error| DatabaseError::Open { path: path.to_owned(), error })?;
        let (tasks, queue) = mpsc::channel::<Task>();
        std::thread::spawn(move || {
            let mut connection = Some(opened);
            for task in queue {
                task(&mut connection);
            }
        });
        Ok(Database { tasks })
    }

    /// Runs a task on the thread of the database. Tasks run in order, even if nobody waits for the answer.
    fn give<T, J>(&self, task: J) -> impl Future<Output = Result<T, DatabaseError>> + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        // The caller may have gone; a thread that has ended is noticed by the answer that does not come.
        let _ = self.tasks.send(Box::new(move |connection| drop(answer.send(connection.as_ref().map(task)))));
        async { Ok(wait.await.ok().flatten().ok_or(DatabaseError::Closed)??) }
    }

    /// Stores a game, replacing what was stored of it.
    pub(crate) fn save(&self, id: &str, document: String) -> impl Future<Output = Result<(), DatabaseError>> + use<> {
        let id = id.to_owned();
        self.give(move |connection| {
            let statement = "INSERT INTO live_games (id, document) VALUES (?1, ?2)
                             ON CONFLICT (id) DO UPDATE SET document = excluded.document";
            connection.prepare_cached(statement)?.execute(params![id, document]).map(drop)
        })
    }

    /// The document of a game.
    pub(crate) fn load(&self, id: &str) -> impl Future<Output = Result<Option<String>, DatabaseError>> + use<> {
        let id = id.to_owned();
        self.give(move |connection| {
            let mut statement = connection.prepare_cached("SELECT document FROM live_games WHERE id = ?1")?;
            statement.query_row([id], |row| row.get(0)).optional()
        })
    }

    /// Keeps a review under a key; those that nobody has asked for longest make room.
    pub(crate) fn keep_review(
        &self,
        key: String,
        document: String,
        now: i64,
    ) -> impl Future<Output = Result<(), DatabaseError>> + use<> {
        self.give(move |connection| {
            let statement = "INSERT INTO game_reviews (key, document, used) VALUES (?1, ?2, ?3)
                             ON CONFLICT (key) DO UPDATE SET document = excluded.document, used = excluded.used";
            connection.prepare_cached(statement)?.execute(params![key, document, now])?;
            let statement =
                "DELETE FROM game_reviews WHERE rowid IN (SELECT rowid FROM game_reviews ORDER BY used, rowid
                             LIMIT max(0, (SELECT count(*) FROM game_reviews) - ?1))";
            connection.prepare_cached(statement)?.execute([MOST_REVIEWS]).map(drop)
        })
    }

    /// The review of a key, which counts as used.
    pub(crate) fn review(
        &self,
        key: String,
        now: i64,
    ) -> impl Future<Output = Result<Option<String>, DatabaseError>> + use<> {
        self.give(move |connection| {
            let mut statement =
                connection.prepare_cached("UPDATE game_reviews SET used = ?2 WHERE key = ?1 RETURNING document")?;
            statement.query_row(params![key, now], |row| row.get(0)).optional()
        })
    }

    /// Writes what was given so far and closes the file.
    pub(crate) async fn close(&self) {
        let (done, wait) = oneshot::channel::<()>();
        // A database that has failed has nothing left to write.
        let _ = self.tasks.send(Box::new(move |connection| {
            drop(connection.take());
            let _ = done.send(());
        }));
        let _ = wait.await;
    }
}

fn connect(path: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // Readers and the arena's writers use the same file; a game in progress may lose its last move to a power cut, no more.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.execute_batch(SCHEMA)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn reviews_that_nobody_asks_for_make_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("test.db")).expect("a database");
        for number in 0..MOST_REVIEWS {
            database.keep_review(format!("game {number}"), "{}".to_owned(), number).await.expect("a kept review");
        }
        assert!(database.review("game 0".to_owned(), 5000).await.expect("an answer").is_some(), "it is used again");
        database.keep_review("game new".to_owned(), "new".to_owned(), 5001).await.expect("a kept review");
        let kept = async |key: &str| database.review(key.to_owned(), 5002).await.expect("an answer");
        assert_eq!(kept("game new").await.as_deref(), Some("new"));
        assert!(kept("game 0").await.is_some() && kept("game 2").await.is_some());
        assert_eq!(kept("game 1").await, None, "the one that was used longest ago");
    }
}
