//! Where things lie: colours, kinds of pieces, and the 41 cells under both of their coordinates.

use std::fmt;

/// One of the four colours of cities and resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// Written `R`.
    Red,
    /// Written `G`.
    Green,
    /// Written `B`.
    Blue,
    /// Written `Y`.
    Yellow,
}

impl Colour {
    /// All four in the reference order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Green, Colour::Blue, Colour::Yellow];

    /// 0 to 3, to index what is kept for each colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in move and piece names.
    pub const fn letter(self) -> char {
        ['R', 'G', 'B', 'Y'][self as usize]
    }

    /// The word.
    pub const fn word(self) -> &'static str {
        ["red", "green", "blue", "yellow"][self as usize]
    }

    /// The colour of a letter, capital or not.
    pub fn from_letter(letter: char) -> Option<Self> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_uppercase())
    }
}

/// What a piece is, and equally what a cell takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Scores for its owner.
    City,
    /// Counts for every city beside it and belongs to nobody.
    Resource,
}

impl Kind {
    /// Both kinds in the reference order.
    pub const BOTH: [Kind; 2] = [Kind::City, Kind::Resource];

    /// How many pieces of this kind a player starts with, of each colour.
    #[inline]
    pub const fn supply(self) -> u8 {
        match self {
            Kind::City => 2,
            Kind::Resource => 3,
        }
    }

    /// The letter in piece names.
    pub const fn letter(self) -> char {
        match self {
            Kind::City => 'C',
            Kind::Resource => 'R',
        }
    }

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::City => "city",
            Kind::Resource => "resource",
        }
    }
}

/// A kind of piece in a colour, named like `RC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Its colour.
    pub colour: Colour,
    /// City or resource.
    pub kind: Kind,
}

impl Piece {
    /// All eight in the reference order: `RC RR GC GR BC BR YC YR`.
    pub const ALL: [Piece; 8] = {
        let mut all = [Piece { colour: Colour::Red, kind: Kind::City }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Piece { colour: Colour::ALL[index / 2], kind: Kind::BOTH[index % 2] };
            index += 1;
        }
        all
    };

    /// The place in the reference order.
    #[inline]
    pub const fn index(self) -> usize {
        2 * self.colour as usize + self.kind as usize
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.kind.letter())
    }
}

/// A bit that turns the number of a city cell into that of a resource cell: see [`Cell`].
pub(super) const RESOURCE_BIT: u8 = 32;
/// The lattice is five wide; cities use four of each row.
pub(super) const STRIDE: u8 = 5;

/// A cell of the board.
///
/// People name it by row and column of a 9x9 array in which the board is a diamond. Turned by 45
/// degrees it is a 4x4 grid of city squares with resources on the 5x5 lattice of their corners, and
/// that is how it is numbered: `5a + b` for a city, `32 + 5a + b` for a resource, so that a city's
/// four resources are found by adding 0, 1, 5 and 6.
///
/// ```text
///     resources             cities
///   0  1  2  3  4
///   5  6  7  8  9        0  1  2  3
///  10 11 12 13 14        5  6  7  8
///  15 16 17 18 19       10 11 12 13
///  20 21 22 23 24       15 16 17 18
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell in a row and column of the 9x9 array, each 0 to 8, where there is one.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row > 8 || column > 8 || row.abs_diff(4) + column.abs_diff(4) > 4 {
            return None;
        }
        let (sum, difference) = (row + column, row + 4 - column);
        Some(if sum.is_multiple_of(2) {
            Cell(RESOURCE_BIT + (sum - 4) / 2 * STRIDE + difference / 2)
        } else {
            Cell((sum - 5) / 2 * STRIDE + (difference - 1) / 2)
        })
    }

    /// Every cell, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..81).filter_map(|index| Cell::at(index / 9, index % 9))
    }

    /// What the cell takes.
    #[inline]
    pub const fn kind(self) -> Kind {
        if self.0 & RESOURCE_BIT == 0 { Kind::City } else { Kind::Resource }
    }

    /// Row in the 9x9 array, 0 at the top.
    pub const fn row(self) -> u8 {
        let (a, b) = self.lattice();
        a + b + (self.0 < RESOURCE_BIT) as u8
    }

    /// Column in the 9x9 array, 0 on the left.
    pub const fn column(self) -> u8 {
        let (a, b) = self.lattice();
        a + 4 - b
    }

    /// Row and column in the turned board of its kind.
    #[inline]
    pub(super) const fn lattice(self) -> (u8, u8) {
        let number = self.0 & (RESOURCE_BIT - 1);
        (number / STRIDE, number % STRIDE)
    }

    /// The bit of the cell in the planes of its kind.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << (self.0 & (RESOURCE_BIT - 1))
    }

    /// The cells that touch this one, of the other kind, row by row: four for a city, one to four for a resource.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        let (row, column) = (self.row(), self.column());
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .filter_map(move |(down, right)| Cell::at(row.checked_add_signed(down)?, column.checked_add_signed(right)?))
    }
}

/// The digits of row and column, as in moves.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.column())
    }
}

/// All city cells as bits.
pub(super) const CITY_CELLS: u32 = 0b01111_01111_01111_01111;
/// All resource cells as bits.
pub(super) const RESOURCE_CELLS: u32 = (1 << 25) - 1;

/// The numbers of the cells of each kind row by row of the 9x9 array; lists are made in this order.
pub(super) const READING_ORDER: [[u8; 32]; 2] = {
    let mut order = [[0; 32]; 2];
    let mut filled = [0; 2];
    let mut index = 0;
    while index < 81 {
        if let Some(cell) = Cell::at(index / 9, index % 9) {
            let kind = cell.kind() as usize;
            order[kind][filled[kind]] = cell.0;
            filled[kind] += 1;
        }
        index += 1;
    }
    order
};

/// For each kind and each row of its lattice, the cells of a five-bit row as bits in reading order.
const READING_BITS: [[[u32; 32]; 5]; 2] = {
    let mut table = [[[0; 32]; 5]; 2];
    let mut kind = 0;
    while kind < 2 {
        let mut rank = 0;
        while rank < [16, 25][kind] {
            let (a, b) = Cell(READING_ORDER[kind][rank]).lattice();
            let mut row = 0;
            while row < 32 {
                if row >> b & 1 == 1 {
                    table[kind][a as usize][row] |= 1 << rank;
                }
                row += 1;
            }
            rank += 1;
        }
        kind += 1;
    }
    table
};

/// A set of cells of a kind with its bits moved into reading order.
#[inline]
pub(super) fn in_reading_order(kind: Kind, cells: u32) -> u32 {
    let table = &READING_BITS[kind as usize];
    let row = |index: usize| table[index][(cells >> (5 * index) & 31) as usize];
    row(0) | row(1) | row(2) | row(3) | row(4)
}
