//! How fast the searches are.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grandline_agents::{Catalogue, Preset, Search, build};
use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId};
use grandline_search::{Limits, WallClock};

use super::processor_time;

/// The agent measured, and its speeds by name: per second of CPU time with one thread, of wall time with all.
pub(super) fn measure(game: GameId, time: Duration) -> Result<(String, [(&'static str, f64); 3])> {
    let catalogue = Catalogue::of(game);
    let agent = champion(&catalogue)?;
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (nodes, _) = think(&catalogue, &agent, 6, time)?;
    let (_, nodes_all) = think(&catalogue, &format!("{agent}:threads={threads}"), 6, time)?;
    let (simulations, _) = think(&catalogue, "mcts:simulations=1000000000", 0, time)?;
    let speeds = [("nodes_per_s", nodes), ("nodes_per_s_all_threads", nodes_all), ("simulations_per_s", simulations)];
    Ok((agent, speeds))
}

/// The first agent of a game that searches by alpha-beta and not by a solver of the game.
pub(super) fn champion(catalogue: &Catalogue) -> Result<String> {
    let searches =
        |preset: &Preset| preset.search() == Search::AlphaBeta && preset.settings().all(|(key, _)| key != "knowledge");
    let preset = catalogue.list().into_iter().find(searches);
    Ok(preset.with_context(|| format!("{} has no alpha-beta agent", catalogue.game()))?.name)
}

/// A game some random plies after its start.
pub(super) fn middle_game(game: GameId, seed: u64, plies: u32) -> AnyPosition {
    let start = game.set_up(&format!("seed:{seed}"));
    let mut position = start.unwrap_or_else(|error| unreachable!("every seed is a start: {error}"));
    let mut rng = seeded(seed);
    for _ in 0..plies {
        if let Some(mv) = position.random_move(&mut rng) {
            position.play(mv);
        }
    }
    position
}

/// Nodes per second of this thread's CPU time, and per second of wall time, while it searches. A position may
/// be solved at once, so positions follow each other until the time is spent.
fn think(catalogue: &Catalogue, agent: &str, plies: u32, time: Duration) -> Result<(f64, f64)> {
    let mut engine = build(&catalogue.agent(agent)?, 0);
    let (mut nodes, mut processor, mut wall) = (0, Duration::ZERO, Duration::ZERO);
    for seed in 0..50 {
        let position = middle_game(catalogue.game(), seed, plies);
        engine.forget();
        let limits = Limits::time(time.saturating_sub(wall), Arc::new(WallClock::start()));
        let (processor_before, wall_before) = (processor_time(), Instant::now());
        nodes += engine.search(&position, &limits, &mut |_| {}).map_or(0, |report| report.counts.nodes);
        processor += processor_time() - processor_before;
        wall += wall_before.elapsed();
        if wall >= time {
            break;
        }
    }
    let per = |spent: Duration| nodes as f64 / spent.as_secs_f64().max(1e-6);
    Ok((per(processor), per(wall)))
}
