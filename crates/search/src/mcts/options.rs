//! The parameters of the two-sided tree search.

use crate::time::TimeOptions;

/// How a child is selected on the way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// UCB1: every child is tried once, then the logarithm of the parent's visits drives exploration.
    Uct,
    /// PUCT: the prior steers from the first visit on.
    Puct,
}

/// What is believed of the moves of a node before they are tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// All are alike.
    Uniform,
    /// The softmax of the evaluation after each move, divided by this temperature (in the evaluation's 1).
    Evaluation {
        /// Large temperatures make moves alike.
        temperature: f64,
    },
}

/// What a new leaf is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafValue {
    /// The result of a random game from there.
    Playout,
    /// The evaluation, squeezed into -1 to 1 as `v / (width + |v|)` (in the evaluation's 1).
    Evaluation {
        /// The value that counts as half a win.
        width: f64,
    },
}

/// The parameters of a tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeOptions {
    /// Simulations if no limit binds.
    pub simulations: u64,
    /// How children are selected.
    pub selection: Selection,
    /// The weight of exploration.
    pub exploration: f64,
    /// What is believed of moves beforehand.
    pub prior: Prior,
    /// What a leaf is worth.
    pub leaf: LeafValue,
    /// Back up proven wins, draws and losses (MCTS-Solver).
    pub solver: bool,
    /// Keep the part of the tree that the moves played since lead to.
    pub reuse: bool,
    /// A node gets children once it was visited this often.
    pub expand_after: u32,
    /// The most memory the tree takes; then it grows no further, but goes on learning.
    pub megabytes: usize,
    /// How many threads search; only one is deterministic.
    pub threads: usize,
    /// The seed of its randomness.
    pub seed: u64,
    /// How time is shared out.
    pub time: TimeOptions,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            simulations: 100_000,
            selection: Selection::Uct,
            exploration: 1.0,
            prior: Prior::Uniform,
            leaf: LeafValue::Playout,
            solver: true,
            reuse: true,
            expand_after: 1,
            megabytes: 512,
            threads: 1,
            seed: 0,
            time: TimeOptions::default(),
        }
    }
}
