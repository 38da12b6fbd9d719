//! The chain of hashes in PostgreSQL.

use ::postgres::fallible_iterator::FallibleIterator;

use super::columns::{text, text_opt};
use super::session::{Failure, Work};
use crate::store::Chain;
use crate::store::chain::{COLUMNS, Check, End, Renewal, Texts};
use crate::store::schema::{self, server};

/// The end of the chain of a tournament.
pub(super) fn end(work: &mut Work<'_>, tournament: i64) -> Result<End, Failure> {
    match work.query(schema::LAST_LINK, &[&tournament])?.first() {
        Some(row) => Ok(End { link: row.try_get(0)?, hash: row.try_get(1)? }),
        None => start(work, tournament),
    }
}

/// What the chain of a tournament begins with.
fn start(work: &mut Work<'_>, tournament: i64) -> Result<End, Failure> {
    let rows = work.query(schema::CHAIN_START, &[&tournament])?;
    let texts = match rows.first() {
        Some(row) => [text(row, 0)?, text(row, 1)?, text(row, 2)?],
        // Nothing follows from a tournament that is not there.
        None => Default::default(),
    };
    Ok(End::start(&texts))
}

/// Compares every game with its link.
pub(super) fn check(work: &mut Work<'_>, tournament: i64) -> Result<Chain, Failure> {
    let mut check = Check::new(start(work, tournament)?);
    for_each(work, tournament, &mut |row, texts| {
        check.see(row.try_get(COLUMNS)?, row.try_get(COLUMNS + 2)?, texts);
        Ok(())
    })?;
    Ok(check.finish())
}

/// Makes a new chain of the games that are left, after some of them were removed.
pub(super) fn renew(work: &mut Work<'_>, tournament: i64) -> Result<(), Failure> {
    let mut renewal = Renewal::new(start(work, tournament)?);
    for_each(work, tournament, &mut |row, texts| {
        renewal.see(row.try_get(COLUMNS)?, row.try_get(COLUMNS + 1)?, texts);
        Ok(())
    })?;
    let numbers: Vec<i64> = renewal.links.iter().map(|link| link.0).collect();
    let links: Vec<i64> = renewal.links.iter().map(|link| link.1).collect();
    let hashes: Vec<&str> = renewal.links.iter().map(|link| link.2.as_str()).collect();
    work.execute(server::UNLINK, &[&tournament])?;
    work.execute(server::SET_LINKS, &[&tournament, &numbers, &links, &hashes])?;
    Ok(())
}

/// Visits the games of a tournament in the order of the chain, with the texts that are hashed.
fn for_each(
    work: &mut Work<'_>,
    tournament: i64,
    visit: &mut dyn FnMut(&::postgres::Row, &Texts<'_>) -> Result<(), ::postgres::Error>,
) -> Result<(), Failure> {
    let mut rows = work.stream(schema::LINKS, &[&tournament])?;
    while let Some(row) = rows.next()? {
        let mut texts: [Option<String>; COLUMNS] = [const { None }; COLUMNS];
        for (index, column) in texts.iter_mut().enumerate() {
            *column = text_opt(&row, index)?;
        }
        visit(&row, &texts.each_ref().map(Option::as_deref))?;
    }
    Ok(())
}
