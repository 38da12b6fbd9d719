//! Moves and the generator: steps straight from bit sets, captures by walking every chain of jumps.

use std::num::NonZero;

use arrayvec::ArrayVec;

use super::board::{Board, Colour, Jumps, Steps};
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
const LANDINGS: [i8; 4] = [7, 9, -9, -7];
const DOWN: u8 = 0b0011;
const UP: u8 = 0b1100;

/// A jump as bits; both are empty where it would leave the board.
#[derive(Clone, Copy)]
struct Jump {
    over: u32,
    onto: u32,
}

/// The four jumps from every square.
static JUMPS: [[Jump; 4]; 32] = {
    let mut table = [[Jump { over: 0, onto: 0 }; 4]; 32];
    let mut square = 0;
    while square < 32 {
        let row = square / 4;
        let column = 2 * (square % 4) + 1 - row % 2;
        let mut direction = 0;
        while direction < 4 {
            let down = if direction < 2 { 1 } else { -1 };
            let right = if direction % 2 == 1 { 1 } else { -1 };
            let (end_row, end_column) = (row + 2 * down, column + 2 * right);
            if end_row >= 0 && end_row < 8 && end_column >= 0 && end_column < 8 {
                let over = (row + down) * 4 + (column + right) / 2;
                table[square as usize][direction] = Jump { over: 1 << over, onto: 1 << (end_row * 4 + end_column / 2) };
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

impl Move {
    #[inline]
    fn new(captured: u32, from: u8, to: u8, directions: u32) -> Move {
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

    /// Every square it lands on in order, the last included.
    pub fn landings(&self) -> ArrayVec<u8, LONGEST> {
        if !self.is_capture() {
            return ArrayVec::from_iter([self.to()]);
        }
        let (mut square, directions) = (self.from(), self.path.get() >> 11);
        (0..self.captured.count_ones())
            .map(|jump| {
                square = square.wrapping_add_signed(LANDINGS[(directions >> (2 * jump) & 3) as usize]);
                square
            })
            .collect()
    }
}

/// What stays the same along all chains of one piece.
struct Hunt {
    from: u8,
    /// Squares a jump can land on. The start of the piece counts as empty; a captured piece stays
    /// until the end of the move and blocks.
    empty: u32,
    /// The opponent's pieces before the move.
    prey: u32,
}

/// A chain of jumps so far.
#[derive(Clone, Copy)]
struct Chain {
    square: u8,
    jumps: u8,
    /// The opponent's pieces not yet jumped.
    prey: u32,
    directions: u32,
}

impl Hunt {
    /// Visits every capture that continues the chain, completed to its end; false if there is none.
    /// The directions are those of the piece when it started, so a man stops where it is crowned:
    /// there is no jump forward from the far row.
    fn extend<const DIRECTIONS: u8>(&self, chain: Chain, visit: &mut impl FnMut(Move)) -> bool {
        let mut extended = false;
        for direction in 0..4 {
            if DIRECTIONS >> direction & 1 == 0 {
                continue;
            }
            let jump = JUMPS[chain.square as usize & 31][direction];
            if jump.over & chain.prey == 0 || jump.onto & self.empty == 0 {
                continue;
            }
            extended = true;
            let next = Chain {
                square: chain.square.wrapping_add_signed(LANDINGS[direction]),
                jumps: chain.jumps + 1,
                prey: chain.prey & !jump.over,
                directions: chain.directions | (direction as u32) << (2 * chain.jumps),
            };
            if !self.extend::<DIRECTIONS>(next, visit) {
                let captured = self.prey ^ next.prey;
                visit(Move::new(captured, self.from, next.square, next.directions));
            }
        }
        extended
    }
}

/// Visits every capture of a colour, completed to its end, without asking which takes most.
#[inline]
pub(super) fn for_each_capture(board: &Board, colour: Colour, jumps: &Jumps, visit: &mut impl FnMut(Move)) {
    let (empty, prey) = (board.empty(), board.of(colour.other()));
    for direction in 0..4 {
        let mut origins = jumps.origins[direction];
        while origins != 0 {
            let from = origins.trailing_zeros() as u8;
            let start = 1u32 << from;
            origins &= origins - 1;
            let over = JUMPS[from as usize & 31][direction].over;
            let to = from.wrapping_add_signed(LANDINGS[direction]);
            let is_king = board.kings & start != 0;
            let goes_on = (is_king || jumps.men_go_on >> (to & 31) & 1 == 1) && {
                let hunt = Hunt { from, empty: empty | start, prey };
                let chain = Chain { square: to, jumps: 1, prey: prey & !over, directions: direction as u32 };
                match colour {
                    _ if is_king => hunt.extend::<{ DOWN | UP }>(chain, visit),
                    Colour::Black => hunt.extend::<DOWN>(chain, visit),
                    Colour::White => hunt.extend::<UP>(chain, visit),
                }
            };
            if !goes_on {
                visit(Move::new(over, from, to, direction as u32));
            }
        }
    }
}

/// The legal captures of a position. Nearly always they fit in place; positions can be made up that
/// have more, and those go to the heap.
#[derive(Clone, Debug, Default)]
struct LegalCaptures {
    first: ArrayVec<Move, 8>,
    rest: Vec<Move>,
}

impl LegalCaptures {
    /// Finds the captures of a position. They are put in place, for the list is too long to be moved around.
    #[inline]
    fn find<V: Variant>(&mut self, board: &Board, colour: Colour, jumps: &Jumps) {
        let mut most = 0;
        for_each_capture(board, colour, jumps, &mut |mv| {
            if V::MOST_PIECES {
                let pieces = mv.captured.count_ones();
                if pieces < most {
                    return;
                }
                if pieces > most {
                    most = pieces;
                    self.first.clear();
                    self.rest.clear();
                }
            }
            if let Err(overflow) = self.first.try_push(mv) {
                self.rest.push(overflow.element());
            }
        });
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Move> {
        self.first.get(index).or_else(|| self.rest.get(index.wrapping_sub(self.first.len()))).copied()
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

/// How many captures are legal.
#[inline]
pub(super) fn count_captures<V: Variant>(board: &Board, colour: Colour, jumps: &Jumps) -> usize {
    let (mut most, mut count) = (0, 0);
    for_each_capture(board, colour, jumps, &mut |mv| {
        let pieces = if V::MOST_PIECES { mv.captured.count_ones() } else { 0 };
        if pieces > most {
            (most, count) = (pieces, 0);
        }
        count += usize::from(pieces == most);
    });
    count
}

/// A uniformly chosen legal capture; `choose` is given how many there are, and asked only if more than one.
#[inline(never)]
pub(super) fn chosen_capture<V: Variant>(
    board: &Board,
    colour: Colour,
    jumps: &Jumps,
    choose: impl FnOnce(u32) -> u32,
) -> Option<Move> {
    let mut legal = LegalCaptures::default();
    legal.find::<V>(board, colour, jumps);
    let count = legal.first.len() + legal.rest.len();
    legal.get(if count > 1 { choose(count as u32) as usize } else { 0 })
}
