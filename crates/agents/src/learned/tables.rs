//! The evaluation that adds one weight for each term.

use std::marker::PhantomData;

use grandline_games::{Game, Side};
use grandline_search::{Evaluator, Noise};

use super::features::Features;
use super::layout::Layout;
use super::weights::{UNIT, Weights};

/// The value of a position is the sum of the weights of its terms, by phase and player to move.
pub struct Tables<G, F> {
    /// For each phase the weights by index when the first player moves, then when the second does.
    weights: Vec<[Vec<i16>; 2]>,
    marker: PhantomData<fn(G, F)>,
}

/// The weights of a model of tables by phase, by player to move and by index, as the first player numbers them.
pub(crate) fn expanded(weights: &Weights, layout: &Layout) -> Vec<[Vec<i16>; 2]> {
    let limit = i32::from(i16::MAX);
    let weight = |phase: &[i16], index: usize| {
        let part = |&(parameter, factor): &(u32, i16)| i32::from(phase[parameter as usize]) * i32::from(factor);
        layout.parameters_of(index as u32).iter().map(part).sum::<i32>().clamp(-limit, limit) as i16
    };
    let phase = |phase: &[i16]| {
        let first: Vec<i16> = (0..layout.entries()).map(|index| weight(phase, index)).collect();
        let second = layout.turned.iter().map(|&index| first[index as usize]).collect();
        [first, second]
    };
    weights.values.chunks_exact(layout.parameters).map(phase).collect()
}

impl<G: Game, F: Features<G>> Tables<G, F> {
    /// The evaluation of some weights, which must have been [checked](Weights::check).
    pub fn new(weights: &Weights, layout: &Layout) -> Self {
        Tables { weights: expanded(weights, layout), marker: PhantomData }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Tables<G, F> {
    type State = F::Trace;

    fn root(&self, position: &G, state: &mut F::Trace) {
        F::trace(position, state);
    }

    #[inline]
    fn advance(&self, before: &F::Trace, state: &mut F::Trace, position: &G, mv: G::Move, after: &G) {
        F::follow(before, state, position, mv, after);
    }

    #[inline]
    fn evaluate(&self, state: &F::Trace, position: &G, viewpoint: Side) -> i32 {
        let mover = position.to_move();
        let weights = &self.weights[F::phase(position)][mover.index()];
        let value: i32 = F::indices(state).iter().map(|&index| i32::from(weights[index as usize])).sum();
        if mover == viewpoint { value } else { -value }
    }

    fn scale(&self) -> i32 {
        UNIT
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    #[inline]
    fn noise(&self, _state: &F::Trace, position: &G) -> Noise {
        F::noise(position)
    }
}
