//! The signature of the searches: how many nodes each agent visits on fixed positions under fixed limits.

use grandline_agents::{Catalogue, Group, build};
use grandline_games::GameId;
use grandline_search::Limits;

use super::search::middle_game;

/// Plies of random play before each position: early, middle and late.
const PLIES: [u32; 3] = [2, 11, 21];

/// The nodes of one agent.
pub(super) struct AgentSignature {
    pub(super) game: GameId,
    pub(super) agent: String,
    pub(super) nodes: u64,
}

/// The signature of every agent of some games.
pub(super) fn of(games: &[GameId]) -> Vec<AgentSignature> {
    // Levels search like the agents that they start from.
    let all = games.iter().flat_map(|&game| Catalogue::of(game).list());
    let agents = all.filter(|preset| preset.group != Group::Level);
    let sign = |preset: grandline_agents::Preset| {
        let positions = PLIES.into_iter().enumerate();
        let positions = positions.map(|(seed, plies)| middle_game(preset.game, seed as u64, plies));
        let visited = positions.filter(|position| position.outcome().is_none()).map(|position| {
            // No clock: nothing but depth and nodes limits the search, so the number is the same everywhere.
            let limits = Limits { depth: Some(5), nodes: Some(20_000), ..Limits::default() };
            build(&preset, 1).search(&position, &limits, &mut |_| {}).map_or(0, |report| report.counts.nodes)
        });
        AgentSignature { game: preset.game, nodes: visited.sum(), agent: preset.name }
    };
    agents.map(sign).collect()
}
