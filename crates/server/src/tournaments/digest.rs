//! How a tournament stands: results counted once, told to everyone who asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_arena::report::Standings;
use grandline_arena::statistics::Phase;
use grandline_arena::store::{Entry, Sqlite, Store};
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
    /// The match, where there are two agents.
    duel: Option<MatchSummary>,
}

impl Digest {
    /// No results yet.
    pub(crate) fn new(tournament: &Tournament) -> Self {
        let mut standings = Standings::new(tournament.game);
        for entrant in &tournament.agents {
            standings.enter(&entrant.name, entrant.elo);
        }
        Digest { standings, duel: (tournament.agents.len() == 2).then(|| MatchSummary::new(tournament)) }
    }

    /// The results that a store has.
    pub(crate) fn read(store: &mut Sqlite, entry: &Entry, tournament: &Tournament) -> Result<Self, ApiError> {
        let mut digest = Digest::new(tournament);
        store.results(entry.key, &mut |game| digest.add(&game))?;
        if let Some(duel) = digest.duel.as_mut().filter(|_| entry.verdict.is_some()) {
            duel.phase = Phase::Finished;
        }
        Ok(digest)
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, game: &Played) {
        self.standings.add(game);
        if let Some(duel) = &mut self.duel {
            duel.add(game);
        }
    }

    /// Everything the page shows of it. Ratings take some time where there are many agents.
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
            "match": self.duel.as_ref().map(duel_json),
        })
    }
}

/// A match with the number of games that its test still needs.
fn duel_json(duel: &MatchSummary) -> Value {
    let mut told = duel.to_json();
    if let Some(state) = duel.sprt() {
        told["sprt"]["expected_games_left"] = state.expected_games_left().map(f64::round).into();
        told["sprt"]["progress"] = state.progress().into();
        told["sprt"]["unit"] = state.terms.model().unit().into();
    }
    told
}

/// What is known of tournaments that are not being played.
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
