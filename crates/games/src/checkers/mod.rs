//! Checkers on the 32 dark squares, in two variants: [`English`] draughts and the [`Aiarena`] course's game.
//!
//! Men move and capture diagonally forward, kings one step any way; capturing is a must, and a chain
//! of jumps is one move. Jumped pieces leave the board at the end of the move and are not jumped
//! twice; the start counts as empty. A man that reaches the far row is crowned and its move ends.
//! A side that cannot move has lost.

mod board;
mod captures;
mod edit;
mod fen;
mod moves;
mod numbered;
pub mod openings;
pub mod pdn;
mod picture;
mod terminal;
mod text;
mod variant;

use std::marker::PhantomData;

use rand_core::Rng;

use crate::bits::Bits;
use crate::game::{Game, Margin, Side};
use crate::random::{keys, pick};
use moves::Moves;

pub use board::{Board, Colour};
pub use moves::Move;
pub use variant::{Aiarena, English, Layout, Variant};

/// A position of a variant of checkers. Squares are bits in reading order: index 0 is the leftmost
/// dark square of the top row, 31 the rightmost of the bottom row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers<V> {
    /// The hash of the pieces and the side to move, kept up move by move.
    hash: u64,
    board: Board,
    to_move: Colour,
    /// Plies since the last progress, as the variant defines it.
    counter: u8,
    variant: PhantomData<V>,
}

/// Keys of black men, black kings, white men and white kings on each square.
static PIECE_KEYS: [[u64; 32]; 4] = [keys(0x626D), keys(0x626B), keys(0x776D), keys(0x776B)];
static COUNTER_KEYS: [u64; 256] = keys(0x706C);
const WHITE_TO_MOVE: u64 = crate::random::mix(0x7475);

#[inline]
fn piece_key(colour: Colour, is_king: bool, square: u8) -> u64 {
    PIECE_KEYS[colour as usize * 2 + usize::from(is_king)][square as usize & 31]
}

impl<V: Variant> Checkers<V> {
    /// A position of parts that were checked before.
    fn new(board: Board, to_move: Colour, counter: u8) -> Self {
        let mut position = Checkers { hash: 0, board, to_move, counter, variant: PhantomData };
        position.hash = position.computed_hash();
        position
    }

    /// A position without a past: these pieces, and whose turn it is.
    #[inline]
    pub fn from_board(board: Board, to_move: Colour) -> Self {
        Checkers::new(board, to_move, 0)
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    fn computed_hash(&self) -> u64 {
        let side = if self.to_move == Colour::White { WHITE_TO_MOVE } else { 0 };
        Colour::BOTH.into_iter().fold(side, |hash, colour| {
            let pieces = Bits(u64::from(self.board.of(colour)));
            pieces.fold(hash, |hash, square| hash ^ piece_key(colour, self.board.kings >> square & 1 == 1, square))
        })
    }

    /// The men of a colour as bits.
    #[inline]
    pub const fn men(&self, colour: Colour) -> u32 {
        self.board.of(colour) & !self.board.kings
    }

    /// The kings of a colour as bits.
    #[inline]
    pub const fn kings(&self, colour: Colour) -> u32 {
        self.board.of(colour) & self.board.kings
    }

    /// The men and kings of a colour as bits.
    #[inline]
    pub const fn pieces(&self, colour: Colour) -> u32 {
        self.board.of(colour)
    }

    /// How many pieces are on the board.
    #[inline]
    pub const fn piece_count(&self) -> u32 {
        (!self.board.empty()).count_ones()
    }

    /// The pieces of a colour that the opponent could jump at once, were it the opponent's turn.
    #[inline]
    pub const fn capturable(&self, colour: Colour) -> u32 {
        self.board.capturable(colour)
    }

    /// Whether the side to move has to capture.
    #[inline]
    pub const fn must_capture(&self) -> bool {
        self.board.can_capture(self.to_move)
    }

    /// The colour whose turn it is.
    #[inline]
    pub const fn colour_to_move(&self) -> Colour {
        self.to_move
    }

    /// Plies since a capture (or, in English draughts, a man's move).
    #[inline]
    pub const fn counter(&self) -> u8 {
        self.counter
    }

    /// The player who has a colour.
    #[inline]
    pub fn player_of(colour: Colour) -> Side {
        if colour == V::STARTS { Side::First } else { Side::Second }
    }

    /// The colour a player has.
    #[inline]
    pub fn colour_of(player: Side) -> Colour {
        if player == Side::First { V::STARTS } else { V::STARTS.other() }
    }

    /// The counter after a move.
    #[inline]
    fn counted(counter: u8, mv: Move, was_king: bool) -> u8 {
        let progress = mv.is_capture() | (V::MAN_RESETS & !was_king);
        if progress { 0 } else { counter + 1 }
    }

    /// A uniformly random move that takes no notice of the counter.
    #[inline(always)]
    fn random_on(board: &Board, colour: Colour, rng: &mut impl Rng) -> Option<Move> {
        let jumps = board.jumps(colour);
        if jumps.any() {
            captures::chosen_capture::<V>(board, colour, &jumps, |count| pick(rng, count))
        } else {
            board.steps(colour).chosen(|count| pick(rng, count))
        }
    }
}

impl<V: Variant> Game for Checkers<V> {
    type Move = Move;

