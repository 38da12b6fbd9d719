//! The places of the board, and the sets of them that a line through Varys needs.

/// Places in a row, and rows.
pub(super) const SIDE: u8 = 6;
/// How many places there are.
pub(super) const PLACES: u8 = SIDE * SIDE;
/// The places of the left column.
const COLUMN: u64 = 0x0000_0101_0101_0101;
/// The places of the top row.
const ROW: u64 = 0x3F;

/// A place of the board. A row takes eight bits of a set, of which the last two stay empty, so that
/// rows and columns are found by shifting:
///
/// ```text
///    0  1  2  3  4  5     location 0 to 5, top row
///    8  9 10 11 12 13     location 6 to 11
///   16 17 18 19 20 21
///   24 25 26 27 28 29
///   32 33 34 35 36 37
///   40 41 42 43 44 45     location 30 to 35
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(pub(super) u8);

impl Location {
    /// The place of a number from 0 (top left) to 35 (bottom right), row by row.
    pub const fn new(number: u8) -> Option<Self> {
        if number < PLACES { Some(Self::at(number / SIDE, number % SIDE)) } else { None }
    }

    /// The place in a row and column, both below six.
    pub(super) const fn at(row: u8, column: u8) -> Self {
        Location(row << 3 | column)
    }

    /// Every place in ascending order.
    pub fn all() -> impl Iterator<Item = Location> {
        (0..PLACES).filter_map(Location::new)
    }

    /// The number from 0 to 35.
    #[inline]
    pub const fn number(self) -> u8 {
        self.row() * SIDE + self.column()
    }

    /// The row, 0 on top.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The column, 0 on the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The set of this place alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The row and the column through this place.
    #[inline]
    pub(super) const fn lines(self) -> u64 {
        ROW << (self.0 & 0x38) | COLUMN << (self.0 & 7)
    }

    /// The places from this one to another of its row or column, both included.
    #[inline]
    pub(super) const fn path_to(self, other: Location) -> u64 {
        // The places below either end but not below both, without asking which end is lower.
        let span = (self.bit() - 1) ^ (other.bit() - 1) | self.bit() | other.bit();
        if self.0 ^ other.0 < 8 { span } else { span & COLUMN << (self.0 & 7) }
    }

    /// The places behind another of this place's row or column, seen from here.
    #[inline]
    pub(super) const fn beyond(self, other: Location) -> u64 {
        let line = if self.0 ^ other.0 < 8 { ROW << (self.0 & 0x38) } else { COLUMN << (self.0 & 7) };
        let below = other.bit() - 1;
        line & if other.0 > self.0 { !below & !other.bit() } else { below }
    }

    /// The cards of a set in this place's row and in its column, six bits each.
    #[inline]
    pub(super) const fn line_patterns(self, cards: u64) -> (usize, usize) {
        // The product moves bit 8i of the column to bit 56 + i; no two of its terms meet.
        const GATHER: u64 = 1 << 56 | 1 << 49 | 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21;
        let row = cards >> (self.0 & 0x38) & ROW;
        let column = (cards >> (self.0 & 7) & COLUMN).wrapping_mul(GATHER) >> 56;
        (row as usize, column as usize)
    }
}
