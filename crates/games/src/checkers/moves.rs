//! Moves and the generator: steps straight from bit sets, captures by walking every chain of jumps.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::board::{Board, Colour, Steps};
use super::variant::Variant;

/// A whole turn: one step, or a chain of jumps with every square it lands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The captured pieces as bits.
    pub(super) captured: u32,
    /// The directions of the jumps, two bits each, the first one lowest.
    pub(super) directions: u32,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// No chain is longer, since a side has at most twelve pieces to lose.
pub(super) const LONGEST: usize = 12;

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
    /// The step down that has this bit in [`Steps`].
    #[inline]
    pub(super) const fn step_down(bit: u8) -> Move {
        let from = bit & 31;
        let to = if bit < 32 { from + 4 } else { from + 5 - (from >> 1 & 2) };
        Move { captured: 0, directions: 0, from, to }
    }

    /// The step up that has this bit in [`Steps`].
    #[inline]
    pub(super) const fn step_up(bit: u8) -> Move {
        let from = bit & 31;
        let to = if bit < 32 { from.wrapping_sub(4) } else { from.wrapping_sub(3 + (from >> 1 & 2)) };
        Move { captured: 0, directions: 0, from, to: to & 31 }
    }

    /// The index of the square it leaves, 0 to 31.
    pub const fn from(&self) -> u8 {
        self.from
    }

    /// The index of the square it ends on.
    pub const fn to(&self) -> u8 {
        self.to
    }

    /// The captured pieces as bits; none for a step.
    pub const fn captured(&self) -> u32 {
        self.captured
    }

    /// Whether it takes at least one piece.
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Every square it lands on in order, the last included.
    pub fn landings(&self) -> ArrayVec<u8, LONGEST> {
        if !self.is_capture() {
            return ArrayVec::from_iter([self.to]);
        }
        let mut square = self.from;
        (0..self.captured.count_ones())
            .map(|jump| {
                square = square.wrapping_add_signed(LANDINGS[(self.directions >> (2 * jump) & 3) as usize]);
                square
            })
            .collect()
    }
}

/// A square of a chain of jumps with the directions not yet tried from it.
#[derive(Clone, Copy, Debug)]
struct Link {
    captured: u32,
    directions: u32,
    square: u8,
    jumps: u8,
    untried: u8,
}

/// Every capture of a side completed to its end, one after the other. A chain is walked depth first
/// without a list of results, so no position has too many.
#[derive(Clone, Debug)]
pub(super) struct Captures {
    /// Pieces whose chains have not been begun.
    jumpers: u32,
    /// Squares a jump can land on; a captured piece stays until the end and blocks.
    empty: u32,
    prey: u32,
    kings: u32,
    forward: u8,
    from: u8,
    chain: ArrayVec<Link, LONGEST>,
}

impl Captures {
    #[inline]
    pub(super) fn new(board: &Board, colour: Colour, jumpers: u32) -> Self {
        Captures {
            jumpers,
            empty: board.empty(),
            prey: board.of(colour.other()),
            kings: board.kings,
            forward: if colour == Colour::Black { DOWN } else { UP },
            from: 0,
            chain: ArrayVec::new(),
        }
    }

    /// The directions in which the moving piece can jump on. Its start counts as empty.
    #[inline]
    fn onward(&self, square: u8, captured: u32) -> u8 {
        let start = 1u32 << (self.from & 31);
        let (prey, empty) = (self.prey & !captured, self.empty | start);
        let possible = |direction: usize| {
            let jump = JUMPS[square as usize & 31][direction];
            u8::from(jump.over & prey != 0 && jump.onto & empty != 0) << direction
        };
        let is_king = self.kings & start != 0;
        match (is_king, self.forward) {
            (true, _) => possible(0) | possible(1) | possible(2) | possible(3),
            (false, DOWN) => possible(0) | possible(1),
            (false, _) => possible(2) | possible(3),
        }
    }
}

