//! What stands on each square.

use grandline_games::checkers::{Checkers, Move, Variant};
use grandline_search::Noise;

use super::{PHASES, phase, pieces, seen_by_first};
use crate::learned::{Features, Table, Terms};

/// What a square may have: nothing, a man of the first player, of the second, a king of the first, of the second.
const STATES: u32 = 5;
const SQUARES: usize = 32;

/// One term for each square.
pub struct Squares;

/// Writes what stands on some squares.
#[inline]
fn write(pieces: &[u32; 4], mut squares: u32, trace: &mut Terms<SQUARES>) {
    while squares != 0 {
        let square = squares.trailing_zeros();
        let state: u32 = (1..).zip(pieces).map(|(state, set)| state * (set >> square & 1)).sum();
        trace.0[square as usize] = square * STATES + state;
        squares &= squares - 1;
    }
}

impl<V: Variant> Features<Checkers<V>> for Squares {
    const NAME: &'static str = "squares";
    const VERSION: u32 = 1;
    const PHASES: usize = PHASES;

    type Trace = Terms<SQUARES>;

    fn tables() -> Vec<Table> {
        vec![Table { name: "square", size: SQUARES * STATES as usize }]
    }

    #[inline]
    fn phase(position: &Checkers<V>) -> usize {
        phase(position)
    }

    fn trace(position: &Checkers<V>, trace: &mut Terms<SQUARES>) {
        write(&pieces(&seen_by_first(position)), u32::MAX, trace);
    }

    #[inline]
    fn follow(
        before: &Terms<SQUARES>,
        trace: &mut Terms<SQUARES>,
        position: &Checkers<V>,
        _: Move,
        after: &Checkers<V>,
    ) {
        *trace = *before;
        let (old, new) = (seen_by_first(position), seen_by_first(after));
        let changed = (old.black ^ new.black) | (old.white ^ new.white) | (old.kings ^ new.kings);
        write(&pieces(&new), changed, trace);
    }

    fn indices(trace: &Terms<SQUARES>) -> &[u32] {
        &trace.0
    }

    fn turned(index: u32) -> u32 {
        let (square, state) = (index / STATES, index % STATES);
        (31 - square) * STATES + [0, 2, 1, 4, 3][state as usize]
    }

    #[inline]
    fn noise(position: &Checkers<V>) -> Noise {
        super::noise(position)
    }
}
