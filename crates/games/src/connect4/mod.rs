//! Connect 4: seven columns, six rows, four or more in line win.

mod edit;
mod numbered;
mod picture;
mod text;

use rand_core::Rng;

use crate::game::{Game, Margin, Side, Symmetry};
use crate::random::pick;

pub(crate) const COLUMNS: u8 = 7;
pub(crate) const ROWS: u8 = 6;
const CELLS: u8 = COLUMNS * ROWS;

/// A position as two bit sets. A column is seven bits high; the seventh stays empty, so that lines
/// never run from one column into the next:
///
/// ```text
///   6 13 20 27 34 41 48    always empty
///   5 12 19 26 33 40 47    top row
///   4 11 18 25 32 39 46
///   3 10 17 24 31 38 45
///   2  9 16 23 30 37 44
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42    bottom row
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connect4 {
    /// Discs of the player to move.
    own: u64,
    /// Discs of both players.
    filled: u64,
    plies: u8,
    /// Whether the player who just moved has a line.
    won: bool,
}

/// A column, 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub(crate) u8);

const fn bottom(column: u8) -> u64 {
    1 << (column * (ROWS + 1))
}

const fn top(column: u8) -> u64 {
    1 << (column * (ROWS + 1) + ROWS - 1)
}

const fn column_mask(column: u8) -> u64 {
    ((1 << ROWS) - 1) << (column * (ROWS + 1))
}

/// The bit of a cell; row 0 is the lowest.
const fn cell(column: u8, row: u8) -> u64 {
    1 << (column * (ROWS + 1) + row)
}

/// Steps from a bit to its neighbours: up, and to the right downwards, level and upwards.
const DIRECTIONS: [u32; 4] = [1, ROWS as u32, ROWS as u32 + 1, ROWS as u32 + 2];

/// With this many discs on the board nobody has a line, and the next disc may make one.
const LINE_POSSIBLE: u8 = 6;

/// Whether four discs of a set stand in line.
#[inline]
fn has_line(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    };
    (line(DIRECTIONS[0]) | line(DIRECTIONS[1]) | line(DIRECTIONS[2]) | line(DIRECTIONS[3])) != 0
}

impl Connect4 {
    /// The discs of a player as bits, see the layout above.
    pub fn discs(&self, player: Side) -> u64 {
        if player == self.to_move() { self.own } else { self.own ^ self.filled }
    }

    /// How many discs have been played.
    pub fn plies(&self) -> u8 {
        self.plies
    }

    /// Puts a disc into a column that is open, and says which discs its owner has then.
    #[inline]
    fn drop(&mut self, column: u8) -> u64 {
        let mover = self.own | (self.filled + bottom(column)) & column_mask(column);
        self.own ^= self.filled;
        self.filled |= mover;
        self.plies += 1;
        mover
    }

    #[inline]
    fn is_open(&self, column: u8) -> bool {
        self.filled & top(column) == 0
    }
}

impl Game for Connect4 {
    type Move = Column;

    /// A win with the fourth disc leaves 17 of 21 in hand and counts 18.
    const MAX_MARGIN: i16 = 18;
    const SYMMETRIES: u8 = 2;

    fn start(_seed: u64) -> Self {
        Connect4 { own: 0, filled: 0, plies: 0, won: false }
    }

    #[inline]
    fn to_move(&self) -> Side {
        Side::from_parity(self.plies as usize)
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Column> {
        let columns = if self.won { 0 } else { COLUMNS };
        (0..columns).filter(|&column| self.is_open(column)).map(Column)
    }

    #[inline]
    fn play(&mut self, Column(column): Column) {
        self.won = has_line(self.drop(column));
    }

    #[inline]
    fn outcome(&self) -> Option<Margin> {
        if self.won {
            let winner = !self.to_move();
            Some(Margin::win(winner, i16::from(CELLS / 2 + 1) - i16::from(self.plies.div_ceil(2))))
        } else if self.plies == CELLS {
            Some(Margin::DRAW)
        } else {
            None
        }
    }

    /// Adding the filled cells carries each column's own discs above a marker bit: the sum is unique.
    #[inline]
    fn key(&self) -> u64 {
        self.own + self.filled
    }

    fn mapped(&self, symmetry: Symmetry) -> Self {
        if symmetry == Symmetry::IDENTITY {
            return *self;
        }
        Connect4 { own: mirror(self.own), filled: mirror(self.filled), ..*self }
    }

    fn map_move(Column(column): Column, symmetry: Symmetry) -> Column {
        Column(if symmetry == Symmetry::IDENTITY { column } else { COLUMNS - 1 - column })
    }

    #[inline]
    fn count_moves(&self) -> usize {
        const TOPS: u64 = {
            let (mut tops, mut column) = (0, 0);
            while column < COLUMNS {
                tops |= top(column);
                column += 1;
            }
            tops
        };
        if self.won { 0 } else { COLUMNS as usize - (self.filled & TOPS).count_ones() as usize }
    }

    /// Tries columns until one is open: columns are rarely full, and the choice stays uniform.
    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Column> {
        if self.won || self.plies == CELLS {
            return None;
        }
        loop {
            let column = pick(rng, u32::from(COLUMNS)) as u8;
            if self.is_open(column) {
                return Some(Column(column));
            }
        }
    }

    /// Draws several columns from each random number and skips those that are full: the choice stays uniform.
    #[inline]
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        // Before the seventh disc nobody has four of them and no column is full, so that nothing needs a test.
        let mut columns = Columns(if self.plies < LINE_POSSIBLE { rng.next_u64() } else { 0 });
        while self.plies < LINE_POSSIBLE {
            self.drop(columns.next());
        }
        loop {
            let mut columns = Columns(rng.next_u64());
            for _ in 0..3 {
                if let Some(margin) = self.outcome() {
                    return margin;
                }
                let column = columns.next();
                if self.is_open(column) {
                    self.play(Column(column));
                }
            }
        }
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(CELLS - self.plies))
    }

    #[inline]
    fn plies_played(&self) -> Option<u32> {
        Some(u32::from(self.plies))
    }
}

/// Columns from the digits to the base 7 of a random fraction: of ten of them none is off by more than one in 10^10.
struct Columns(u64);

impl Columns {
    #[inline]
    fn next(&mut self) -> u8 {
        let product = u128::from(self.0) * u128::from(COLUMNS);
        self.0 = product as u64;
        (product >> 64) as u8
    }
}

/// The set with its columns in reverse order.
fn mirror(discs: u64) -> u64 {
    (0..COLUMNS).fold(0, |image, column| {
        let discs = (discs & column_mask(column)) >> (column * (ROWS + 1));
        image | discs << ((COLUMNS - 1 - column) * (ROWS + 1))
    })
}
