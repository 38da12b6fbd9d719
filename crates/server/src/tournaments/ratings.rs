//! How strong agents are by all tournaments of the database.

use std::collections::HashMap;
use std::sync::Arc;

use grandline_arena::report::Pool;
use grandline_arena::store::Store;
use grandline_games::GameId;
use serde_json::{Value, json};

use super::cache::Cache;
use crate::error::ApiError;

/// The ratings of a game's agents by name.
pub(crate) type Ratings = HashMap<String, Value>;

/// Ratings by game, computed from so many games of each tournament.
pub(crate) type Measurements = Cache<GameId, Vec<(i64, u64)>, Ratings>;

impl Measurements {
    /// The ratings of a game's agents.
    pub(crate) fn of(&self, store: &mut dyn Store, game: GameId) -> Result<Arc<Ratings>, ApiError> {
        let entries = store.list()?;
        let entries = entries.iter().filter(|entry| entry.entered.game == game && entry.games > 0);
        let version = entries.map(|entry| (entry.key.0, entry.games)).collect();
        self.get(game, version, || Ok(told(&Pool::gather(store, game)?)))
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
