//! Captures: every chain of jumps, walked to its end.

use arrayvec::ArrayVec;

use super::board::{Board, Colour, Jumps};
use super::moves::{LANDINGS, Move};
use super::variant::Variant;

/// What stays the same along all chains of one piece.
struct Hunt {
    from: u8,
    /// Squares a jump can land on. The start of the piece counts as empty; a captured piece does not,
    /// since it stays until the end of the move.
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
pub(super) struct LegalCaptures {
    pub(super) first: ArrayVec<Move, 8>,
    pub(super) rest: Vec<Move>,
}

impl LegalCaptures {
    /// Finds the captures of a position. They are put in place, for the list is too long to be moved around.
    #[inline]
    pub(super) fn find<V: Variant>(&mut self, board: &Board, colour: Colour, jumps: &Jumps) {
        let mut most = 0;
        for_each_capture(board, colour, jumps, &mut |mv| {
            if V::MOST_PIECES {
                let pieces = mv.captured().count_ones();
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
    pub(super) fn get(&self, index: usize) -> Option<Move> {
        self.first.get(index).or_else(|| self.rest.get(index.wrapping_sub(self.first.len()))).copied()
    }
}

/// How many captures are legal.
#[inline]
pub(super) fn count_captures<V: Variant>(board: &Board, colour: Colour, jumps: &Jumps) -> usize {
    let (mut most, mut count) = (0, 0);
    for_each_capture(board, colour, jumps, &mut |mv| {
        let pieces = if V::MOST_PIECES { mv.captured().count_ones() } else { 0 };
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

/// The directions of men as bits, in the order of [`LANDINGS`]; a king has all four.
const DOWN: u8 = 0b0011;
const UP: u8 = 0b1100;

/// A jump as bits; both are empty where it would leave the board.
#[derive(Clone, Copy)]
struct Jump {
    over: u32,
    onto: u32,
}

/// The squares a jump goes over and onto; none where it would leave the board.
pub(super) const fn jump(square: i8, direction: usize) -> Option<(i8, i8)> {
    let row = square / 4;
    let column = 2 * (square % 4) + 1 - row % 2;
    let down = if direction < 2 { 1 } else { -1 };
    let right = if direction % 2 == 1 { 1 } else { -1 };
    let (end_row, end_column) = (row + 2 * down, column + 2 * right);
    if end_row < 0 || end_row >= 8 || end_column < 0 || end_column >= 8 {
        return None;
    }
    Some(((row + down) * 4 + (column + right) / 2, end_row * 4 + end_column / 2))
}

/// The four jumps from every square.
static JUMPS: [[Jump; 4]; 32] = {
    let mut table = [[Jump { over: 0, onto: 0 }; 4]; 32];
    let mut square = 0;
    while square < 32 {
        let mut direction = 0;
        while direction < 4 {
            if let Some((over, onto)) = jump(square as i8, direction) {
                table[square][direction] = Jump { over: 1 << over, onto: 1 << onto };
            }
            direction += 1;
        }
        square += 1;
    }
    table
};