    const MAX_MARGIN: i16 = 1;
    const RECURS: bool = V::REPETITION;

    fn start(_seed: u64) -> Self {
        Checkers::new(Board::START, V::STARTS, 0)
    }

    #[inline]
    fn to_move(&self) -> Side {
        Self::player_of(self.to_move)
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        if self.counter >= V::DRAW_AFTER { Moves::none() } else { Moves::new::<V>(&self.board, self.to_move) }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        *self = self.child(mv);
    }

    #[inline]
    fn child(&self, mv: Move) -> Self {
        let (colour, other) = (self.to_move, self.to_move.other());
        let made = self.board.after(colour, mv);
        let mut hash = self.hash
            ^ WHITE_TO_MOVE
            ^ piece_key(colour, made.was_king, mv.from())
            ^ piece_key(colour, made.is_king, mv.to());
        let mut captured = mv.captured();
        while captured != 0 {
            let square = captured.trailing_zeros() as u8;
            hash ^= piece_key(other, self.board.kings >> square & 1 == 1, square);
            captured &= captured - 1;
        }
        let counter = Self::counted(self.counter, mv, made.was_king);
        Checkers { hash, board: made.board, to_move: other, counter, variant: PhantomData }
    }

    /// A side that cannot move has lost, even where the counter would make a draw.
    #[inline]
    fn outcome(&self) -> Option<Margin> {
        if !self.board.can_move(self.to_move) {
            Some(Margin::win(!self.to_move(), 1))
        } else if self.counter >= V::DRAW_AFTER {
            Some(Margin::DRAW)
        } else {
            None
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.counter >= V::HASHED_FROM { self.hash ^ COUNTER_KEYS[self.counter as usize] } else { self.hash }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.counter >= V::DRAW_AFTER {
            return 0;
        }
        let jumps = self.board.jumps(self.to_move);
        if jumps.any() {
            captures::count_captures::<V>(&self.board, self.to_move, &jumps)
        } else {
            self.board.steps(self.to_move).count() as usize
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.counter >= V::DRAW_AFTER {
            return None;
        }
        Self::random_on(&self.board, self.to_move, rng)
    }

    /// The choice itself says when no move is left, and the hash is only computed for the last position.
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        let Checkers { mut board, mut to_move, mut counter, .. } = *self;
        while counter < V::DRAW_AFTER
            && let Some(mv) = Self::random_on(&board, to_move, rng)
        {
            let made = board.after(to_move, mv);
            board = made.board;
            counter = Self::counted(counter, mv, made.was_king);
            to_move = to_move.other();
        }
        *self = Checkers::new(board, to_move, counter);
        self.outcome().unwrap_or_else(|| unreachable!("a game without a move to make has ended"))
    }

    #[inline]
    fn left(&self) -> u32 {
        self.piece_count()
    }

    #[inline]
    fn recurs(&self, earlier: &Self) -> bool {
        self.board == earlier.board && self.to_move == earlier.to_move
    }

    /// The counter makes no difference.
    #[inline]
    fn recurrence_key(&self) -> u64 {
        self.hash
    }

    /// A capture or a crowning cannot be taken back, nor can a man's move: nothing before the last one comes again.
    #[inline]
    fn recurs_within(&self) -> usize {
        usize::from(self.counter)
    }
}
