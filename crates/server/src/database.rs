//! Live games and reviews in the database. One thread owns the connection, so that nothing that answers requests waits for it.

use std::collections::HashMap;
use std::sync::mpsc;

use grandline_arena::store::{Documents, Location, StoreError, open_documents};
use thiserror::Error;
use tokio::sync::oneshot;

/// The reviews that are kept: about 100 MB of long games.
const MOST_REVIEWS: u32 = 2000;

/// Why a game was not stored or loaded.
#[derive(Debug, Error)]
pub(crate) enum DatabaseError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another server has stored the game since this one has.
    #[error("the game was changed on another server")]
    Overtaken,
    /// The thread of the database has ended.
    #[error("the database is closed")]
    Closed,
}

/// What the thread of the database holds.
struct Held {
    documents: Box<dyn Documents>,
    /// The revision of each game as this server knows it. A game that another server has changed since is not overwritten.
    known: HashMap<String, i32>,
}

/// Work for the thread, which has nothing any more once it was closed.
type Task = Box<dyn FnOnce(&mut Option<Held>) + Send>;

/// The database behind its thread.
pub(crate) struct Database {
    tasks: mpsc::Sender<Task>,
}

impl Database {
    /// Opens the database, and creates it if it does not exist.
    pub(crate) fn open(location: &Location) -> Result<Self, StoreError> {
        let documents = open_documents(location)?;
        let (tasks, queue) = mpsc::channel::<Task>();
        let work = move || {
            let mut held = Some(Held { documents, known: HashMap::new() });
            for task in queue {
                task(&mut held);
            }
        };
        // Without the thread, every task is answered with `DatabaseError::Closed`.
        let _ = std::thread::Builder::new().name("database".to_owned()).spawn(work);
        Ok(Database { tasks })
    }

    /// Runs a task on the thread of the database. Tasks run in order, even if nobody waits for the answer.
    fn give<T, J>(&self, task: J) -> impl Future<Output = Result<T, DatabaseError>> + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce(&mut Held) -> Result<T, DatabaseError> + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        // The caller may have gone; a thread that has ended is noticed by the answer that does not come.
        let _ = self.tasks.send(Box::new(move |held| drop(answer.send(held.as_mut().map(task)))));
        async { wait.await.ok().flatten().ok_or(DatabaseError::Closed)? }
    }

    /// Stores a game, replacing what this server stored of it.
    pub(crate) fn save(&self, id: &str, document: String) -> impl Future<Output = Result<(), DatabaseError>> + use<> {
        let id = id.to_owned();
        self.give(move |held| {
            let known = held.known.get(&id).copied().unwrap_or(0);
            if !held.documents.save(&id, &document, known)? {
                return Err(DatabaseError::Overtaken);
            }
            held.known.insert(id, known + 1);
            Ok(())
        })
    }

    /// The document of a game.
    pub(crate) fn load(&self, id: &str) -> impl Future<Output = Result<Option<String>, DatabaseError>> + use<> {
        let id = id.to_owned();
        self.give(move |held| {
            let found = held.documents.load(&id)?;
            held.known.extend(found.as_ref().map(|found| (id, found.revision)));
            Ok(found.map(|found| found.text))
        })
    }

    /// The games that another server has changed since this one stored or loaded them.
    pub(crate) fn overtaken(&self) -> impl Future<Output = Result<Vec<String>, DatabaseError>> + use<> {
        self.give(|held| {
            let ids: Vec<String> = held.known.keys().cloned().collect();
            let mut stored = if ids.is_empty() { Vec::new() } else { held.documents.revisions(&ids)? };
            stored.retain(|(id, revision)| held.known.get(id) != Some(revision));
            Ok(stored.into_iter().map(|(id, _)| id).collect())
        })
    }

    /// Keeps a review under a key; those that nobody has asked for longest make room.
    pub(crate) fn keep_review(
        &self,
        key: String,
        document: String,
        now: i64,
    ) -> impl Future<Output = Result<(), DatabaseError>> + use<> {
        self.give(move |held| Ok(held.documents.keep_review(&key, &document, now, MOST_REVIEWS)?))
    }

    /// The review of a key, which counts as used.
    pub(crate) fn review(
        &self,
        key: String,
        now: i64,
    ) -> impl Future<Output = Result<Option<String>, DatabaseError>> + use<> {
        self.give(move |held| Ok(held.documents.review(&key, now)?))
    }

    /// Forgets games that left the memory; they are loaded again before they can be stored.
    pub(crate) fn forget(&self, ids: Vec<String>) {
        drop(self.give(move |held| {
            held.known.retain(|id, _| !ids.contains(id));
            Ok(())
        }));
    }

    /// Writes what was given so far and closes the database.
    pub(crate) async fn close(&self) {
        let (done, wait) = oneshot::channel::<()>();
        // A database that has failed has nothing left to write.
        let _ = self.tasks.send(Box::new(move |held| {
            drop(held.take());
            let _ = done.send(());
        }));
        let _ = wait.await;
    }
}
