//! How strong the agents of a game are by everything that a store knows of them.

use std::collections::HashSet;

use grandline_games::GameId;

use super::standings::Standings;
use crate::played::Played;
use crate::rating::PlayerRating;
use crate::store::{Store, StoreError};
use crate::tournament::Tournament;

/// The agents of all tournaments of a game, rated together.
#[derive(Clone, Debug)]
pub struct Pool {
    /// How many tournaments have games in it.
    pub tournaments: usize,
    /// How many games.
    pub games: u64,
    /// Whether agents of known Elo give the scale; otherwise the mean of the agents is 0.
    pub anchored: bool,
    /// The agents with their ratings, the best first.
    pub agents: Vec<(String, PlayerRating)>,
}

impl Pool {
    /// Rates the agents of a game over all tournaments of a store. Only games between agents under their own names count:
    /// what else a name stands for differs from one tournament to the next.
    pub fn gather(store: &mut dyn Store, game: GameId) -> Result<Self, StoreError> {
        let mut standings = Standings::new(game);
        let mut tournaments = 0;
        let entries = store.list()?.into_iter().filter(|entry| entry.entered.game == game);
        for (index, entry) in entries.enumerate() {
            // A definition of another version does not say who is who.
            let Ok(definition) = serde_json::from_str::<Tournament>(&entry.entered.definition) else { continue };
            let own = definition.agents.iter().filter(|spec| spec.name == spec.agent);
            let own: HashSet<&str> = own.map(|spec| spec.name.as_str()).collect();
            for spec in definition.agents.iter().filter(|spec| own.contains(spec.name.as_str())) {
                standings.enter(&spec.name, spec.elo);
            }
            let before = standings.games();
            store.results(entry.key, &mut |game| {
                if game.players.iter().all(|name| own.contains(name.as_str())) {
                    // Pairs are numbered by tournament, and those of two must not be taken for one.
                    let pair = ((index as u64) << 40).wrapping_add(game.pair);
                    standings.add(&Played { pair, ..game });
                }
            })?;
            tournaments += usize::from(standings.games() > before);
        }
        let rows = standings.rows(&standings.ratings());
        let anchored = rows.iter().any(|row| row.rating.anchored);
        let agents = rows.into_iter().filter(|row| row.tally().games() > 0).map(|row| (row.name, row.rating)).collect();
        Ok(Pool { tournaments, games: standings.games(), anchored, agents })
    }
}
