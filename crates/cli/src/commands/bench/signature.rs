//! The signature of the searches: what each agent does on fixed positions under fixed limits.

use grandline_agents::{Catalogue, Group, build};
use grandline_games::{GameId, MoveId, random};
use grandline_search::{Limits, Report};

use super::search::middle_game;

/// Plies of random play before each position: early, middle and late.
const PLIES: [u32; 3] = [2, 11, 21];

/// The nodes of one agent, and a checksum of how it spent them.
pub(super) struct AgentSignature {
    pub(super) game: GameId,
    pub(super) agent: String,
    pub(super) nodes: u64,
    pub(super) checksum: u32,
}

/// The signature of every agent of some games.
pub(super) fn of(games: &[GameId]) -> Vec<AgentSignature> {
    // Levels search like the agents that they start from.
    let all = games.iter().flat_map(|&game| Catalogue::of(game).list());
    let agents = all.filter(|preset| preset.group != Group::Level);
    let sign = |preset: grandline_agents::Preset| {
        let positions = PLIES.into_iter().enumerate();
        let positions = positions.map(|(seed, plies)| middle_game(preset.game, seed as u64, plies));
        let reports = positions.filter(|position| position.outcome().is_none()).filter_map(|position| {
            // No clock: nothing but depth and nodes limits the search, so the report is the same everywhere.
            let limits = Limits { depth: Some(5), nodes: Some(20_000), ..Limits::default() };
            build(&preset, 1).search(&position, &limits, &mut |_| {})
        });
        let (nodes, sum) =
            reports.fold((0, 0), |(nodes, sum), report| (nodes + report.counts.nodes, add(sum, &report)));
        AgentSignature { game: preset.game, nodes, checksum: sum as u32, agent: preset.name }
    };
    agents.map(sign).collect()
}

/// Adds the line of a report and the visits of its root moves to a checksum: a search that stops at a limit always visits
/// the same number of nodes, but not the same ones.
fn add(sum: u64, report: &Report<MoveId>) -> u64 {
    let line = report.pv().iter().map(|mv| u64::from(mv.0));
    let visits = report.root_moves.iter().flat_map(|root| [u64::from(root.mv.0), root.visits]);
    line.chain(visits).fold(sum, |sum, number| random::mix(sum.rotate_left(1) ^ number.wrapping_add(1)))
}
