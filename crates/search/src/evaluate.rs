//! Static evaluation: the trait an author implements, and the erased form that engines hold.

use grandline_games::{Game, Margin, Side};

use crate::order::Ranked;
use crate::value::{INFINITY, win_in};

/// Whether a position at the horizon is quiet, for quiescence search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// It is evaluated as it stands.
    Quiet,
    /// The player to move may stand pat or make a noisy move.
    Tempting,
    /// It is not evaluated as it stands: every move is searched (forced captures).
    Forced,
}

/// An evaluation as it is written, with an incremental state.
///
/// Values are integers, so that every machine plays the same; [`scale`](Evaluator::scale) units make 1. They are always
/// from the point of view of `viewpoint`, the side to move at the root, at the other side's nodes too: an evaluation
/// may use features of its own side only, and the search negates values.
///
/// A `State` is what is carried from a position to its child, such as indices of patterns or sums of weights. It is
/// updated in place on a stack that the search keeps, one state for each ply; `()` is for evaluations that look at the
/// position only, and costs nothing.
pub trait Evaluator<G: Game>: Send + Sync + 'static {
    /// What is carried from a position to its child.
    type State: Clone + Default + Send + Sync;

    /// Writes the state of a position from scratch.
    fn root(&self, _position: &G, _state: &mut Self::State) {}

    /// Writes the state after a move, given the state before it.
    #[inline]
    fn advance(&self, _before: &Self::State, _state: &mut Self::State, _position: &G, _mv: G::Move, _after: &G) {}

    /// Adds to the state what makes the values of all moves of its position cheap; called before
    /// [`leaf_after`](Self::leaf_after), and not for nodes that end without it.
    #[inline]
    fn prepare(&self, _state: &mut Self::State, _position: &G) {}

    /// The estimate of a position, in size below [`PROVEN`](crate::value::PROVEN).
    fn evaluate(&self, state: &Self::State, position: &G, viewpoint: Side) -> i32;

    /// How many units make 1 point of the evaluation.
    fn scale(&self) -> i32 {
        1
    }

    /// The value of a finished game, `ply` plies after the root: a proven result, the sooner the better for the winner.
    #[inline]
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

    /// The value at the horizon of the child of a move, `ply` plies after the root; `scratch` may be overwritten.
    /// Evaluations that know the effect of a move without playing it override this: most of a search's time goes here.
    #[inline]
    fn leaf_after(
        &self,
        state: &Self::State,
        scratch: &mut Self::State,
        before: &G,
        mv: G::Move,
        ply: u32,
        viewpoint: Side,
    ) -> i32 {
        let after = before.child(mv);
        self.advance(state, scratch, before, mv, &after);
        self.leaf(scratch, &after, ply, viewpoint)
    }

    /// Whether the value for one side is always the negative of the value for the other, which lets searches of both
    /// sides share a transposition table.
    fn is_antisymmetric(&self) -> bool {
        false
    }

    /// Whether a finished game is valued as a proven result and by nothing else, so that a search to the end proves
    /// draws.
    fn is_result_proven(&self) -> bool {
        true
    }

    /// Whether a finished game is worth the same at the horizon and before it, so that no search need be deeper than
    /// the game is long.
    fn is_consistent(&self) -> bool {
        true
    }

    /// Whether a position is quiet.
    #[inline]
    fn noise(&self, _state: &Self::State, _position: &G) -> Noise {
        Noise::Quiet
    }

    /// Whether a move of a [`Noise::Tempting`] position is searched beyond the horizon.
    fn is_noisy(&self, _state: &Self::State, _position: &G, _mv: G::Move) -> bool {
        false
    }
}

/// An evaluation as engines hold it, with its type erased.
///
/// A search is compiled once per game, not once per evaluation. It asks about all moves of a node in one call, so that
/// the inner loops are compiled with the evaluation inlined and the virtual call costs next to nothing.
pub trait Evaluation<G: Game>: Send + Sync {
    /// Starts a search of a position in one thread.
    fn scorer(&self, root: &G) -> Box<dyn Scorer<G> + '_>;

