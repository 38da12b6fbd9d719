//! How strong agents are by all tournaments of the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_arena::report::Pool;
use grandline_arena::store::{Sqlite, Store};
use grandline_games::GameId;
use serde_json::{Value, json};

use crate::error::ApiError;

/// The ratings of a game's agents by name.
pub(crate) type Ratings = HashMap<String, Value>;

/// What is known by game.
#[derive(Default)]
pub(crate) struct Measurements(Mutex<HashMap<GameId, Measured>>);

/// Ratings, and from which tournaments and how many games of each they were computed.
struct Measured {
    from: Vec<(i64, u64)>,
    ratings: Arc<Ratings>,
}

impl Measurements {
    /// The ratings of a game's agents, computed again only if there are more games.
    pub(crate) fn of(&self, store: &mut Sqlite, game: GameId) -> Result<Arc<Ratings>, ApiError> {
        let entries = store.list()?;
        let entries = entries.iter().filter(|entry| entry.entered.game == game && entry.games > 0);
        let present: Vec<(i64, u64)> = entries.map(|entry| (entry.key.0, entry.games)).collect();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(measured) = known().get(&game)
            && measured.from == present
        {
            return Ok(measured.ratings.clone());
        }
        let ratings = Arc::new(told(&Pool::gather(store, game)?));
        known().insert(game, Measured { from: present, ratings: ratings.clone() });
        Ok(ratings)
    }
}

fn told(pool: &Pool) -> Ratings {
    let rounded = |elo: f64| (elo * 10.0).round() / 10.0 + 0.0;
    let agents = pool.agents.iter().filter_map(|(name, player)| {
        let rating = player.rating?;
        let told = json!({
            "elo": rounded(rating.estimate),
            "error": rating.error.map(rounded),
            "games": player.tally.games(),
            "anchored": player.anchored,
            "unbounded": player.unbounded,
            "scale": if pool.anchored { "known" } else { "relative" },
        });
        Some((name.clone(), told))
    });
    agents.collect()
}
