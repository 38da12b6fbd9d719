//! How fast the searches are.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grandline_agents::{Catalogue, Family, Search, build};
use grandline_games::random::seeded;
use grandline_games::{GameId, Record};
use grandline_search::{Limits, WallClock};

use super::processor_time;

/// Per second of processor time with one thread, of wall time with all.
pub(super) struct Speed {
    pub(super) agent: String,
    pub(super) nodes: f64,
    pub(super) nodes_all: f64,
    pub(super) simulations: f64,
}

pub(super) fn measure<G: Family>(game: GameId, time: Duration) -> Result<Speed> {
    let catalogue = Catalogue::of(game);
    let champion = catalogue
        .list()
        .into_iter()
        .find(|preset| preset.search() == Search::AlphaBeta)
        .with_context(|| format!("{game} has no alpha-beta agent"))?
        .name;
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let record = middle_game::<G>();
    let (nodes, _) = think::<G>(&catalogue, &champion, &record, time)?;
    let (_, nodes_all) = think::<G>(&catalogue, &format!("{champion}:threads={threads}"), &record, time)?;
    let start = Record::new(G::start(0));
    let (simulations, _) = think::<G>(&catalogue, "mcts:simulations=1000000000", &start, time)?;
    Ok(Speed { agent: champion, nodes, nodes_all, simulations })
}

/// A position some way into the game: eight random plies from the start.
fn middle_game<G: Family>() -> Record<G> {
    let mut record = Record::new(G::start(0));
    let mut rng = seeded(8);
    for _ in 0..8 {
        if let Some(mv) = record.position().random_move(&mut rng) {
            record.play(mv);
        }
    }
    record
}

/// States per second of this thread's processor time, and per second of wall time.
fn think<G: Family>(catalogue: &Catalogue, agent: &str, record: &Record<G>, time: Duration) -> Result<(f64, f64)> {
    let mut engine = build::<G>(&catalogue.agent(agent)?, 0)?;
    let limits = Limits::time(time, Arc::new(WallClock::start()));
    let (processor, wall) = (processor_time(), Instant::now());
    let report = engine.search(record, &limits, &mut |_| {});
    let per = |spent: Duration| report.counts.nodes as f64 / spent.as_secs_f64().max(1e-6);
    Ok((per(processor_time() - processor), per(wall.elapsed())))
}
