//! Whoever sits at the board: an agent of ours, or a program of somebody else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_agents::{Family, Preset, build};
use grandline_games::{Game, Record};
use grandline_search::{Engine, Limits, Remaining, Report};

use crate::allowance::Allowance;
use crate::clock::clock_of_this_thread;
use crate::played::{Ending, Thought};

/// Somebody who can be asked for moves. One contestant plays one game at a time.
pub trait Contestant<G: Game>: Send {
    /// A new game begins; whatever is done at random comes from the seed.
    fn begin(&mut self, seed: u64) -> Result<(), Failure>;

    /// Its game is over: what only a game needs may go. A tournament has many contestants, and few of them play.
    fn rest(&mut self) {}

    /// The move for the player whose turn it is. `watch` sees what is thought on the way, where that is known.
    fn choose(&mut self, turn: &Turn<'_, G>, watch: &mut dyn FnMut(&Report<G>)) -> Result<Answer<G>, Failure>;
}

/// What a contestant is told when it is its turn.
pub struct Turn<'a, G: Game> {
    /// The game so far.
    pub record: &'a Record<G>,
    /// What may be spent on each move.
    pub allowance: &'a Allowance,
    /// What the clocks of both sides show, where the game has clocks.
    pub clocks: Option<[Remaining; 2]>,
    /// Set from outside when the game is to be given up.
    pub stop: &'a Arc<AtomicBool>,
}

impl<G: Game> Turn<'_, G> {
    /// What the clock of the side to move shows.
    pub fn remaining(&self) -> Option<Remaining> {
        self.clocks.map(|clocks| clocks[self.record.position().to_move().index()])
    }
}

/// A move and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<G: Game> {
    /// The move; legal by contract, since texts are checked where they enter.
    pub mv: G::Move,
    /// What was thought.
    pub thought: Thought,
    /// The time it took by the clock of the allowance.
    pub time: Duration,
}

/// Why there is no answer: the game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure; one for which [`Ending::is_forfeit`] holds.
    pub ending: Ending,
    /// What happened, as the end of a sentence that begins with the name of the agent: `did not answer within 5 s`.
    pub reason: String,
    /// The last output, the transcript: what is needed to understand it.
    pub evidence: Option<String>,
}

impl Failure {
    /// A failure without evidence.
    pub fn new(ending: Ending, reason: impl Into<String>) -> Self {
        Failure { ending, reason: reason.into(), evidence: None }
    }
}

/// An agent of ours that thinks in the thread that asks it.
pub struct InProcess<G: Game> {
    preset: Preset,
    engine: Option<Box<dyn Engine<G>>>,
}

impl<G: Family> InProcess<G> {
    /// The agent of a preset. Its engine is built when a game begins, so that a game depends on its seed alone.
    pub fn new(preset: Preset) -> Self {
        InProcess { preset, engine: None }
    }
}

impl<G: Family> Contestant<G> for InProcess<G> {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        let engine = build(&self.preset, seed).map_err(|error| Failure::new(Ending::Crash, error.to_string()))?;
        self.engine = Some(engine);
        Ok(())
    }

    fn rest(&mut self) {
        self.engine = None;
    }

    fn choose(&mut self, turn: &Turn<'_, G>, watch: &mut dyn FnMut(&Report<G>)) -> Result<Answer<G>, Failure> {
        let Some(engine) = &mut self.engine else {
            return Err(Failure::new(Ending::Crash, "was asked for a move before its game began"));
        };
        let clock = clock_of_this_thread(turn.allowance.clock);
        let limits = Limits {
            depth: turn.allowance.depth,
            nodes: turn.allowance.nodes,
            time: turn.allowance.movetime,
            remaining: turn.remaining(),
            lines: 1,
            stop: turn.stop.clone(),
            clock: clock.clone(),
        };
        let start = clock.now();
        // A mistake of ours in one agent must not take the other games with it.
        let report = catch_unwind(AssertUnwindSafe(|| engine.search(turn.record, &limits, watch)));
        let time = clock.now() - start;
        let report = report.map_err(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            Failure::new(Ending::Crash, format!("panicked: {words}"))
        })?;
        match report.best {
            Some(mv) => Ok(Answer { mv, thought: Thought::from(&report), time }),
            None => Err(Failure::new(Ending::Silence, "found no move in a game that is not over")),
        }
    }
}
