//! Agents and the limits of their thinking, as the command line names them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use grandline_agents::{Catalogue, Thought};
use grandline_arena::allowance::parse_span;
use grandline_arena::{AnyThinker, Contender, ExternalOptions};
use grandline_games::{AnyPosition, GameId};
use grandline_search::{Limits, Remaining, WallClock};

/// How long an agent may think about a move.
#[derive(Args, Clone)]
pub(crate) struct LimitArguments {
    /// Time for a move, such as 2s, 500ms or 1m
    #[arg(long, value_name = "TIME", value_parser = parse_span)]
    pub(crate) time: Option<Duration>,
    /// States to visit, or simulations to make
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// The seed of whatever an agent does at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl LimitArguments {
    /// Limits by the time on the wall; `stop` makes the search answer at once.
    pub(crate) fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        let clock = Arc::new(WallClock::start());
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop, clock, ..Limits::default() }
    }

    /// Whether nothing was limited.
    pub(crate) fn are_absent(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// The agent asked for, or the first champion of the game.
pub(crate) fn contender(game: GameId, text: Option<&str>) -> Result<Contender> {
    match text {
        Some(text) => Ok(Contender::resolve(game, text)?),
        None => {
            let champion = Catalogue::of(game).list().into_iter().next();
            Ok(Contender::Preset(Box::new(champion.with_context(|| format!("{game} has no agents"))?)))
        }
    }
}

/// Somebody who thinks for a person, and fails in words for a person.
pub(crate) struct Thinker {
    pub(crate) name: String,
    mind: AnyThinker,
}

impl Thinker {
    /// Gets a contender ready; the lines of the options are the best moves that are wanted of it.
    pub(crate) fn new(game: GameId, contender: &Contender, seed: u64, options: &ExternalOptions) -> Result<Self> {
        if let Contender::Python(agent) = contender {
            agent.check(options)?;
        }
        let name = contender.name();
        let mind = AnyThinker::new(game, contender, seed, options);
        let mind = mind.map_err(|failure| anyhow!("{name} {}", failure.reason))?;
        Ok(Thinker { name, mind })
    }

    /// Thinks about the last position of a game; `clocks` are what both sides have left.
    pub(crate) fn think(
        &mut self,
        game: &dyn AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Thought> {
        let thought = self.mind.think(game, limits, clocks, watch);
        thought.map_err(|failure| anyhow!("{} {}", self.name, failure.reason))
    }
}

/// A flag that Ctrl-C sets, so that a search answers with what it has. A second Ctrl-C ends the program.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // Without a handler Ctrl-C still ends the program; there is nothing to say about it.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}
