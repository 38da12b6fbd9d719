//! Results in the database, read by threads that answer no requests.

use std::sync::{Arc, Mutex};

use grandline_arena::store::{self, Location, Store, StoreError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;
use crate::state::lock;

/// How many questions are answered at once; the others wait.
const AT_ONCE: usize = 4;

/// How many tables are sent at once, each at the pace of its client.
const LENT: usize = 4;

/// The results of all tournaments. Connections are opened as they are needed and used again.
pub(crate) struct Archive {
    pub(crate) location: Location,
    idle: Arc<Mutex<Vec<Box<dyn Store>>>>,
    slots: Semaphore,
    loans: Arc<Semaphore>,
}

impl Archive {
    /// Opens the database, making it if it is not there.
    pub(crate) fn open(location: &Location) -> Result<Self, StoreError> {
        let first = store::open(location)?;
        Ok(Archive {
            location: location.clone(),
            idle: Arc::new(Mutex::new(vec![first])),
            slots: Semaphore::new(AT_ONCE),
            loans: Arc::new(Semaphore::new(LENT)),
        })
    }

    /// Asks the database something, or writes something short.
    pub(crate) async fn ask<T, W>(&self, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&mut dyn Store) -> Result<T, ApiError> + Send + 'static,
    {
        let _slot = self.slots.acquire().await.map_err(|_| failed())?;
        let (location, idle) = (self.location.clone(), self.idle.clone());
        let task = tokio::task::spawn_blocking(move || {
            let present = lock(&idle).pop();
            let mut store = match present {
                Some(store) => store,
                None => store::open(&location)?,
            };
            let answer = work(store.as_mut());
            lock(&idle).push(store);
            answer
        });
        task.await.map_err(|_| failed())?
    }

    /// The right of a download to a connection of its own, so that other requests do not wait for a slow client.
    pub(crate) fn lend(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let busy = |_| ApiError::unavailable(format!("{LENT} tables are being sent already; try again in a moment"));
        self.loans.clone().try_acquire_owned().map_err(busy)
    }

    /// Closes the connections that nobody uses.
    pub(crate) fn close(&self) {
        lock(&self.idle).clear();
    }
}

fn failed() -> ApiError {
    ApiError::failure("the database failed")
}

/// What a visitor is told when the database does not answer: which tournament it is about, but not where files are.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unreadable { .. } | StoreError::Damaged { .. } => ApiError::failure(error.to_string()),
            StoreError::Taken(name) => {
                ApiError::conflict(format!("a tournament named '{name}' already exists; give this one another name"))
            }
            _ => failed(),
        }
    }
}
