//! The signature of the searches: how many states all agents visit on fixed positions under fixed limits.

use anyhow::Result;
use grandline_agents::{Catalogue, Family, build};
use grandline_games::{GameId, with_game};
use grandline_search::Limits;

use super::search::middle_game;

/// Plies of random play before each position: early, middle and late.
const PLIES: [u32; 3] = [2, 11, 21];

/// The sum over the agents of some games.
pub(super) fn of(games: &[GameId]) -> Result<u64> {
    games.iter().map(|&game| with_game!(game, G => visited::<G>(game))).sum()
}

fn visited<G: Family>(game: GameId) -> Result<u64> {
    let mut sum = 0;
    for preset in Catalogue::of(game).list() {
        for (seed, plies) in PLIES.into_iter().enumerate() {
            let record = middle_game::<G>(seed as u64, plies);
            if record.outcome().is_some() {
                continue;
            }
            // No clock: nothing but depth and states limits the search, so the sum is the same everywhere.
            let limits = Limits { depth: Some(5), nodes: Some(20_000), ..Limits::default() };
            sum += build::<G>(&preset, 1)?.search(&record, &limits, &mut |_| {}).counts.nodes;
        }
    }
    Ok(sum)
}
