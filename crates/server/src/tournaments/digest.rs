//! The standings of a tournament, counted once for everyone who asks.

use std::sync::Arc;

use grandline_arena::Tournament;
use grandline_arena::report::Standings;
use grandline_arena::statistics::Phase;
use grandline_arena::store::{Entry, Store};
use grandline_arena::tournament::MatchSummary;
use serde_json::{Value, json};

use super::cache::Cache;
use crate::error::ApiError;

/// More agents than this make a table of each against each that nobody reads.
const MOST_CROSSED: usize = 32;

/// Everything the page shows of the standings; `phase` says whether more games are to come. Ratings take some time where there
/// are many agents.
pub(super) fn digest(standings: &Standings, phase: Phase) -> Value {
    let ratings = standings.ratings();
    let rows = standings.rows(&ratings);
    let lines: Vec<Value> = rows.iter().map(|row| standings.row_json(row, &rows)).collect();
    let likely = rows.iter().map(|row| {
        rows.iter().map(|other| standings.superiority(&ratings, row.number, other.number)).collect::<Vec<_>>()
    });
    let superiority = (rows.len() <= MOST_CROSSED).then(|| likely.collect::<Vec<_>>());
    let measures: Vec<Value> =
        standings.measures().iter().map(|measure| json!({ "key": measure.key, "name": measure.name })).collect();
    let groups = ratings.components.iter().filter(|component| component.players.len() > 1).count();
    json!({
        "games": standings.games(),
        "forfeits": standings.forfeits(),
        "anchored": rows.iter().any(|row| row.rating.anchored),
        "groups": groups,
        "measures": measures,
        "agents": lines,
        "superiority": superiority,
        "match": (rows.len() == 2).then(|| match_json(&MatchSummary::new(standings, phase))),
    })
}

/// A match with the number of games that its test still needs.
fn match_json(summary: &MatchSummary<'_>) -> Value {
    let mut told = summary.to_json();
    if let Some(state) = summary.sprt() {
        told["sprt"]["expected_games_left"] = state.expected_games_left().map(f64::round).into();
        told["sprt"]["progress"] = state.progress().into();
        told["sprt"]["unit"] = state.terms.model().unit().into();
    }
    told
}

/// The curves of tournaments, by the number of games.
pub(crate) type Histories = Cache<i64, u64, Value>;

/// The standings of tournaments that are not running, by the number of games and whether they are finished.
pub(crate) type Digests = Cache<i64, (u64, bool), Value>;

impl Digests {
    /// How a tournament stands.
    pub(crate) fn of(
        &self,
        store: &mut dyn Store,
        entry: &Entry,
        tournament: &Tournament,
    ) -> Result<Arc<Value>, ApiError> {
        let phase = if entry.verdict.is_some() { Phase::Finished } else { Phase::Running };
        let version = (entry.games, entry.verdict.is_some());
        self.get(entry.key.0, version, || Ok(digest(&Standings::read(tournament, entry, store)?, phase)))
    }
}