impl Iterator for Captures {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            let Some(link) = self.chain.last_mut() else {
                if self.jumpers == 0 {
                    return None;
                }
                self.from = self.jumpers.trailing_zeros() as u8;
                self.jumpers &= self.jumpers - 1;
                let untried = self.onward(self.from, 0);
                self.chain.push(Link { captured: 0, directions: 0, square: self.from, jumps: 0, untried });
                continue;
            };
            if link.untried == 0 {
                self.chain.pop();
                continue;
            }
            let direction = link.untried.trailing_zeros();
            link.untried &= link.untried - 1;
            let jump = JUMPS[link.square as usize & 31][direction as usize & 3];
            let captured = link.captured | jump.over;
            let directions = link.directions | direction << (2 * link.jumps);
            let jumps = link.jumps + 1;
            let square = jump.onto.trailing_zeros() as u8;
            // A man has no onward jump from the far row in its own direction, so crowning ends the move by itself.
            let untried = self.onward(square, captured);
            if untried == 0 {
                return Some(Move { captured, directions, from: self.from, to: square });
            }
            self.chain.push(Link { captured, directions, square, jumps, untried });
        }
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Moves<V> {
    steps: Steps,
    captures: Captures,
    /// How many pieces a capture must take where the variant asks for the most.
    most: u32,
    variant: PhantomData<V>,
}

impl<V: Variant> Moves<V> {
    #[inline]
    pub(super) fn new(board: &Board, colour: Colour) -> Self {
        let jumpers = board.jumpers(colour);
        let captures = Captures::new(board, colour, jumpers);
        let steps = if jumpers == 0 { board.steps(colour) } else { Steps { down: 0, up: 0 } };
        let most = if V::MOST_PIECES && jumpers != 0 { most_pieces(captures.clone()) } else { 0 };
        Moves { steps, captures, most, variant: PhantomData }
    }

    /// No moves: the game is over.
    #[inline]
    pub(super) fn none(board: &Board, colour: Colour) -> Self {
        let captures = Captures::new(board, colour, 0);
        Moves { steps: Steps { down: 0, up: 0 }, captures, most: 0, variant: PhantomData }
    }
}

/// The number of pieces the longest capture takes.
fn most_pieces(captures: Captures) -> u32 {
    captures.map(|mv| mv.captured.count_ones()).max().unwrap_or(0)
}

impl<V: Variant> Iterator for Moves<V> {
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
        loop {
            let mv = self.captures.next()?;
            if !V::MOST_PIECES || mv.captured.count_ones() == self.most {
                return Some(mv);
            }
        }
    }
}

/// How many captures are legal.
pub(super) fn count_captures<V: Variant>(captures: Captures) -> usize {
    if !V::MOST_PIECES {
        return captures.count();
    }
    let (mut most, mut count) = (0, 0);
    for mv in captures {
        let pieces = mv.captured.count_ones();
        if pieces > most {
            (most, count) = (pieces, 1);
        } else if pieces == most {
            count += 1;
        }
    }
    count
}

/// A uniformly chosen legal capture; `choose` is given how many there are, and asked only if more than one.
#[inline]
pub(super) fn chosen_capture<V: Variant>(captures: Captures, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
    // Nearly always all captures fit here and need not be generated a second time.
    let mut first = ArrayVec::<Move, 16>::new();
    let (mut most, mut count) = (0, 0);
    for mv in captures.clone() {
        if V::MOST_PIECES {
            let pieces = mv.captured.count_ones();
            if pieces < most {
                continue;
            }
            if pieces > most {
                (most, count) = (pieces, 0);
                first.clear();
            }
        }
        count += 1;
        let _ = first.try_push(mv);
    }
    let rank = if count > 1 { choose(count) as usize } else { 0 };
    let legal = |mv: &Move| !V::MOST_PIECES || mv.captured.count_ones() == most;
    first.get(rank).copied().or_else(|| captures.filter(legal).nth(rank))
}
