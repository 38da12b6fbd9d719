//! Whether a database is ours, which version it has, and what goes wrong on the way.

use std::error::Error;
use std::io;

use ::postgres::error::SqlState;

use super::ServerAddress;
use super::columns::text;
use super::session::{Failure, Session, Work};
use crate::store::StoreError;
use crate::store::schema::{self, server};

/// Checks that a database is ours and brings it up to date. Without `make` it must have tables.
pub(super) fn prepare(session: &mut Session, make: bool) -> Result<(), StoreError> {
    let place = session.address.place.clone();
    let (name, steps) = (place.clone(), schema::MIGRATIONS);
    // Before anything is locked or written: a database that is not ours must stay as it is.
    let found = session.transact(move |work| version(work, &name))?;
    match found {
        Some(version) if version == steps.len() => return Ok(()),
        None if !make => {
            let reason =
                "the database has no tournament of grandline; play one into it first, or choose another with --db";
            return Err(StoreError::Database(place, reason.to_owned()));
        }
        _ => {}
    }
    session.transact(move |work| {
        work.batch(server::LOCK_SCHEMA)?;
        // Another program may have taken the steps while this one waited.
        let done = version(work, &place)?;
        if done == Some(steps.len()) {
            return Ok(());
        }
        if done.is_none() {
            work.batch(schema::CREATE_META)?;
            work.execute(schema::SET_META, &[&schema::PROGRAM.0, &schema::PROGRAM.1])?;
        }
        for step in &steps[done.unwrap_or(0)..] {
            work.batch(step)?;
        }
        work.execute(schema::SET_META, &[&schema::SCHEMA_VERSION, &steps.len().to_string()])?;
        Ok(())
    })
}

/// The steps that a database has taken, if it is ours or empty and not from the future.
fn version(work: &mut Work<'_>, place: &str) -> Result<Option<usize>, Failure> {
    let tables = work.query(server::TABLES, &[])?;
    let tables = tables.iter().map(|row| text(row, 0)).collect::<Result<Vec<String>, _>>()?;
    // A table `meta` of another program may have other columns. One that this user may not read says nothing.
    let mut refused = None;
    let meta = |key: &str| match work.attempt(schema::META, key) {
        Ok(rows) => rows.first().and_then(|row| text(row, 0).ok()),
        Err(error) => {
            refused = Some(error).filter(|error| error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE));
            None
        }
    };
    let version = schema::version(place, tables, schema::MIGRATIONS.len(), meta);
    refused.map_or_else(|| Ok(version?), |error| Err(error.into()))
}

/// Whether a failure may be gone with a new connection, so that it is worth trying again.
pub(super) fn is_lost(error: &::postgres::Error) -> bool {
    if let Some(code) = error.code() {
        let passing = [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        return passing.contains(code) || code.code().starts_with("08");
    }
    error.is_closed() || io_error(error).is_some()
}

/// What the system said, if the failure is not the server's.
fn io_error(error: &::postgres::Error) -> Option<&io::Error> {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(found) = inner.downcast_ref::<io::Error>() {
            return Some(found);
        }
        source = inner.source();
    }
    None
}

/// What a failure means to a person, and what can be done.
pub(super) fn explain(address: &ServerAddress, error: &::postgres::Error) -> StoreError {
    let [host, port, database, user] = address.parts();
    let said = match (error.as_db_error(), error.source()) {
        (Some(answer), _) => answer.message().to_owned(),
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    };
    let code = error.code();
    let is = |wanted: &SqlState| code == Some(wanted);
    let reason = if is(&SqlState::INVALID_PASSWORD) || is(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION) {
        format!(
            "the server refuses user '{user}' ({said}); correct the user, or the password in PGPASSWORD or ~/.pgpass"
        )
    } else if is(&SqlState::INVALID_CATALOG_NAME) {
        format!("the database '{database}' does not exist; create it with `createdb -h {host} -p {port} {database}`")
    } else if is(&SqlState::INSUFFICIENT_PRIVILEGE) {
        let help = if said.contains("must be owner") {
            "let the owner of the tables open the database once with this grandline, which brings them up to date"
                .to_owned()
        } else if said.contains("for table") {
            format!("let the owner of the tables run `GRANT ALL ON ALL TABLES IN SCHEMA public TO \"{user}\"`")
        } else {
            format!("let the owner of the database run `GRANT ALL ON SCHEMA public TO \"{user}\"`")
        };
        format!("user '{user}' may not do this ({said}); {help}")
    } else if is(&SqlState::DISK_FULL) {
        "the disk of the server is full; what was committed before is safe, so make room and start again".to_owned()
    } else if is(&SqlState::READ_ONLY_SQL_TRANSACTION) {
        "the server only reads, as a standby does; give the address of the one that writes".to_owned()
    } else if code.is_some() {
        said
    } else if said.contains("password missing") {
        format!("the server wants a password for user '{user}'; put it into PGPASSWORD or ~/.pgpass")
    } else if error.to_string().contains("TLS") {
        format!(
            "no encrypted connection to {host} can be made ({said}); name the server's certificate authority with \
             ?sslrootcert=FILE, or give up encryption with ?sslmode=disable"
        )
    } else if io_error(error).is_some() || error.is_closed() || said.contains("timed out") {
        format!(
            "the server at {host}:{port} does not answer ({said}); start it, or correct the host and the port. What was committed before is safe"
        )
    } else {
        said
    };
    StoreError::Database(address.place.clone(), reason)
}
