//! What all handlers share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use grandline_search::Clock;
use tokio::sync::{Semaphore, watch};

use crate::database::Database;
use crate::guard::{Hosts, Token};
use crate::live::Rooms;
use crate::own_agents::OwnAgents;
use crate::pool::Pool;
use crate::tournaments::{Archive, Digests, Histories, Judgements, Measurements, Organiser};

/// The state of the server.
pub(crate) struct App {
    pub(crate) store: Database,
    pub(crate) pool: Pool,
    pub(crate) rooms: Rooms,
    /// The agents that are offered beside the catalogue.
    pub(crate) agents: Arc<OwnAgents>,
    pub(crate) archive: Archive,
    pub(crate) organiser: Organiser,
    pub(crate) digests: Digests,
    pub(crate) histories: Histories,
    pub(crate) judgements: Judgements,
    pub(crate) measurements: Measurements,
    pub(crate) token: Token,
    pub(crate) hosts: Hosts,
    /// Whether requests come through a reverse proxy that says whose they are.
    pub(crate) trusts_proxy: bool,
    /// The clock of live games.
    pub(crate) clock: Arc<dyn Clock>,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Sender<bool>,
    /// How long the body of a request may take.
    pub(crate) body_patience: Duration,
    /// How many more sockets may be opened.
    pub(crate) sockets: Arc<Semaphore>,
}

/// The state as handlers hold it.
pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Ends everything that runs or waits.
    pub(crate) fn close(&self) {
        self.organiser.close();
        self.closing.send_replace(true);
    }
}

/// Locks a value. What is locked in this crate is right after every statement, so that a panic elsewhere leaves nothing
/// half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seconds since 1970.
pub(crate) fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Comes when the server closes.
pub(crate) async fn closes(mut closing: watch::Receiver<bool>) {
    // A channel without a sender means that the server has ended already.
    let _ = closing.wait_for(|&closing| closing).await;
}