    /// How many units make 1: see [`Evaluator::scale`].
    fn scale(&self) -> i32;

    /// Whether both sides see opposite values: see [`Evaluator::is_antisymmetric`].
    fn is_antisymmetric(&self) -> bool;

    /// Whether no search need be deeper than the game: see [`Evaluator::is_consistent`].
    fn is_consistent(&self) -> bool;

    /// Whether finished games have proven values: see [`Evaluator::is_result_proven`].
    fn is_result_proven(&self) -> bool;
}

/// The result of a node at depth 1.
pub struct Leaves<M> {
    /// The best value, for the player to move.
    pub best: i32,
    /// The first move of that value.
    pub best_move: Option<M>,
    /// The number of moves evaluated.
    pub tried: usize,
    /// Whether the last of them reached beta.
    pub cut: bool,
}

/// An evaluation in use by one thread of a search. The state of the current node is on top of its stack.
pub trait Scorer<G: Game>: Send {
    /// Whether states are kept at all: if not, [`push`](Self::push) and [`pop`](Self::pop) need not be called.
    fn is_stateful(&self) -> bool;

    /// Restarts at another root.
    fn restart(&mut self, root: &G);

    /// Enters a child of the current node.
    fn push(&mut self, position: &G, mv: G::Move, after: &G);

    /// Returns to the parent.
    fn pop(&mut self);

    /// The evaluation of the current node.
    fn evaluate(&self, position: &G, viewpoint: Side) -> i32;

    /// The value of the current node at the horizon, finished or not.
    fn leaf(&self, position: &G, ply: u32, viewpoint: Side) -> i32;

    /// Whether the current node is quiet.
    fn noise(&self, position: &G) -> Noise;

    /// Whether a move of a tempting node is searched beyond the horizon.
    fn is_noisy(&self, position: &G, mv: G::Move) -> bool;

    /// The value of a child at the horizon.
    fn leaf_of(&mut self, position: &G, mv: G::Move, child: &G, ply: u32, viewpoint: Side) -> i32;

    /// The value of a child that ends the game, or that counts as a draw because it has come back.
    fn terminal_of(&mut self, position: &G, mv: G::Move, child: &G, margin: Margin, ply: u32, viewpoint: Side) -> i32;

    /// Writes the value at the horizon of each move of the current node into its rank; `ply` is the children's.
    fn value_moves(&mut self, position: &G, ply: u32, viewpoint: Side, moves: &mut [Ranked<G::Move>]);

    /// The best of the children, all of them leaves, until one reaches beta. Values are turned to the player to move,
    /// and `ply` is the children's.
    fn best_leaf(&mut self, position: &G, ply: u32, viewpoint: Side, beta: i32) -> Leaves<G::Move>;
}

impl<G: Game, E: Evaluator<G>> Evaluation<G> for E {
    fn scorer(&self, root: &G) -> Box<dyn Scorer<G> + '_> {
        let mut state = E::State::default();
        self.root(root, &mut state);
        Box::new(Stack::<G, E> { evaluator: self, states: vec![state], top: 0, scratch: E::State::default() })
    }

    fn scale(&self) -> i32 {
        Evaluator::scale(self)
    }

    fn is_antisymmetric(&self) -> bool {
        Evaluator::is_antisymmetric(self)
    }

    fn is_consistent(&self) -> bool {
        Evaluator::is_consistent(self)
    }

    fn is_result_proven(&self) -> bool {
        Evaluator::is_result_proven(self)
    }
}

/// The states of an evaluation from the root to the current node. States above the top are kept to be overwritten.
struct Stack<'a, G: Game, E: Evaluator<G>> {
    evaluator: &'a E,
    states: Vec<E::State>,
    top: usize,
    scratch: E::State,
}

