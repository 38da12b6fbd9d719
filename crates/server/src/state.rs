//! What all handlers share.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::extract::FromRef;
use grandline_search::Clock;
use tokio::sync::watch;

use crate::database::Database;
use crate::guard::{Hosts, Token};
use crate::live::Rooms;
use crate::own_agents::OwnAgents;
use crate::pool::Pool;
use crate::tournaments::{Archive, Digests, Measurements, Organiser};

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
    pub(crate) measurements: Measurements,
    pub(crate) token: Token,
    pub(crate) hosts: Hosts,
    /// The clock of live games.
    pub(crate) clock: Arc<dyn Clock>,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
    /// Open sockets.
    pub(crate) sockets: AtomicUsize,
}

/// The state as handlers hold it.
pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }
}

impl FromRef<Shared> for Token {
    fn from_ref(app: &Shared) -> Self {
        app.token.clone()
    }
}

impl FromRef<Shared> for Hosts {
    fn from_ref(app: &Shared) -> Self {
        app.hosts.clone()
    }
}

/// Comes when the server closes.
pub(crate) async fn closes(mut closing: watch::Receiver<bool>) {
    // A channel without a sender means that the server has ended already.
    let _ = closing.wait_for(|&closing| closing).await;
}
