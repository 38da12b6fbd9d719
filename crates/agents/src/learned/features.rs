//! What a game declares so that evaluations of it can be learned.

use std::sync::Arc;

use grandline_games::Game;
use grandline_search::{Evaluation, Noise};

use super::layout::{Layout, Table};
use super::tables::Tables;
use super::weights::Weights;

/// A set of features of a game.
///
/// A position has the same number of terms at every time, and each term is one entry of a table: which pattern is on these
/// cells, how many moves a side has. Entries of all tables are numbered through; the number is the index of a term. Indices
/// are as the first player sees the position, and [`turned`](Features::turned) converts them to the second player's view.
///
/// Everything else is written once for all games: extraction, fitting, the file of weights, the evaluation.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// The name that weights and commands use.
    const NAME: &'static str;
    /// Raised whenever an index changes its meaning: weights of another version are refused.
    const VERSION: u32;
    /// How many phases a game has; each has weights of its own.
    const PHASES: usize;

    /// The indices of all terms, and whatever else makes the next ones quick to find.
    type Trace: Clone + Default + Send + Sync;

    /// The tables in the order of their entries.
    fn tables() -> Vec<Table>;

    /// The phase of a position, below [`PHASES`](Features::PHASES).
    fn phase(position: &G) -> usize;

    /// The indices of a position, from scratch.
    fn trace(position: &G, trace: &mut Self::Trace);

    /// The indices after a move, given those before it.
    #[inline]
    fn follow(_before: &Self::Trace, trace: &mut Self::Trace, _position: &G, _mv: G::Move, after: &G) {
        Self::trace(after, trace);
    }

    /// The indices of a trace.
    fn indices(trace: &Self::Trace) -> &[u32];

    /// The index that the other player sees; its own inverse.
    fn turned(index: u32) -> u32;

    /// The parameters whose sum is the weight of an index, under any names, and what each is multiplied by. Mirror images of a
    /// pattern share a parameter; an index may have one of its own and others that it shares with its class, which are known
    /// well before the rare ones are; and in a table of counts every count has the same one, times itself.
    fn parameters(index: u32) -> Vec<(u64, i16)> {
        vec![(u64::from(index), 1)]
    }

    /// Whether a position is quiet. Others are never evaluated as they stand, so nothing is learned from them either.
    #[inline]
    fn noise(_position: &G) -> Noise {
        Noise::Quiet
    }

    /// An evaluation of tables; a game may have a quicker one of its own that gives the same values.
    fn evaluation(weights: &Weights, layout: &Layout) -> Arc<dyn Evaluation<G>>
    where
        Self: Sized,
    {
        Arc::new(Tables::<G, Self>::new(weights, layout))
    }
}

/// A trace that is nothing but indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms<const N: usize>(pub [u32; N]);

impl<const N: usize> Default for Terms<N> {
    fn default() -> Self {
        Terms([0; N])
    }
}
