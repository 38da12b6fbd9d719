//! Evaluations, by game.

pub mod checkers;
pub mod connect4;
pub mod divercite;
pub mod hand_of_the_king;

use grandline_games::{Game, Margin, Side};
use grandline_search::{Evaluator, Noise};

use crate::family::Visitor;

/// Any evaluation of a game behind one type, for engines in which it takes little of the time: fewer types to compile.
pub struct AnyEvaluation<G: Game>(Box<dyn Evaluator<G, State = ()>>);

/// Makes an [`AnyEvaluation`] of whatever it visits.
pub(crate) struct Boxing;

impl<G: Game> Visitor<G> for Boxing {
    type Output = AnyEvaluation<G>;

    fn visit<E: Evaluator<G, State = ()> + 'static>(self, evaluator: E) -> AnyEvaluation<G> {
        AnyEvaluation(Box::new(evaluator))
    }
}

impl<G: Game> Evaluator<G> for AnyEvaluation<G> {
    type State = ();

    fn root(&self, _position: &G) {}

    fn advance(&self, _state: &(), _before: &G, _mv: G::Move, _after: &G) {}

    fn evaluate(&self, state: &(), position: &G, viewpoint: Side) -> i32 {
        self.0.evaluate(state, position, viewpoint)
    }

    fn scale(&self) -> i32 {
        self.0.scale()
    }

    fn terminal(&self, state: &(), position: &G, margin: Margin, ply: u32, viewpoint: Side) -> i32 {
        self.0.terminal(state, position, margin, ply, viewpoint)
    }

    fn leaf(&self, state: &(), position: &G, ply: u32, viewpoint: Side) -> i32 {
        self.0.leaf(state, position, ply, viewpoint)
    }

    fn leaf_after(&self, state: &(), before: &G, mv: G::Move, ply: u32, viewpoint: Side) -> i32 {
        self.0.leaf_after(state, before, mv, ply, viewpoint)
    }

    fn is_antisymmetric(&self) -> bool {
        self.0.is_antisymmetric()
    }

    fn noise(&self, state: &(), position: &G) -> Noise {
        self.0.noise(state, position)
    }

    fn is_noisy(&self, state: &(), position: &G, mv: G::Move) -> bool {
        self.0.is_noisy(state, position, mv)
    }

    fn plies_left(&self, position: &G) -> Option<u32> {
        self.0.plies_left(position)
    }
}

/// The parts of an evaluator that evaluations without a state have in common.
macro_rules! stateless {
    ($game:ty) => {
        type State = ();

        fn root(&self, _position: &$game) {}

        #[inline]
        fn advance(&self, _state: &(), _before: &$game, _mv: <$game as grandline_games::Game>::Move, _after: &$game) {}
    };
}

pub(crate) use stateless;
