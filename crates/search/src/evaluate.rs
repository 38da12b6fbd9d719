//! What a position is worth without searching on.

use grandline_games::{Game, Margin, Side};

use crate::value::win_in;

/// How lively a position at the horizon is, for quiescence search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// It may be valued as it stands.
    Quiet,
    /// The player to move may leave it as it stands or make a noisy move.
    Tempting,
    /// It must not be valued as it stands: every move is searched (forced captures).
    Forced,
}

/// An evaluation with an incremental state that lives on the search stack.
///
/// Values are whole numbers, so that every machine plays the same; [`scale`](Evaluator::scale) units make 1.
/// They are always seen by `viewpoint`, the player for whom the search was started, also at the other player's
/// nodes: an evaluation may know things about its own player only, and searches merely turn the sign.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried from a position to its child; `()` for evaluations that look at the position only.
    type State: Clone + Send + Sync;

    /// The state of a position from scratch.
    fn root(&self, position: &G) -> Self::State;

    /// The state after a move.
    fn advance(&self, state: &Self::State, before: &G, mv: G::Move, after: &G) -> Self::State;

    /// The estimate of a position, in size below [`PROVEN`](crate::value::PROVEN).
    fn evaluate(&self, state: &Self::State, position: &G, viewpoint: Side) -> i32;

    /// How many units make 1 of the evaluation as its description counts.
    fn scale(&self) -> i32 {
        1
    }

    /// The value of a finished game, `ply` plies after the root: a proven result, the sooner the better for the winner.
    fn terminal(&self, _state: &Self::State, _position: &G, margin: Margin, ply: u32, viewpoint: Side) -> i32 {
        match margin.winner() {
            None => 0,
            Some(winner) if winner == viewpoint => win_in(ply),
            Some(_) => -win_in(ply),
        }
    }

    /// The value of a position at the horizon, finished or not.
    #[inline]
    fn leaf(&self, state: &Self::State, position: &G, ply: u32, viewpoint: Side) -> i32 {
        match position.outcome() {
            Some(margin) => self.terminal(state, position, margin, ply, viewpoint),
            None => self.evaluate(state, position, viewpoint),
        }
    }

    /// The value at the horizon of the child of a move, `ply` plies after the root. Evaluations that know the effect of
    /// a move without playing it override this: most of a search's time goes here.
    #[inline]
    fn leaf_after(&self, state: &Self::State, before: &G, mv: G::Move, ply: u32, viewpoint: Side) -> i32 {
        let after = before.child(mv);
        self.leaf(&self.advance(state, before, mv, &after), &after, ply, viewpoint)
    }

    /// Whether the value for one player is always the negative of the value for the other, which lets
    /// searches of both players share a transposition table.
    fn is_antisymmetric(&self) -> bool {
        false
    }

    /// How lively a position is.
    fn noise(&self, _state: &Self::State, _position: &G) -> Noise {
        Noise::Quiet
    }

    /// Whether a move of a [`Noise::Tempting`] position is searched beyond the horizon.
    fn is_noisy(&self, _state: &Self::State, _position: &G, _mv: G::Move) -> bool {
        false
    }

    /// At most how many plies the game still lasts, where that is known.
    fn plies_left(&self, _position: &G) -> Option<u32> {
        None
    }
}

/// Knows nothing: every unfinished position is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Indifferent;

impl<G: Game> Evaluator<G> for Indifferent {
    type State = ();

    fn root(&self, _position: &G) {}

    #[inline]
    fn advance(&self, _state: &(), _before: &G, _mv: G::Move, _after: &G) {}

    #[inline]
    fn evaluate(&self, _state: &(), _position: &G, _viewpoint: Side) -> i32 {
        0
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}

/// `1` for the viewpoint's own nodes and `-1` for the other player's: turns values to the player to move.
#[inline]
pub(crate) fn sign(mover: Side, viewpoint: Side) -> i32 {
    if mover == viewpoint { 1 } else { -1 }
}
