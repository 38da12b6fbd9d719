//! The thread that owns a connection. The client waits for the server with a small runtime of its own, which must not run inside
//! another one; so callers wait for this thread instead, wherever they are.

use std::sync::mpsc;

use super::session::Session;
use crate::store::StoreError;

type Task = Box<dyn FnOnce(&mut Session) + Send>;

/// A connection behind its thread, which ends with this value.
pub(super) struct Thread {
    tasks: mpsc::Sender<Task>,
    place: String,
}

impl Thread {
    /// Starts the thread and lets it make the connection.
    pub(super) fn start(
        place: &str,
        connect: impl FnOnce() -> Result<Session, StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (tasks, queue) = mpsc::channel::<Task>();
        let (answer, wait) = mpsc::channel();
        let thread = std::thread::Builder::new().name("postgres".to_owned()).spawn(move || match connect() {
            Ok(mut session) => {
                let _ = answer.send(Ok(()));
                for task in queue {
                    task(&mut session);
                }
            }
            Err(error) => drop(answer.send(Err(error))),
        });
        let place = place.to_owned();
        let failed = |reason: String| StoreError::Database(place.clone(), reason);
        thread.map_err(|error| failed(format!("the system does not start another thread ({error})")))?;
        wait.recv().map_err(|_| failed(ENDED.to_owned()))??;
        Ok(Thread { tasks, place })
    }

    /// Runs a task in the thread and waits for its answer.
    pub(super) fn run<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&mut Session) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, wait) = mpsc::channel();
        // A thread that has ended is noticed by the answer that does not come.
        let _ = self.tasks.send(Box::new(move |session| drop(answer.send(work(session)))));
        wait.recv().map_err(|_| StoreError::Database(self.place.clone(), ENDED.to_owned()))?
    }
}

/// A task has panicked.
const ENDED: &str = "the connection ended in a panic, which is a bug in grandline; please report it";
