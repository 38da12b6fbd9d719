//! Starting and ending the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use grandline_arena::store::{Location, StoreError};
use grandline_search::{Clock, WallClock};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::api::MOST_SOCKETS;
use crate::connections::{self, ConnectionLimits};
use crate::database::Database;
use crate::guard::{Hosts, Token};
use crate::live::{self, Rooms};
use crate::metrics;
use crate::own_agents::OwnAgents;
use crate::pool::{Pool, SearchLimits};
use crate::random;
use crate::router::router;
use crate::state::App;
use crate::tournaments::{Archive, Digests, Histories, Judgements, Measurements, Organiser};

/// How long the last answers may take when the server closes.
const PATIENCE: Duration = Duration::from_secs(5);
/// The letters of a token: 120 bits.
const TOKEN_LENGTH: usize = 24;

/// How the server is started.
#[derive(Clone)]
pub struct Options {
    /// The address to bind to; loopback unless told otherwise.
    pub host: IpAddr,
    /// The port, 0 for any that is free.
    pub port: u16,
    /// Names by which it is reached, beside addresses in numbers and `localhost`.
    pub names: Vec<String>,
    /// Whether requests come through a reverse proxy whose headers `X-Forwarded-For` and `X-Forwarded-Proto` are true.
    pub trusts_proxy: bool,
    /// The database.
    pub database: Location,
    /// The token for what costs; made up at the start if the server is not bound to loopback and none is given.
    pub token: Option<String>,
    /// How many searches there may be.
    pub searches: SearchLimits,
    /// How many connections there may be.
    pub connections: ConnectionLimits,
    /// How many games of a tournament are played at once; one fewer than there are cores if nothing is said.
    pub games_at_once: Option<usize>,
    /// Agents that are offered beside the catalogue.
    pub agents: OwnAgents,
    /// The clock of live games.
    pub clock: Arc<dyn Clock>,
    /// Where metrics are served, if anywhere.
    pub metrics: Option<SocketAddr>,
}

impl Options {
    /// On this machine only, at the usual port.
    pub fn new(database: impl Into<Location>) -> Self {
        Options {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            names: Vec::new(),
            trusts_proxy: false,
            database: database.into(),
            token: None,
            searches: SearchLimits::default(),
            connections: ConnectionLimits::default(),
            games_at_once: None,
            agents: OwnAgents::default(),
            clock: Arc::new(WallClock::start()),
            metrics: None,
        }
    }
}

/// Why the server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// Another program has the port.
    #[error(
        "port {port} of {host} is taken by another program; choose another with --port, or --port 0 for any that is free"
    )]
    Taken {
        /// The address.
        host: IpAddr,
        /// The port.
        port: u16,
    },
    /// The address cannot be bound to.
    #[error("cannot listen on {host} port {port}: {error}")]
    Listen {
        /// The address.
        host: IpAddr,
        /// The port.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// Metrics cannot be served. Fields: the address; what the system says.
    #[error("--metrics {0}: cannot listen there ({1}); choose another port")]
    Metrics(SocketAddr, io::Error),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// The system has no randomness for a token.
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    connections: ConnectionLimits,
    /// Where metrics are asked for.
    metrics: Option<TcpListener>,
}

impl Server {
    /// Opens the database and the port.
    pub async fn bind(options: Options) -> Result<Self, StartError> {
        let Options {
            host,
            port,
            names,
            trusts_proxy,
            database,
            token,
            searches,
            mut connections,
            games_at_once,
            agents,
            clock,
            metrics,
        } = options;
        if trusts_proxy {
            // All connections come from the proxy.
            connections.per_address = connections.all;
        }
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => StartError::Taken { host, port },
            _ => StartError::Listen { host, port, error },
        };
        let listener = TcpListener::bind((host, port)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let metrics = match metrics {
            Some(address) => {
                Some(TcpListener::bind(address).await.map_err(|error| StartError::Metrics(address, error))?)
            }
            None => None,
        };
        let token = match token {
            None if !host.is_loopback() => Some(random::name(TOKEN_LENGTH)?),
            given => given,
        };
        let closing = watch::Sender::new(false);
        let archive = Archive::open(&database)?;
        let store = Database::open(&database)?;
        // A core is left to those who answer requests.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let agents = Arc::new(agents);
        let organiser = Organiser::new(&database, games_at_once.unwrap_or(cores.saturating_sub(1)), agents.clone());
        let app = Arc::new(App {
            store,
            archive,
            organiser,
            digests: Digests::default(),
            histories: Histories::default(),
            judgements: Judgements::default(),
            measurements: Measurements::default(),
            pool: Pool::new(searches, closing.subscribe()),
            rooms: Rooms::default(),
            agents,
            token: Token(token),
            hosts: Hosts::new(host, &names),
            trusts_proxy,
            clock,
            closing,
            body_patience: connections.body,
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
        });
        Ok(Server { listener, address, app, connections, metrics })
    }

    /// Where it listens, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The token that is needed for what costs, if one is.
    pub fn token(&self) -> Option<&str> {
        self.app.token.0.as_deref()
    }

    /// Every address, to be asked without a connection, as fuzzing does.
    pub fn router(&self) -> Router {
        router(self.app.clone())
    }

    /// Answers until `end` comes, then ends searches, says goodbye to sockets and writes what is not written yet.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Server { listener, app, connections: limits, metrics, .. } = self;
        let observer = metrics.map(|listener| {
            let (router, limits, closing) = (metrics::router(app.clone()), limits, app.closing.subscribe());
            tokio::spawn(connections::serve(listener, router, limits, closing))
        });
        let keeper = tokio::spawn(live::keep(app.clone()));
        let close = async {
            end.await;
            app.close();
            // A connection that stays open does not keep the server.
            tokio::time::sleep(PATIENCE).await;
        };
        tokio::select! {
            () = connections::serve(listener, router(app.clone()), limits, app.closing.subscribe()) => {}
            () = close => {}
        }
        keeper.abort();
        observer.inspect(tokio::task::JoinHandle::abort);
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while app.pool.running() > 0 && tokio::time::Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let _ = tokio::time::timeout_at(deadline, app.rooms.drop_players()).await;
        // What is finished is in the database; a game that does not end in time is played again.
        let _ = tokio::time::timeout_at(deadline, app.organiser.ended()).await;
        app.archive.close();
        app.store.close().await;
    }
}
