//! The agent of a game at work: an engine for a single move, or a program that stays from move to move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::{Preset, Thought, build_any};
use grandline_arena::{AnyThinker, Contender};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::document::PlyThought;
use super::game::Task;
use crate::agents::Mind;
use crate::own_agents::OwnAgents;
use crate::strength::Strength;

/// The longest an agent thinks about a move, whatever its preset says.
pub(super) const LONGEST_THOUGHT: Duration = Duration::from_secs(120);
/// How long an agent without any limit thinks.
const USUAL_THOUGHT: Duration = Duration::from_secs(1);
/// What is said of an agent that has no reason of its own.
pub(super) const FAILED: &str = "failed to find a move";

/// A program between two of its moves. It ends when this is dropped, which may take a moment.
pub(super) struct Waiting {
    program: AnyThinker,
    _place: OwnedSemaphorePermit,
}

/// What came of a search.
pub(super) struct Found {
    /// The move, or why there is none: the end of a sentence that begins with the name of the agent.
    pub(super) choice: Result<Choice, String>,
    /// The program, if it is to be asked again.
    pub(super) waiting: Option<Waiting>,
}

/// A move, and what its agent said about it.
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) thinking: Option<PlyThought>,
}

impl Found {
    pub(super) fn nothing(reason: impl Into<String>) -> Self {
        Found { choice: Err(reason.into()), waiting: None }
    }
}

/// A search on a thread of its own.
pub(super) struct Search {
    pub(super) task: Task,
    pub(super) strength: Strength,
    pub(super) stop: Arc<AtomicBool>,
    /// The program of the last move.
    pub(super) waiting: Option<Waiting>,
}

impl Search {
    /// Finds a move; `watch` gets what is thought on the way, as watchers see it.
    pub(super) fn run(self, own: &OwnAgents, watch: &dyn Fn(Value)) -> Found {
        match self.task.mind.clone() {
            Mind::Preset(preset) => {
                let choice = self.engine(*preset, watch).ok_or_else(|| FAILED.to_owned());
                Found { choice, waiting: None }
            }
            Mind::Program(contender) => self.program(&contender, own, watch),
            Mind::Gone => Found::nothing("is not an agent of this server now"),
        }
    }

    fn engine(&self, preset: Preset, watch: &dyn Fn(Value)) -> Option<Choice> {
        let Search { task, strength, stop, .. } = self;
        // What the person chose goes before the agent's own time; an agent that has neither gets a second.
        let chosen = !strength.is_absent() || task.clocks.is_some();
        let preset = if chosen { preset.without_time() } else { preset };
        let strength = if chosen || preset.has_limit() { *strength } else { strength.or_time(USUAL_THOUGHT) };
        let mut engine = build_any(&preset, task.ply_seed()).ok()?;
        let mut limits = strength.limits(stop.clone());
        limits.remaining = task.clocks.map(|clocks| clocks[task.position.to_move().index()]);
        let thought = engine.search(task.position.as_ref(), &limits, &mut |thought| watch(thinking(task, &thought)))?;
        Some(Choice { text: thought.best.clone()?, thinking: Some(PlyThought::from(&thought)) })
    }

    fn program(self, contender: &Contender, own: &OwnAgents, watch: &dyn Fn(Value)) -> Found {
        let Search { task, strength, stop, waiting } = self;
        let place = |waiting: Option<Waiting>| match waiting {
            Some(Waiting { program, _place }) => (Some(program), Some(_place)),
            None => (None, own.place_to_wait()),
        };
        let (program, place) = place(waiting);
        let started = match program {
            Some(program) => Ok(program),
            None => AnyThinker::new(task.game, contender, task.seed, own.options()),
        };
        let limits = strength.limits(stop.clone());
        let thought = started.and_then(|mut program| {
            let mut watch = |thought| watch(thinking(&task, &thought));
            let thought = program.think(task.position.as_ref(), &limits, task.clocks, &mut watch)?;
            Ok((thought, program))
        });
        let stopped = stop.load(Ordering::Relaxed);
        match thought {
            Ok((thought, program)) => {
                let text = thought.best.clone().ok_or_else(|| FAILED.to_owned());
                let thinking = thought.is_founded().then(|| PlyThought::from(&thought));
                let waiting = place.filter(|_| !stopped).map(|_place| Waiting { program, _place });
                Found { choice: text.map(|text| Choice { text, thinking }), waiting }
            }
            // Whoever stops a program does not want its move, unless the time was up.
            Err(_) if stopped => Found::nothing(format!("did not move within {} s", LONGEST_THOUGHT.as_secs())),
            Err(failure) => Found::nothing(failure.reason),
        }
    }
}

/// A thought on its way as watchers see it.
fn thinking(task: &Task, thought: &Thought) -> Value {
    let path = thought.lines.first().map(|line| line.path.clone()).unwrap_or_default();
    json!({
        "type": "thinking",
        "ply": task.position.played().len(),
        "mover": task.position.to_move().name(),
        "depth": thought.depth,
        "value": thought.worth.value,
        "words": thought.worth.words,
        "exact": thought.worth.exact,
        "chance": thought.worth.chance,
        "nodes": thought.nodes,
        "nodes_per_s": thought.nodes_per_s(),
        "time_ms": thought.time_ms,
        "pv": thought.pv,
        "path": path,
    })
}
