//! The one entry to every algorithm: an engine is asked about a game and reports while it thinks.

use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::{Game, Record};

use crate::clock::{Clock, NoClock};
use crate::value::Value;

/// An algorithm with its parameters and what it remembers between moves.
pub trait Engine<G: Game>: Send {
    /// Thinks about the last position of a game for its player to move. `watch` gets a report at every step
    /// worth showing; the last one is also returned. Whatever the limits, an unfinished game gets a legal move.
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G>;

    /// Forgets what earlier searches left behind: a new game begins.
    fn forget(&mut self) {}
}

/// When to stop thinking; a limit that is absent does not bind.
#[derive(Clone)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// States to visit, or simulations to make.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time for the rest of the game.
    pub remaining: Option<Remaining>,
    /// How many best moves to report, each with its own line; at least one.
    pub lines: usize,
    /// Set from outside to make the search answer at once.
    pub stop: Arc<AtomicBool>,
    /// What tells the time.
    pub clock: Arc<dyn Clock>,
}

/// What the clock of the player to move shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Time left for all moves to come.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added, where the time control has such periods.
    pub moves_to_go: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            remaining: None,
            lines: 1,
            stop: Arc::new(AtomicBool::new(false)),
            clock: Arc::new(NoClock),
        }
    }
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of states or simulations.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time for the move.
    pub fn time(time: Duration, clock: Arc<dyn Clock>) -> Self {
        Limits { time: Some(time), clock, ..Limits::default() }
    }

    /// Only the time left for the game.
    pub fn remaining(remaining: Remaining, clock: Arc<dyn Clock>) -> Self {
        Limits { remaining: Some(remaining), clock, ..Limits::default() }
    }

    /// Whether the search was asked to answer at once.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .field("remaining", &self.remaining)
            .field("lines", &self.lines)
            .field("stopped", &self.is_stopped())
            .finish_non_exhaustive()
    }
}

/// What a search has found so far, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<G: Game> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<G::Move>,
    /// The value for the player to move at the root.
    pub value: Value,
    /// The principal variation: best play of both sides as far as it is known.
    pub pv: Vec<G::Move>,
    /// The depth completed in plies, or the mean depth of a tree search.
    pub depth: u32,
    /// The deepest ply visited.
    pub selective_depth: u32,
    /// What it cost.
    pub counts: Counts,
    /// How long it took by the clock given.
    pub time: Duration,
    /// The moves of the root, the best first.
    pub root_moves: Vec<RootMove<G>>,
    /// The best lines asked for, the first of which is `best`, `value` and `pv` again.
    pub lines: Vec<Line<G>>,
}

impl<G: Game> Report<G> {
    /// Nothing but a first legal move: what an engine answers that was stopped before it began.
    pub fn unsearched(position: &G) -> Self {
        let best = position.moves().next();
        Report {
            best,
            value: Value::Heuristic(0.0),
            pv: best.into_iter().collect(),
            depth: 0,
            selective_depth: 0,
            counts: Counts::default(),
            time: Duration::ZERO,
            root_moves: Vec::new(),
            lines: Vec::new(),
        }
    }
}

/// A move of the root and what the search thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its value for the player to move; only a bound where alpha-beta saw that the move is no better than the best.
    pub value: Value,
    /// Whether `value` is only an upper bound.
    pub is_bound: bool,
    /// States or simulations spent below it.
    pub visits: u64,
    /// The share of attention it was given before searching, where there is one.
    pub prior: Option<f64>,
}

/// One of several best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<G: Game> {
    /// The value of its first move.
    pub value: Value,
    /// Its moves.
    pub pv: Vec<G::Move>,
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States visited: entries of the search function, the root included; simulations of a Monte Carlo search.
    pub nodes: u64,
    /// Calls of the evaluation, for leaves and for ordering.
    pub evaluations: u64,
    /// Look-ups in the transposition table.
    pub probes: u64,
    /// Look-ups that found their position.
    pub hits: u64,
    /// Cut-offs by the index of the move that made them; the last entry collects all further moves.
    pub cutoffs: [u64; 9],
}

impl Counts {
    /// Notes a cut-off by the move tried as number `index`, from 0.
    #[inline]
    pub(crate) fn cut(&mut self, index: usize) {
        self.cutoffs[index.min(8)] += 1;
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.probes += other.probes;
        self.hits += other.hits;
        for (sum, cutoffs) in self.cutoffs.iter_mut().zip(other.cutoffs) {
            *sum += cutoffs;
        }
    }
}
