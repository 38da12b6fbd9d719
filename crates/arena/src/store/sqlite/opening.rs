//! Opening a database file: whether it is ours, which version it has, and what goes wrong on the way.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior};

use super::PATIENCE;
use crate::store::{StoreError, schema};

/// Opens a file, checks that it is ours and brings it up to date.
pub(super) fn open(path: &Path, place: &str) -> Result<Connection, StoreError> {
    check_path(path, place)?;
    let failed = |error: rusqlite::Error| explain(place, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    // Before anything is written: a file that is not ours must stay as it is.
    version(&connection, place, schema::MIGRATIONS)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    migrate(&mut connection, place, schema::MIGRATIONS)?;
    Ok(connection)
}

/// What the operating system would only call a file that cannot be opened.
fn check_path(path: &Path, place: &str) -> Result<(), StoreError> {
    let refuse = |reason: String| Err(StoreError::Database(place.to_owned(), reason));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => refuse("this is a folder; name a file in it".to_owned()),
        Some(folder) if !folder.exists() => refuse(format!("the folder {} does not exist", folder.display())),
        Some(folder) if !folder.is_dir() => refuse(format!("{} is not a folder", folder.display())),
        _ => Ok(()),
    }
}

/// The steps a database has taken, if it is ours or empty and not from the future.
fn version(connection: &Connection, place: &str, migrations: &[&str]) -> Result<Option<usize>, StoreError> {
    let failed = |error: rusqlite::Error| explain(place, &error);
    let mut statement = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
        .map_err(failed)?;
    let tables = statement.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
    let tables = tables.collect::<Result<Vec<String>, _>>().map_err(failed)?;
    schema::version(place, tables, migrations.len(), |key| {
        let value = connection.query_row(schema::META, [key], |row| row.get::<_, String>(0)).optional();
        value.ok().flatten()
    })
}

/// Takes the steps that are missing, all or none of them.
pub(super) fn migrate(connection: &mut Connection, place: &str, migrations: &[&str]) -> Result<(), StoreError> {
    if version(connection, place, migrations)? == Some(migrations.len()) {
        return Ok(());
    }
    let failed = |error: rusqlite::Error| explain(place, &error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another program may have taken them while this one waited.
    let done = version(&transaction, place, migrations)?;
    if done.is_none() {
        transaction.execute(schema::CREATE_META, []).map_err(failed)?;
        transaction.execute(schema::SET_META, schema::PROGRAM).map_err(failed)?;
    }
    for step in &migrations[done.unwrap_or(0)..] {
        transaction.execute_batch(step).map_err(failed)?;
    }
    transaction.execute(schema::SET_META, (schema::SCHEMA_VERSION, migrations.len().to_string())).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// What a failure of SQLite means to a person, and what can be done.
pub(super) fn explain(place: &str, error: &rusqlite::Error) -> StoreError {
    let said = || match error {
        rusqlite::Error::SqliteFailure(code, None) => code.to_string(),
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        other => other.to_string(),
    };
    let reason = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            return StoreError::Foreign(place.to_owned(), "it is no SQLite file".to_owned());
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => format!(
            "another program has been writing to it for {} s ({}); wait until it is done, or choose another file with --db",
            PATIENCE.as_secs(),
            said()
        ),
        Some(ErrorCode::DiskFull) => {
            "the disk is full; what was committed before is safe, so make room and start again".to_owned()
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => format!(
            "cannot be opened for writing ({}); the file and its folder must both be writable, so change their \
             permissions or choose another file with --db",
            said()
        ),
        Some(ErrorCode::DatabaseCorrupt) => format!(
            "the file is damaged ({}); try `sqlite3 {place} .recover`, or choose another file with --db",
            said()
        ),
        Some(ErrorCode::SystemIoFailure) => format!("the disk does not answer ({})", said()),
        _ => said(),
    };
    StoreError::Database(place.to_owned(), reason)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rusqlite::ffi;
    use tempfile::TempDir;

    use super::*;

    fn words(error: &StoreError) -> String {
        error.to_string()
    }

    #[test]
    fn steps_that_are_missing_are_taken_and_rows_stay() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("test.db");
        let steps = ["CREATE TABLE a (x TEXT)", "ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = x;"];
        let mut old = Connection::open(&path).expect("new");
        migrate(&mut old, "test.db", &steps[..1]).expect("the first step");
        old.execute("INSERT INTO a VALUES ('kept')", []).expect("a table");
        let mut new = Connection::open(&path).expect("the same");
        migrate(&mut new, "test.db", &steps).expect("the second step");
        migrate(&mut new, "test.db", &steps).expect("nothing to do");
        assert_eq!(version(&new, "test.db", &steps), Ok(Some(2)));
        let row: (String, String) =
            new.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?))).expect("a row");
        assert_eq!(row, ("kept".to_owned(), "kept".to_owned()));
        let error = migrate(&mut old, "test.db", &steps[..1]).expect_err("it is newer now");
        assert_eq!(error, StoreError::Newer { place: "test.db".to_owned(), found: 2, known: 1 });
    }

    #[test]
    fn a_step_that_fails_leaves_no_trace() {
        let mut connection = Connection::open_in_memory().expect("memory");
        let steps = ["CREATE TABLE a (x TEXT)", "CREATE TABLE b (x TEXT); nonsense"];
        migrate(&mut connection, "test.db", &steps).expect_err("nonsense");
        assert_eq!(version(&connection, "test.db", &steps), Ok(None));
    }

    #[test]
    fn a_file_that_the_page_made_is_ours() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("test.db");
        let page = Connection::open(&path).expect("new");
        page.execute_batch("CREATE TABLE live_games (id TEXT)").expect("a table");
        drop(open(&path, "test.db").expect("the page lives there"));
        open(&path, "test.db").expect("and it may be opened again");
        page.execute("INSERT INTO live_games (id) VALUES ('kept')", []).expect("the page's table is still there");
    }

    #[test]
    fn a_locked_database_says_so() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("test.db");
        let writer = open(&path, "test.db").expect("new");
        let mut waiting = open(&path, "test.db").expect("the same");
        waiting.busy_timeout(Duration::ZERO).expect("a setting");
        writer.execute_batch("BEGIN IMMEDIATE").expect("free");
        let locked = waiting.transaction_with_behavior(TransactionBehavior::Immediate).map(drop).expect_err("locked");
        assert_eq!(
            words(&explain("test.db", &locked)),
            "test.db: another program has been writing to it for 10 s (database is locked); wait until it is done, or \
             choose another file with --db"
        );
    }

    #[test]
    fn what_the_system_says_is_explained() {
        let said = |code| words(&explain("test.db", &rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)));
        assert!(said(ffi::SQLITE_READONLY).contains("the file and its folder must both be writable"));
        assert!(said(ffi::SQLITE_CANTOPEN).contains("the file and its folder must both be writable"));
        assert!(said(ffi::SQLITE_FULL).contains("the disk is full"));
        assert!(said(ffi::SQLITE_CORRUPT).contains("the file is damaged"));
        assert!(said(ffi::SQLITE_IOERR).contains("the disk does not answer"));
    }
}
