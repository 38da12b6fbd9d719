//! Live games in the database. One thread owns the connection, so that nothing that answers requests waits for a disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;
use tokio::sync::oneshot;

/// The table of live games: one document per game, because queries use only the id.
const SCHEMA: &str = "CREATE TABLE IF NOT EXISTS live_games (
    id TEXT PRIMARY KEY NOT NULL,
    document TEXT NOT NULL
) STRICT;";

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
