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

/// The prior probabilities of the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// All moves are equally likely.
    Uniform,
    /// The softmax of the evaluation after each move, divided by this temperature (in the evaluation's 1).
    Evaluation {
        /// Large temperatures make moves alike.
        temperature: f64,
    },
}

/// How a new leaf is valued.
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
    /// The number of simulations if the limits give none.
    pub simulations: u64,
    /// How children are selected.
    pub selection: Selection,
    /// The weight of exploration.
    pub exploration: f64,
    /// The priors of moves.
    pub prior: Prior,
    /// How leaves are valued.
    pub leaf: LeafValue,
    /// Back up proven wins, draws and losses (MCTS-Solver).
    pub solver: bool,
    /// Keep the part of the tree that the moves played since lead to.
    pub reuse: bool,
    /// A node gets children once it was visited this often.
    pub expand_after: u32,
    /// The memory limit of the tree. A full tree stops growing but keeps updating its values.
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
