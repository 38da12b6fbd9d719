//! The chain of hashes over the games of a tournament, in the order in which they were stored.
//!
//! Each game has the SHA-256 of the game before it and of its own row. The first follows the definition of the tournament. A
//! row that is changed, removed or put in later breaks the chain. Someone who can write to the file can also compute a new
//! chain, so the last hash has to be kept elsewhere to prove that nothing was changed.

use std::fmt::Write;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::agent::sha256;
use crate::store::{Chain, schema};

/// How many columns of a game are hashed.
const COLUMNS: usize = 14;

/// The texts of a row that are hashed, in the order of [`schema::LINKS`].
pub(super) type Texts<'a> = [Option<&'a str>; COLUMNS];

/// The end of a chain.
pub(super) struct End {
    /// The number of its last link; 0 if it has none.
    pub(super) link: i64,
    /// The hash of its last link.
    pub(super) hash: String,
}

impl End {
    /// The end of the chain of a tournament.
    pub(super) fn of(connection: &Connection, tournament: i64) -> rusqlite::Result<Self> {
        let last = connection.query_row(schema::LAST_LINK, [tournament], |row| Ok((row.get(0)?, row.get(1)?)));
        match last.optional()? {
            Some((link, hash)) => Ok(End { link, hash }),
            None => Ok(End { link: 0, hash: start(connection, tournament)? }),
        }
    }

    /// The hash of the next game.
    pub(super) fn next(&self, texts: &Texts<'_>) -> String {
        hash(&self.hash, texts)
    }
}

/// What the chain of a tournament begins with.
fn start(connection: &Connection, tournament: i64) -> rusqlite::Result<String> {
    connection.query_row(schema::CHAIN_START, [tournament], |row| {
        let texts: [String; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
        Ok(hash("", &texts.each_ref().map(|text| Some(text.as_str()))))
    })
}

/// The hash of texts after another hash. Lengths keep the texts apart.
fn hash(before: &str, texts: &[Option<&str>]) -> String {
    let mut all = before.to_owned();
    for text in texts {
        match text {
            Some(text) => {
                // Writing to a text cannot fail.
                let _ = write!(all, "{}:{text};", text.len());
            }
            None => all.push_str("-;"),
        }
    }
    sha256(all.as_bytes())
}

/// Compares every game with its link.
pub(super) fn check(connection: &Connection, tournament: i64) -> rusqlite::Result<Chain> {
    let mut chain = Chain { head: start(connection, tournament)?, ..Chain::default() };
    for_each(connection, tournament, &mut |row, texts| {
        let (number, kept): (i64, Option<String>) = (row.get(COLUMNS)?, row.get(COLUMNS + 2)?);
        let number = number.unsigned_abs();
        match kept {
            None => chain.unlinked.push(number),
            Some(kept) => {
                if hash(&chain.head, texts) != kept {
                    chain.broken.push(number);
                }
                chain.head = kept;
            }
        }
        Ok(())
    })?;
    Ok(chain)
}

/// Makes a new chain of the games that are left, after some of them were removed.
pub(super) fn renew(connection: &Connection, tournament: i64) -> rusqlite::Result<()> {
    let mut end = End { link: 0, hash: start(connection, tournament)? };
    let mut links = Vec::new();
    for_each(connection, tournament, &mut |row, texts| {
        let (number, link): (i64, Option<i64>) = (row.get(COLUMNS)?, row.get(COLUMNS + 1)?);
        if link.is_some() {
            end = End { link: end.link + 1, hash: end.next(texts) };
            links.push((number, end.link, end.hash.clone()));
        }
        Ok(())
    })?;
    let mut statement = connection.prepare_cached(schema::SET_LINK)?;
    links
        .into_iter()
        .try_for_each(|(number, link, hash)| statement.execute(params![link, hash, tournament, number]).map(drop))
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