impl<G: Game, E: Evaluator<G>> Stack<'_, G, E> {
    #[inline]
    fn state(&self) -> &E::State {
        &self.states[self.top]
    }
}

impl<G: Game, E: Evaluator<G>> Scorer<G> for Stack<'_, G, E> {
    fn is_stateful(&self) -> bool {
        size_of::<E::State>() > 0
    }

    fn restart(&mut self, root: &G) {
        self.top = 0;
        self.evaluator.root(root, &mut self.states[0]);
    }

    fn push(&mut self, position: &G, mv: G::Move, after: &G) {
        if self.states.len() == self.top + 1 {
            self.states.push(E::State::default());
        }
        let (below, above) = self.states.split_at_mut(self.top + 1);
        self.evaluator.advance(&below[self.top], &mut above[0], position, mv, after);
        self.top += 1;
    }

    fn pop(&mut self) {
        self.top -= 1;
    }

    fn evaluate(&self, position: &G, viewpoint: Side) -> i32 {
        self.evaluator.evaluate(self.state(), position, viewpoint)
    }

    fn leaf(&self, position: &G, ply: u32, viewpoint: Side) -> i32 {
        self.evaluator.leaf(self.state(), position, ply, viewpoint)
    }

    fn noise(&self, position: &G) -> Noise {
        self.evaluator.noise(self.state(), position)
    }

    fn is_noisy(&self, position: &G, mv: G::Move) -> bool {
        self.evaluator.is_noisy(self.state(), position, mv)
    }

    fn leaf_of(&mut self, position: &G, mv: G::Move, child: &G, ply: u32, viewpoint: Side) -> i32 {
        let Stack { evaluator, states, top, scratch } = self;
        evaluator.advance(&states[*top], scratch, position, mv, child);
        evaluator.leaf(scratch, child, ply, viewpoint)
    }

    fn terminal_of(&mut self, position: &G, mv: G::Move, child: &G, margin: Margin, ply: u32, viewpoint: Side) -> i32 {
        let Stack { evaluator, states, top, scratch } = self;
        evaluator.advance(&states[*top], scratch, position, mv, child);
        evaluator.terminal(scratch, child, margin, ply, viewpoint)
    }

    fn value_moves(&mut self, position: &G, ply: u32, viewpoint: Side, moves: &mut [Ranked<G::Move>]) {
        let Stack { evaluator, states, top, scratch } = self;
        evaluator.prepare(&mut states[*top], position);
        for Ranked { rank, mv } in moves {
            *rank = i64::from(evaluator.leaf_after(&states[*top], scratch, position, *mv, ply, viewpoint));
        }
    }

    fn best_leaf(&mut self, position: &G, ply: u32, viewpoint: Side, beta: i32) -> Leaves<G::Move> {
        let Stack { evaluator, states, top, scratch } = self;
        evaluator.prepare(&mut states[*top], position);
        let turn = sign(position.to_move(), viewpoint);
        let mut leaves = Leaves { best: -INFINITY, best_move: None, tried: 0, cut: false };
        for mv in position.distinct_moves() {
            let value = turn * evaluator.leaf_after(&states[*top], scratch, position, mv, ply, viewpoint);
            leaves.tried += 1;
            if value > leaves.best {
                leaves.best = value;
                leaves.best_move = Some(mv);
                if value >= beta {
                    leaves.cut = true;
                    break;
                }
            }
        }
        leaves
    }
}

/// Evaluates every unfinished position as 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Indifferent;

impl<G: Game> Evaluator<G> for Indifferent {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), _position: &G, _viewpoint: Side) -> i32 {
        0
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}

/// `1` at the viewpoint's own nodes and `-1` at the other side's: converts a value to the player to move.
#[inline]
pub(crate) fn sign(mover: Side, viewpoint: Side) -> i32 {
    if mover == viewpoint { 1 } else { -1 }
}
