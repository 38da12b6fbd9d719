//! The agent of a game at work. Its player stays from move to move where there is room for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::Analysis;
use grandline_arena::{Agent, Answer, Failure, Player, Turn};
use grandline_games::MoveId;
use grandline_search::Limits;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::document::PlyAnalysis;
use super::game::Task;
use crate::limits::LimitsRequest;
use crate::own_agents::OwnAgents;
use crate::pool::Disposal;
use crate::view::merged;

/// The longest search of a move, whatever the preset says.
pub(super) const LONGEST_SEARCH: Duration = Duration::from_secs(120);
/// The time of a move where neither the person, nor a clock, nor the preset limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The reason given for an agent that has no reason of its own.
pub(super) const FAILED: &str = "failed to find a move";

/// A player between two of its moves. Dropping it ends its program or frees its tables, which may take a moment.
pub(super) struct Kept {
    player: Box<dyn Player>,
    _permit: OwnedSemaphorePermit,
}

/// The result of a search.
pub(super) struct Found {
    /// The move, or why there is none: the end of a sentence that begins with the name of the agent.
    pub(super) choice: Result<Choice, String>,
    /// The player, if it is to be asked again.
    pub(super) kept: Option<Kept>,
}

/// A move, and what its agent reported about it.
pub(super) struct Choice {
    pub(super) mv: MoveId,
    pub(super) analysis: Option<PlyAnalysis>,
}

impl Found {
    pub(super) fn nothing(reason: impl Into<String>) -> Self {
        Found { choice: Err(reason.into()), kept: None }
    }
}

/// A search on a thread of its own.
pub(super) struct Search {
    pub(super) task: Task,
    pub(super) limits: LimitsRequest,
    pub(super) stop: Arc<AtomicBool>,
    /// The player of the last move.
    pub(super) kept: Option<Kept>,
}

impl Search {
    /// Finds a move; `watch` gets what is found on the way, as watchers see it.
    pub(super) fn run(mut self, own: &OwnAgents, disposal: &Disposal, watch: &dyn Fn(Value)) -> Found {
        let kept = self.kept.take();
        let Search { task, stop, .. } = &self;
        let (player, permit) = match kept {
            Some(Kept { player, _permit }) => (Ok(player), Some(_permit)),
            None => (self.begin(own), own.permit_to_keep(&task.agent)),
        };
        let answer = player.and_then(|mut player| Ok((self.ask(&mut *player, watch)?, player)));
        let stopped = stop.load(Ordering::Relaxed);
        match answer {
            Ok((answer, player)) => {
                // What a program still says after it was stopped would be taken for its next answer.
                let permit = permit.filter(|_| !stopped || !task.agent.is_external());
                let kept = match permit {
                    Some(_permit) => Some(Kept { player, _permit }),
                    // Programs end here, since that may take longer than freeing memory does.
                    None if task.agent.is_external() => None,
                    None => {
                        disposal.free(player);
                        None
                    }
                };
                let mv = answer.mv;
                let analysis = Analysis::of(&task.position, &answer.into_report());
                let analysis = analysis.is_founded.then(|| PlyAnalysis::from(analysis));
                Found { choice: Ok(Choice { mv, analysis }), kept }
            }
            // Nobody wants the move of a program that was stopped, unless its time was up.
            Err(_) if stopped => Found::nothing(format!("did not move within {} s", LONGEST_SEARCH.as_secs())),
            Err(failure) => Found::nothing(failure.reason),
        }
    }

    /// A player of the agent. Its seed differs from ply to ply: one that is made again for every move must not choose
    /// alike every time.
    fn begin(&self, own: &OwnAgents) -> Result<Box<dyn Player>, Failure> {
        let mut player = self.task.agent.player(&own.options);
        player.begin(self.task.position.game(), self.task.seed)?;
        Ok(player)
    }

    fn ask(&self, player: &mut dyn Player, watch: &dyn Fn(Value)) -> Result<Answer, Failure> {
        let Task { position, clocks, .. } = &self.task;
        let limits = self.limits();
        let turn = Turn::alone(position, &limits, *clocks);
        player.choose(&turn, &mut |report| watch(thinking(&self.task, &Analysis::of(position, report))))
    }

    /// The limits of the search. Those of the person and the clock go before the preset's own.
    fn limits(&self) -> Limits {
        let Search { task, limits, stop, .. } = self;
        let is_limited = match &task.agent {
            Agent::Preset(preset) => task.clocks.is_some() || preset.has_limit(),
            // External engines are waited for only so long in any case.
            _ => true,
        };
        let limits = if is_limited { *limits } else { limits.or_time(DEFAULT_TIME) };
        let remaining = task.clocks.map(|clocks| clocks[task.position.to_move().index()]);
        Limits { remaining, ..limits.limits(stop.clone()) }
    }
}

/// A report of a search that still runs, as watchers see it.
fn thinking(task: &Task, analysis: &Analysis) -> Value {
    let facts = json!({
        "type": "thinking",
        "ply": task.position.plies(),
        "mover": task.position.to_move(),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "nodes_per_s": analysis.nodes_per_s(),
        "time_ms": analysis.time_ms,
        "pv": analysis.pv,
        "path": analysis.lines.first().map_or(&[][..], |line| &line.path),
    });
    merged(facts, &analysis.score)
}
