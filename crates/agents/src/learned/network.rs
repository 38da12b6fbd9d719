//! The evaluation by a small network whose first layer is updated move by move.

use std::marker::PhantomData;

use grandline_games::{Game, Side};
use grandline_search::{Evaluator, Noise};

use super::features::Features;
use super::layout::Layout;
use super::weights::{UNIT, Weights};

/// A network with `H` hidden neurons for each player. The sum of the vectors of a position's terms, as each player sees
/// them, is kept as whole numbers and changes with the terms that a move changes. Both sums are cut to the range from 0 to 1
/// and weighted by the outputs of the phase, the one of the player to move first.
pub struct Network<G, F, const H: usize> {
    /// The vector of each index as its player sees it.
    vectors: Vec<[i16; H]>,
    turned: Vec<u32>,
    bias: [i16; H],
    outputs: Vec<Output<H>>,
    marker: PhantomData<fn(G, F)>,
}

struct Output<const H: usize> {
    own: [i16; H],
    other: [i16; H],
    bias: i16,
}

/// The terms of a position and the sums of their vectors for both players.
#[derive(Clone)]
pub struct Accumulator<T, const H: usize> {
    trace: T,
    sums: [[i16; H]; 2],
}

impl<T: Default, const H: usize> Default for Accumulator<T, H> {
    fn default() -> Self {
        Accumulator { trace: T::default(), sums: [[0; H]; 2] }
    }
}

impl<G, F, const H: usize> Network<G, F, H> {
    /// What stands for 1 in the sums.
    pub const ACTIVE: i32 = 256;
    /// What stands for 1 in the outputs.
    pub const OUTPUT: i32 = 64;
}

impl<G: Game, F: Features<G>, const H: usize> Network<G, F, H> {
    /// The evaluation of some weights, which must have been [checked](Weights::check) and have `H` hidden neurons.
    pub fn new(weights: &Weights, layout: &Layout) -> Self {
        let row = |start: usize| -> [i16; H] { std::array::from_fn(|neuron| weights.values[start + neuron]) };
        let vector = |index: usize| {
            layout.parameters_of(index as u32).iter().fold([0_i16; H], |mut sum, &(parameter, factor)| {
                let part = row(parameter as usize * H);
                sum.iter_mut().zip(part).for_each(|(sum, w)| *sum = sum.saturating_add(w.saturating_mul(factor)));
                sum
            })
        };
        let vectors = (0..layout.entries()).map(vector).collect();
        let bias = layout.parameters * H;
        let output = |phase: usize| {
            let start = bias + H + phase * (2 * H + 1);
            Output { own: row(start), other: row(start + H), bias: weights.values[start + 2 * H] }
        };
        let outputs = (0..layout.phases).map(output).collect();
        Network { vectors, turned: layout.turned.clone(), bias: row(bias), outputs, marker: PhantomData }
    }

    fn add(&self, sums: &mut [[i16; H]; 2], index: u32) {
        for (sums, index) in sums.iter_mut().zip([index, self.turned[index as usize]]) {
            for (sum, weight) in sums.iter_mut().zip(&self.vectors[index as usize]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }

    /// Sums wrap around, so that what was added can always be taken away again.
    #[inline]
    fn replace(&self, sums: &mut [[i16; H]; 2], old: u32, new: u32) {
        let pairs = [(old, new), (self.turned[old as usize], self.turned[new as usize])];
        for (sums, (old, new)) in sums.iter_mut().zip(pairs) {
            let (old, new) = (&self.vectors[old as usize], &self.vectors[new as usize]);
            for (sum, (old, new)) in sums.iter_mut().zip(old.iter().zip(new)) {
                *sum = sum.wrapping_add(new.wrapping_sub(*old));
            }
        }
    }
}

impl<G: Game, F: Features<G>, const H: usize> Evaluator<G> for Network<G, F, H> {
    type State = Accumulator<F::Trace, H>;

    fn root(&self, position: &G, state: &mut Self::State) {
        F::trace(position, &mut state.trace);
        state.sums = [self.bias; 2];
        for &index in F::indices(&state.trace) {
            self.add(&mut state.sums, index);
        }
    }

    #[inline]
    fn advance(&self, before: &Self::State, state: &mut Self::State, position: &G, mv: G::Move, after: &G) {
        F::follow(&before.trace, &mut state.trace, position, mv, after);
        state.sums = before.sums;
        for (&old, &new) in F::indices(&before.trace).iter().zip(F::indices(&state.trace)) {
            if old != new {
                self.replace(&mut state.sums, old, new);
            }
        }
    }

    #[inline]
    fn evaluate(&self, state: &Self::State, position: &G, viewpoint: Side) -> i32 {
        let mover = position.to_move();
        let output = &self.outputs[F::phase(position)];
        let weigh = |sums: &[i16; H], weights: &[i16; H]| -> i32 {
            let active = |sum: i16| i32::from(sum).clamp(0, Self::ACTIVE);
            sums.iter().zip(weights).map(|(&sum, &weight)| active(sum) * i32::from(weight)).sum()
        };
        let sum = weigh(&state.sums[mover.index()], &output.own) + weigh(&state.sums[(!mover).index()], &output.other);
        let value = (sum + i32::from(output.bias) * Self::ACTIVE) / (Self::ACTIVE * Self::OUTPUT / UNIT);
        if mover == viewpoint { value } else { -value }
    }

    fn scale(&self) -> i32 {
        UNIT
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    #[inline]
    fn noise(&self, _state: &Self::State, position: &G) -> Noise {
        F::noise(position)
    }
}
