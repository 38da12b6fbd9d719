//! A connection that is made again when it is lost.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ::postgres::config::SslMode;
use ::postgres::types::ToSql;
use ::postgres::{Client, NoTls, Row, RowIter, Statement, ToStatement, Transaction};

use super::opening::{explain, is_lost};
use super::{ServerAddress, tls};
use crate::store::schema::server;
use crate::store::{StoreError, TournamentKey};

/// How long a lost connection is tried again before the caller hears of it.
const PATIENCE: Duration = Duration::from_secs(60);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(200);
/// Reservations have keys of their own among all locks of the database: this and the tournament.
const CLAIMS: i64 = 7_310_579 << 32;

/// Why a transaction did not come to its end.
pub(super) enum Failure {
    /// The server, or the way to it.
    Server(::postgres::Error),
    /// The store, for a reason that a repetition does not change.
    Store(StoreError),
}

impl From<::postgres::Error> for Failure {
    fn from(error: ::postgres::Error) -> Self {
        Failure::Server(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Store(error)
    }
}

/// A connection and what belongs to it.
pub(super) struct Session {
    pub(super) address: ServerAddress,
    /// The connection; `None` if it was lost.
    open: Option<Open>,
    /// Tournaments that are reserved, and are again after a new connection.
    claims: Vec<TournamentKey>,
    /// How long a lost connection is tried again.
    patience: Duration,
}

struct Open {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

/// A transaction that is under way.
pub(super) struct Work<'a> {
    transaction: Transaction<'a>,
    statements: &'a mut HashMap<&'static str, Statement>,
    /// Whether the connection was lost before, so that the same transaction may have been committed.
    pub(super) is_repeated: bool,
}

impl Work<'_> {
    fn prepared(&mut self, statement: &'static str) -> Result<Statement, ::postgres::Error> {
        if let Some(prepared) = self.statements.get(statement) {
            return Ok(prepared.clone());
        }
        let prepared = self.transaction.prepare(statement)?;
        self.statements.insert(statement, prepared.clone());
        Ok(prepared)
    }

    /// The rows that a statement finds.
    pub(super) fn query(
        &mut self,
        statement: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, ::postgres::Error> {
        let prepared = self.prepared(statement)?;
        self.transaction.query(&prepared, values)
    }

    /// The same for rows that may be too many for memory.
    pub(super) fn stream(
        &mut self,
        statement: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<RowIter<'_>, ::postgres::Error> {
        let prepared = self.prepared(statement)?;
        self.transaction.query_raw(&prepared, values.iter().copied())
    }

    /// Runs a statement and returns how many rows it changed.
    pub(super) fn execute(
        &mut self,
        statement: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, ::postgres::Error> {
        let prepared = self.prepared(statement)?;
        self.transaction.execute(&prepared, values)
    }

    /// Runs statements that return nothing.
    pub(super) fn batch(&mut self, statements: &str) -> Result<(), ::postgres::Error> {
        self.transaction.batch_execute(statements)
    }

    /// Runs a statement inside the transaction whose failure does not end it.
    pub(super) fn attempt<S: ?Sized + ToStatement>(
        &mut self,
        statement: &S,
        value: &str,
    ) -> Result<Vec<Row>, ::postgres::Error> {
        let mut inner = self.transaction.transaction()?;
        inner.query(statement, &[&value])
    }
}

impl Session {
    /// Connects to a server, which must answer.
    pub(super) fn new(address: ServerAddress) -> Result<Self, StoreError> {
        let mut session = Session { address, open: None, claims: Vec::new(), patience: Duration::ZERO };
        session.retry(|_| Ok(()))?;
        session.patience = PATIENCE;
        Ok(session)
    }

    /// Connects, and reserves again what was reserved.
    fn connect(&mut self) -> Result<&mut Open, Failure> {
        if self.open.as_ref().is_some_and(|open| open.client.is_closed()) {
            self.open = None;
        }
        if self.open.is_none() {
            let config = &self.address.config;
            let mut client = match config.get_ssl_mode() {
                SslMode::Disable => config.connect(NoTls)?,
                _ => {
                    let wrong = |reason| StoreError::Database(self.address.place.clone(), reason);
                    config.connect(tls::connector(self.address.root_certificates.as_deref()).map_err(wrong)?)?
                }
            };
            for &tournament in &self.claims {
                if !claim(&mut client, tournament)? {
                    let reason =
                        "another program has taken over the tournament while the connection was lost".to_owned();
                    return Err(StoreError::Database(self.address.place.clone(), reason).into());
                }
            }
            self.open = Some(Open { client, statements: HashMap::new() });
        }
        Ok(self.open.as_mut().unwrap_or_else(|| unreachable!("it has just been opened")))
    }

    /// Runs something with the connection, again and again for a while if that is lost. It is told whether it is repeated.
    fn retry<T>(&mut self, mut run: impl FnMut((&mut Open, bool)) -> Result<T, Failure>) -> Result<T, StoreError> {
        let begin = Instant::now();
        let mut is_repeated = false;
        loop {
            let done = self.connect().and_then(|open| run((open, is_repeated)));
            match done {
                Ok(value) => return Ok(value),
                Err(Failure::Store(error)) => return Err(error),
                Err(Failure::Server(error)) if is_lost(&error) && begin.elapsed() < self.patience => {
                    self.open = None;
                    is_repeated = true;
                    std::thread::sleep(PAUSE);
                }
                Err(Failure::Server(error)) => return Err(explain(&self.address, &error)),
            }
        }
    }

    /// Runs a transaction. If the connection is lost, all of it is run again, since nobody knows whether it was committed: it
    /// must do nothing more the second time.
    pub(super) fn transact<T>(
        &mut self,
        mut work: impl FnMut(&mut Work<'_>) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        self.retry(|(Open { client, statements }, is_repeated)| {
            let mut running = Work { transaction: client.transaction()?, statements, is_repeated };
            let value = work(&mut running)?;
            running.transaction.commit()?;
            Ok(value)
        })
    }

    /// Reserves a tournament; false if another has it.
    pub(super) fn claim(&mut self, tournament: TournamentKey) -> Result<bool, StoreError> {
        if self.claims.contains(&tournament) {
            return Ok(true);
        }
        let is_ours = self.retry(|(open, _)| Ok(claim(&mut open.client, tournament)?))?;
        if is_ours {
            self.claims.push(tournament);
        }
        Ok(is_ours)
    }

    /// Ends a reservation.
    pub(super) fn release(&mut self, tournament: TournamentKey) -> Result<(), StoreError> {
        if self.claims.contains(&tournament) {
            self.claims.retain(|&claimed| claimed != tournament);
            self.retry(|(open, _)| Ok(open.client.execute(server::RELEASE, &[&(CLAIMS + tournament.0)])?))?;
        }
        Ok(())
    }
}

fn claim(client: &mut Client, tournament: TournamentKey) -> Result<bool, ::postgres::Error> {
    client.query_one(server::CLAIM, &[&(CLAIMS + tournament.0)])?.try_get(0)
}
