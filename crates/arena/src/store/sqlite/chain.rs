//! The chain of hashes in SQLite.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::store::chain::{COLUMNS, Check, End, Renewal, Texts};
use crate::store::{Chain, schema};

/// The end of the chain of a tournament.
pub(super) fn end(connection: &Connection, tournament: i64) -> rusqlite::Result<End> {
    let last = connection.query_row(schema::LAST_LINK, [tournament], |row| Ok((row.get(0)?, row.get(1)?)));
    match last.optional()? {
        Some((link, hash)) => Ok(End { link, hash }),
        None => start(connection, tournament),
    }
}

/// What the chain of a tournament begins with.
fn start(connection: &Connection, tournament: i64) -> rusqlite::Result<End> {
    connection
        .query_row(schema::CHAIN_START, [tournament], |row| Ok(End::start(&[row.get(0)?, row.get(1)?, row.get(2)?])))
}

/// Compares every game with its link.
pub(super) fn check(connection: &Connection, tournament: i64) -> rusqlite::Result<Chain> {
    let mut check = Check::new(start(connection, tournament)?);
    for_each(connection, tournament, &mut |row, texts| {
        check.see(row.get(COLUMNS)?, row.get(COLUMNS + 2)?, texts);
        Ok(())
    })?;
    Ok(check.finish())
}

/// Makes a new chain of the games that are left, after some of them were removed.
pub(super) fn renew(connection: &Connection, tournament: i64) -> rusqlite::Result<()> {
    let mut renewal = Renewal::new(start(connection, tournament)?);
    for_each(connection, tournament, &mut |row, texts| {
        renewal.see(row.get(COLUMNS)?, row.get(COLUMNS + 1)?, texts);
        Ok(())
    })?;
    let mut statement = connection.prepare_cached(schema::SET_LINK)?;
    let mut links = renewal.links.into_iter();
    links.try_for_each(|(number, link, hash)| statement.execute(params![link, hash, tournament, number]).map(drop))
}

/// Visits the games of a tournament in the order of the chain, with the texts that are hashed.
fn for_each(
    connection: &Connection,
    tournament: i64,
    visit: &mut dyn FnMut(&Row<'_>, &Texts<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(schema::LINKS)?;
    let mut rows = statement.query([tournament])?;
    while let Some(row) = rows.next()? {
        let mut texts: [Option<String>; COLUMNS] = [const { None }; COLUMNS];
        for (index, text) in texts.iter_mut().enumerate() {
            *text = row.get(index)?;
        }
        visit(row, &texts.each_ref().map(Option::as_deref))?;
    }
    Ok(())
}
