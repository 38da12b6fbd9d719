//! The standings of a tournament, counted once for everyone who asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_arena::report::Standings;
use grandline_arena::statistics::Phase;
use grandline_arena::store::{Entry, Sqlite, StoreError};
use grandline_arena::tournament::MatchSummary;
use grandline_arena::{Played, Tournament};
use serde_json::{Value, json};

use crate::error::ApiError;

/// More agents than this make a table of each against each that nobody reads.
const MOST_CROSSED: usize = 32;
/// How many tournaments are remembered; others are counted again.
const REMEMBERED: usize = 32;

/// The results of a tournament so far.
#[derive(Clone, Debug)]
pub(crate) struct Digest {
    standings: Standings,
    /// Whether more games are to come.
    phase: Phase,
}

impl Digest {
    /// No results yet.
    pub(crate) fn new(tournament: &Tournament) -> Self {
        Digest { standings: Standings::of(tournament), phase: Phase::Running }
    }

    /// The results that a store has.
    pub(crate) fn read(store: &mut Sqlite, entry: &Entry, tournament: &Tournament) -> Result<Self, StoreError> {
        let phase = if entry.verdict.is_some() { Phase::Finished } else { Phase::Running };
        Ok(Digest { standings: Standings::read(tournament, entry, store)?, phase })
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, game: &Played) {
        self.standings.add(game);
    }

    /// How many games were counted.
    pub(crate) fn games(&self) -> u64 {
        self.standings.games()
    }

    /// Everything the page shows. Ratings take some time where there are many agents.
    pub(crate) fn to_json(&self) -> Value {
        let standings = &self.standings;
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
            "match": (rows.len() == 2).then(|| match_json(&MatchSummary::new(standings, self.phase))),
        })
    }
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

/// The standings of tournaments that are not running.
#[derive(Default)]
pub(crate) struct Digests(Mutex<HashMap<i64, Remembered>>);

/// How a tournament stood.
struct Remembered {
    games: u64,
    finished: bool,
    told: Arc<Value>,
}

impl Digests {
    /// How a tournament stands, counted again only if it has changed.
    pub(crate) fn of(
        &self,
        store: &mut Sqlite,
        entry: &Entry,
        tournament: &Tournament,
    ) -> Result<Arc<Value>, ApiError> {
        let (key, games, finished) = (entry.key.0, entry.games, entry.verdict.is_some());
        let remembered = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = remembered().get(&key)
            && (known.games, known.finished) == (games, finished)
        {
            return Ok(known.told.clone());
        }
        let told = Arc::new(Digest::read(store, entry, tournament)?.to_json());
        let mut remembered = remembered();
        if remembered.len() >= REMEMBERED && !remembered.contains_key(&key) {
            remembered.clear();
        }
        remembered.insert(key, Remembered { games, finished, told: told.clone() });
        Ok(told)
    }
}
