//! Values of all moves of a position from the few terms that each changes.
//!
//! The child of every move has the same phase and player to move. So the sum of the terms that stay is added up once for a
//! position, and a move adds what it changes: a city its own cell, a resource the up to four cells around it, both a colour
//! and a stock. Only a move that uses up a colour changes more, and is valued like any other position.

use std::marker::PhantomData;

use grandline_games::divercite::{Divercite, Kind, LAST_STEP, Placement, Variant};
use grandline_games::{Game, Side};
use grandline_search::Evaluator;

use super::features::{AROUND, CITIES, Cities, NONE, Trace, city_index, number, starts};
use super::surroundings::{Kinds, WITH_RESOURCE, kinds, with_city};
use crate::learned::{Features, Layout, UNIT, Weights, expanded};

/// The learned evaluation of Divercité.
pub(super) struct Learned<V> {
    /// By phase and player to move, then by index.
    weights: Vec<[Vec<i16>; 2]>,
    kinds: &'static Kinds,
    starts: [u32; 5],
    marker: PhantomData<fn(V)>,
}

/// The terms of a position, and what its moves would change.
#[derive(Clone, Default)]
pub(super) struct State {
    trace: Trace,
    /// The sum of the terms as the opponent will see it after a move that changes nothing.
    rest: i32,
    /// What a resource of each colour changes at a city cell beside it.
    around: [[i16; 4]; CITIES],
    /// What taking a piece of each kind and colour from the stock changes; `None` if it changes more than that.
    taken: [[Option<i16>; 4]; 2],
}

impl<V: Variant> Learned<V> {
    pub(super) fn new(weights: &Weights, layout: &Layout) -> Self {
        let kinds = kinds();
        Learned { weights: expanded(weights, layout), kinds, starts: starts(kinds), marker: PhantomData }
    }

    #[inline]
    fn weights(&self, plies: u8) -> &[i16] {
        let phase = usize::from(plies) / super::features::PHASE;
        &self.weights[phase.min(self.weights.len() - 1)][usize::from(plies % 2)]
    }
}

impl<V: Variant> Evaluator<Divercite<V>> for Learned<V> {
    type State = State;

    fn root(&self, position: &Divercite<V>, state: &mut State) {
        Cities::trace(position, &mut state.trace);
    }

    #[inline]
    fn advance(&self, before: &State, state: &mut State, position: &Divercite<V>, mv: Placement, after: &Divercite<V>) {
        Cities::follow(&before.trace, &mut state.trace, position, mv, after);
    }

    #[inline]
    fn prepare(&self, state: &mut State, position: &Divercite<V>) {
        let plies = position.plies();
        if plies + 1 >= LAST_STEP {
            return;
        }
        let weights = self.weights(plies + 1);
        let weight = |index: u32| i32::from(weights[index as usize]);
        let trace = &state.trace;
        let (numbers, mover) = (&self.kinds.numbers[usize::from(trace.mask)], usize::from(plies % 2));
        let turn = CITIES + 6;
        state.rest = trace.indices[..turn].iter().map(|&index| weight(index)).sum::<i32>()
            + weight(self.starts[4] + u32::from((plies + 1) % 2));
        for city in 0..CITIES {
            let before = weight(trace.indices[city]);
            let next = &WITH_RESOURCE[usize::from(trace.classes[city])];
            for colour in 0..4 {
                let kind = numbers[usize::from(next[colour])];
                state.around[city][colour] = (weight(city_index(city, kind)) - before) as i16;
            }
        }
        let own = self.starts[2 + mover];
        let own_before = weight(trace.indices[CITIES + 4 + mover]);
        for kind in 0..2 {
            for colour in 0..4 {
                let mut after = trace.left;
                let told = after.take(mover, kind, colour) && after.mask() == trace.mask;
                state.taken[kind][colour] = told.then(|| {
                    let colours = weight(self.starts[1] + after.colour(colour)) - weight(trace.indices[CITIES + colour]);
                    (colours + weight(own + after.player(mover)) - own_before) as i16
                });
            }
        }
    }

    #[inline]
    fn evaluate(&self, state: &State, position: &Divercite<V>, viewpoint: Side) -> i32 {
        let weights = self.weights(position.plies());
        let value: i32 = state.trace.indices.iter().map(|&index| i32::from(weights[index as usize])).sum();
        if position.to_move() == viewpoint { value } else { -value }
    }

    #[inline]
    fn leaf_after(
        &self,
        state: &State,
        scratch: &mut State,
        before: &Divercite<V>,
        mv: Placement,
        ply: u32,
        viewpoint: Side,
    ) -> i32 {
        let (colour, kind, plies) = (mv.colour().index(), mv.cell().kind(), before.plies());
        let taken = if plies + 1 < LAST_STEP { state.taken[kind as usize][colour] } else { None };
        let Some(taken) = taken else {
            let after = before.child(mv);
            Cities::follow(&state.trace, &mut scratch.trace, before, mv, &after);
            return self.leaf(scratch, &after, ply, viewpoint);
        };
        let number = number(mv);
        let change = match kind {
            Kind::City => {
                let weights = self.weights(plies + 1);
                let class = with_city(state.trace.classes[number], usize::from(plies % 2), colour);
                let kind = self.kinds.numbers[usize::from(state.trace.mask)][usize::from(class)];
                let weight = |index: u32| i32::from(weights[index as usize]);
                weight(city_index(number, kind)) - weight(state.trace.indices[number])
            }
            Kind::Resource => {
                let cells = AROUND[number].into_iter().take_while(|&city| city != NONE);
                cells.map(|city| i32::from(state.around[usize::from(city)][colour])).sum()
            }
        };
        // As the opponent sees it, who is to move then.
        let value = state.rest + change + i32::from(taken);
        if before.to_move() == viewpoint { -value } else { value }
    }

    fn scale(&self) -> i32 {
        UNIT
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
