//! Agents and the limits of their searches, as the command line names them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use grandline_agents::{Analysis, Catalogue};
use grandline_arena::{Agent, ExternalOptions, Failure, Player, Turn};
use grandline_games::{AnyPosition, GameId};
use grandline_search::time::parse_duration;
use grandline_search::{Limits, Remaining, WallClock};

/// How long an agent may search for a move.
#[derive(Args, Clone)]
pub(crate) struct LimitArguments {
    /// Time per move, such as 2s, 500ms or 1m
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes to visit, or simulations to run
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Seed of the agent's random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl LimitArguments {
    /// Limits by wall time; `stop` makes the search answer at once.
    pub(crate) fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        let clock = Arc::new(WallClock::start());
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop, clock, ..Limits::default() }
    }

    /// Whether no limit was given.
    pub(crate) fn are_absent(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// The agent asked for, or the first champion of the game.
pub(crate) fn resolve(game: GameId, text: Option<&str>) -> Result<Agent> {
    match text {
        Some(text) => Ok(Agent::resolve(game, text)?),
        None => {
            let champion = Catalogue::of(game).list().into_iter().next();
            Ok(Agent::Preset(Box::new(champion.with_context(|| format!("{game} has no agents"))?)))
        }
    }
}

/// A player that a person asks for analyses, with errors in words for a person.
pub(crate) struct Analyst {
    pub(crate) name: String,
    player: Box<dyn Player>,
}

impl Analyst {
    /// Starts an agent; the lines of the options are the best moves that are asked of it.
    pub(crate) fn start(game: GameId, agent: &Agent, seed: u64, options: &ExternalOptions) -> Result<Self> {
        if let Agent::Python(agent) = agent {
            agent.check(options)?;
        }
        let mut analyst = Analyst { name: agent.name(), player: agent.player(options) };
        analyst.player.begin(game, seed).map_err(|failure| analyst.error(&failure))?;
        Ok(analyst)
    }

    /// Searches the last position of a game; `clocks` are what both sides have left.
    pub(crate) fn analyse(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis> {
        let remaining = clocks.map(|clocks| clocks[position.to_move().index()]);
        let limits = Limits { remaining, ..limits.clone() };
        let turn = Turn::alone(position, &limits, clocks);
        let answer = self.player.choose(&turn, &mut |report| watch(Analysis::of(position, report)));
        let report = answer.map_err(|failure| self.error(&failure))?.into_report();
        Ok(Analysis::of(position, &report))
    }

    fn error(&self, failure: &Failure) -> anyhow::Error {
        anyhow!("{} {}", self.name, failure.reason)
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
