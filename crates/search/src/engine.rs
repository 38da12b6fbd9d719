//! The interface of every algorithm: an engine searches the last position of a game and reports its progress.

use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::{Game, Record};

use crate::clock::{Clock, NoClock};
use crate::scale::Scale;
use crate::value::Value;

/// What a search calls with a report at every step worth showing.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// An algorithm with its parameters and what it keeps between moves, such as a transposition table.
pub trait Engine<G: Game>: Send {
    /// Searches the last position of a game for its player to move. `watch` gets intermediate reports; the final report
    /// is returned. An unfinished game always gets a legal move, even under limits of zero.
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move>;

    /// Drops everything kept from earlier searches, before a new game.
    fn forget(&mut self) {}
}

/// The limits of one search. An absent limit does not apply.
#[derive(Clone)]
pub struct Limits {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Nodes to search, or simulations to run.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time for the rest of the game.
    pub remaining: Option<Remaining>,
    /// Number of best lines to report (Multi-PV); at least one.
    pub lines: usize,
    /// The question is what a position is worth, not what to play in a game: a forced move is searched like others, books are
    /// left closed, and levels make no mistakes.
    pub analysis: bool,
    /// Set by another thread to stop the search at once.
    pub stop: Arc<AtomicBool>,
    /// The clock that times the search.
    pub clock: Arc<dyn Clock>,
}

/// The clock of the player to move in a game with a time control.
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
            analysis: false,
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

    /// Only a number of nodes or simulations.
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

    /// Whether any limit is given besides the engine's own parameters.
    pub fn are_given(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.remaining.is_some()
    }

    /// Whether the search was told to stop.
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
            .field("analysis", &self.analysis)
            .field("stopped", &self.is_stopped())
            .finish_non_exhaustive()
    }
}

/// What a search has found so far and its cost. `M` is the type of moves: the game's own, or `MoveId`.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The best lines, best first; the first move of the first line is the move to play. Empty only if the game is
    /// over.
    pub lines: Vec<Line<M>>,
    /// How to read the values.
    pub scale: Scale,
    /// The depth completed in plies, or the mean depth of a tree search.
    pub depth: u32,
    /// The deepest ply visited.
    pub selective_depth: u32,
    /// Node and table counts.
    pub counts: Counts,
    /// Time used, by the clock of the limits.
    pub time: Duration,
    /// The moves of the root, the best first.
    pub root_moves: Vec<RootMove<M>>,
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Report {
            lines: Vec::new(),
            scale: Scale::Silent,
            depth: 0,
            selective_depth: 0,
            counts: Counts::default(),
            time: Duration::ZERO,
            root_moves: Vec::new(),
        }
    }
}

impl<M: Copy> Report<M> {
    /// A report of a legal move without a search, for an engine that was stopped before it began.
    pub fn unsearched(best: Option<M>) -> Self {
        let line = |mv| Line { value: Value::Heuristic(0.0), pv: vec![mv] };
        Report { lines: best.map(line).into_iter().collect(), ..Report::default() }
    }

    /// The move to play; `None` only if the game is over.
    pub fn best(&self) -> Option<M> {
        self.pv().first().copied()
    }

    /// The value for the player to move at the root.
    pub fn value(&self) -> Value {
        self.lines.first().map_or(Value::Heuristic(0.0), |line| line.value)
    }

    /// The principal variation: best play of both sides as far as it is known.
    pub fn pv(&self) -> &[M] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }

    /// Whether the value comes from a search or a proof.
    pub fn is_founded(&self) -> bool {
        self.scale != Scale::Silent || self.value().is_exact()
    }

    /// The expected result of a value of this report for the player to move, from 0 (loss) to 1 (win).
    pub fn chance(&self, value: &Value) -> f64 {
        self.scale.chance(value)
    }

    /// The same report with converted moves.
    pub fn map<N>(self, f: impl Fn(M) -> N) -> Report<N> {
        let line = |Line { value, pv }: Line<M>| Line { value, pv: pv.into_iter().map(&f).collect() };
        let root_move = |RootMove { mv, value, is_bound, visits, prior }: RootMove<M>| RootMove {
            mv: f(mv),
            value,
            is_bound,
            visits,
            prior,
        };
        Report {
            lines: self.lines.into_iter().map(line).collect(),
            scale: self.scale,
            depth: self.depth,
            selective_depth: self.selective_depth,
            counts: self.counts,
            time: self.time,
            root_moves: self.root_moves.into_iter().map(root_move).collect(),
        }
    }
}

/// A root move and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player to move; an upper bound where alpha-beta only proved that the move is not better.
    pub value: Value,
    /// Whether `value` is only an upper bound.
    pub is_bound: bool,
    /// Nodes or simulations spent below it.
    pub visits: u64,
    /// Its prior probability, in searches that use priors.
    pub prior: Option<f64>,
}

impl<M> RootMove<M> {
    /// A move with an exact value and no prior.
    pub fn new(mv: M, value: Value, visits: u64) -> Self {
        RootMove { mv, value, is_bound: false, visits, prior: None }
    }
}

/// One of several best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The value of its first move.
    pub value: Value,
    /// Its moves.
    pub pv: Vec<M>,
}

impl<M> Line<M> {
    /// A line of one move.
    pub fn single(mv: M, value: Value) -> Self {
        Line { value, pv: vec![mv] }
    }
}

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes visited: entries of the search function, the root included; simulations of a Monte Carlo search.
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
    /// Counts a cut-off by the move at `index` in the order, from 0.
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
