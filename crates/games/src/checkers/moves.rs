//! Moves, and the iterator over all of a position: steps straight from bit sets, or else the captures.

use std::num::NonZero;

use arrayvec::ArrayVec;

use super::board::{Board, Colour, Steps};
use super::captures::LegalCaptures;
use super::variant::Variant;
use crate::bits::Bits;

/// A whole turn: one step, or a chain of jumps with every square it lands on. Eight bytes, so that it
/// travels in a register, also where it is optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The captured pieces as bits.
    captured: u32,
    /// From the lowest bit: a mark that is always set, five bits of the square it leaves, five of the
    /// square it ends on, and two for the direction of each jump.
    path: NonZero<u32>,
}

/// No chain is longer. Jumps go two rows and two columns, so all landings of a chain lie on a lattice of
/// four by four squares, and in each of its nine meshes only one of the two diagonals joins squares
/// of the same chain: there are nine pieces to jump at most.
pub(super) const LONGEST: usize = 9;

/// Where a jump lands, as a difference of indices: down left, down right, up left, up right.
pub(super) const LANDINGS: [i8; 4] = [7, 9, -9, -7];

impl Move {
    #[inline]
    pub(super) fn new(captured: u32, from: u8, to: u8, directions: u32) -> Move {
        let path = u32::from(from) << 1 | u32::from(to) << 6 | directions << 11;
        Move { captured, path: NonZero::<u32>::MIN | path }
    }

    /// The step down that has this bit in [`Steps`].
    #[inline]
    pub(super) fn step_down(bit: u8) -> Move {
        let from = bit & 31;
        let to = if bit < 32 { from + 4 } else { from + 5 - (from >> 1 & 2) };
        Move::new(0, from, to, 0)
    }

    /// The step up that has this bit in [`Steps`].
    #[inline]
    pub(super) fn step_up(bit: u8) -> Move {
        let from = bit & 31;
        let to = if bit < 32 { from.wrapping_sub(4) } else { from.wrapping_sub(3 + (from >> 1 & 2)) };
        Move::new(0, from, to & 31, 0)
    }

    /// The index of the square it leaves, 0 to 31.
    #[inline]
    pub const fn from(&self) -> u8 {
        (self.path.get() >> 1 & 31) as u8
    }

    /// The index of the square it ends on.
    #[inline]
    pub const fn to(&self) -> u8 {
        (self.path.get() >> 6 & 31) as u8
    }

    /// The captured pieces as bits; none for a step.
    #[inline]
    pub const fn captured(&self) -> u32 {
        self.captured
    }

    /// Whether it takes at least one piece.
    #[inline]
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// The directions of the jumps, two bits each from the lowest, as indices of [`LANDINGS`]; 0 for a step.
    #[inline]
    pub(super) const fn directions(&self) -> u32 {
        self.path.get() >> 11
    }

    /// Every square it lands on in order, the last included.
    pub fn landings(&self) -> ArrayVec<u8, LONGEST> {
        if !self.is_capture() {
            return ArrayVec::from_iter([self.to()]);
        }
        let (mut square, directions) = (self.from(), self.directions());
        (0..self.captured.count_ones())
            .map(|jump| {
                square = square.wrapping_add_signed(LANDINGS[(directions >> (2 * jump) & 3) as usize]);
                square
            })
            .collect()
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    steps: Steps,
    captures: LegalCaptures,
    next_capture: usize,
}

impl Moves {
    #[inline]
    pub(super) fn new<V: Variant>(board: &Board, colour: Colour) -> Self {
        let jumps = board.jumps(colour);
        let mut moves = Moves::none();
        if jumps.any() {
            moves.captures.find::<V>(board, colour, &jumps);
        } else {
            moves.steps = board.steps(colour);
        }
        moves
    }

    /// No moves: the game is over.
    #[inline]
    pub(super) fn none() -> Self {
        Moves { steps: Steps { down: 0, up: 0 }, captures: LegalCaptures::default(), next_capture: 0 }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.steps.down != 0 {
            let bit = self.steps.down.trailing_zeros() as u8;
            self.steps.down &= self.steps.down - 1;
            return Some(Move::step_down(bit));
        }
        if self.steps.up != 0 {
            let bit = self.steps.up.trailing_zeros() as u8;
            self.steps.up &= self.steps.up - 1;
            return Some(Move::step_up(bit));
        }
        let capture = self.captures.get(self.next_capture);
        self.next_capture += 1;
        capture
    }

    /// The same in plain loops, which need not ask before every move which kind comes next.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(self, init: B, mut step: F) -> B {
        let mut result = init;
        for bit in Bits(self.steps.down) {
            result = step(result, Move::step_down(bit));
        }
        for bit in Bits(self.steps.up) {
            result = step(result, Move::step_up(bit));
        }
        for &capture in self.captures.first.iter().chain(&self.captures.rest).skip(self.next_capture) {
            result = step(result, capture);
        }
        result
    }
}
