//! Adding games: many in one statement, each with its place in the chain.

use std::collections::HashSet;

use super::chain;
use super::columns::{safe, safe_opt};
use super::session::{Failure, Work};
use crate::played::Played;
use crate::store::rows::GameRow;
use crate::store::schema::server;
use crate::store::{StoreError, TournamentKey};

/// Games of one statement.
const BATCH: usize = 200;

/// A game as the columns of its row, with what its hash is made of.
pub(super) struct Prepared {
    numbers: [i64; 3],
    margin: i32,
    /// First, second, setup, opening, winner, ending, reason, plies.
    texts: [String; 8],
    detail: Option<String>,
    evidence: Option<String>,
    hashed: String,
}

/// The rows of games.
pub(super) fn rows(games: &[Played], place: &str) -> Result<Vec<Prepared>, StoreError> {
    let prepare = |game: &Played| {
        let row = GameRow::new(game, place)?;
        let [first, second] = &game.players;
        let texts = [first, second, &game.opening.setup, &row.opening, row.winner, game.ending.name(), &game.reason];
        let [first, second, setup, opening, winner, ending, reason] = texts.map(safe);
        Ok(Prepared {
            numbers: [row.number, game.round.into(), row.pair],
            margin: game.margin.into(),
            texts: [first, second, setup, opening, winner, ending, reason, safe(&row.plies)],
            detail: safe_opt(row.detail.as_deref()),
            evidence: safe_opt(game.evidence.as_deref()),
            hashed: row.hashed(),
        })
    };
    games.iter().map(prepare).collect()
}

/// Adds the games that are not there, after the end of the chain.
pub(super) fn add(
    work: &mut Work<'_>,
    place: &str,
    tournament: TournamentKey,
    games: &[Prepared],
) -> Result<(), Failure> {
    // Nobody else adds to this tournament until the transaction ends, so that there is one end of the chain.
    if work.query(server::LOCK, &[&tournament.0])?.is_empty() {
        return Err(StoreError::no_tournament(place, tournament).into());
    }
    let mut end = chain::end(work, tournament.0)?;
    for batch in games.chunks(BATCH) {
        let numbers: Vec<i64> = batch.iter().map(|game| game.numbers[0]).collect();
        let present = work.query(server::PRESENT, &[&tournament.0, &numbers])?;
        let mut present = present.iter().map(|row| row.try_get(0)).collect::<Result<HashSet<i64>, _>>()?;
        // The first of two with the same number stays.
        let new: Vec<&Prepared> = batch.iter().filter(|game| present.insert(game.numbers[0])).collect();
        let (mut links, mut hashes) = (Vec::new(), Vec::new());
        for game in &new {
            end = end.next(&game.hashed);
            links.push(end.link);
            hashes.push(end.hash.clone());
        }
        let number = |column: usize| new.iter().map(|game| game.numbers[column]).collect::<Vec<i64>>();
        let text = |column: usize| new.iter().map(|game| game.texts[column].as_str()).collect::<Vec<&str>>();
        let margins: Vec<i32> = new.iter().map(|game| game.margin).collect();
        let details: Vec<Option<&str>> = new.iter().map(|game| game.detail.as_deref()).collect();
        let evidence: Vec<Option<&str>> = new.iter().map(|game| game.evidence.as_deref()).collect();
        let added = work.execute(
            server::ADD,
            &[
                &tournament.0,
                &number(0),
                &number(1),
                &number(2),
                &text(0),
                &text(1),
                &text(2),
                &text(3),
                &text(4),
                &margins,
                &text(5),
                &text(6),
                &details,
                &evidence,
                &text(7),
                &links,
                &hashes,
            ],
        )?;
        if added != new.len() as u64 {
            let reason = "games were written by a program that does not keep to grandline's locks; start again";
            return Err(StoreError::Database(place.to_owned(), reason.to_owned()).into());
        }
    }
    Ok(())
}
