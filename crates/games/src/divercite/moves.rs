//! Moves: their one byte, the list of them, and a direct uniform pick.

use rand_core::Rng;

use super::board::{Cell, Colour, Kind, Piece, READING_ORDER, in_reading_order};
use super::{Divercite, Variant};
use crate::bits::nth_bit;

/// A piece from the mover's stock put on a cell of its kind: the colour in two bits, the cell in six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement(pub(super) u8);

impl Placement {
    /// A piece of a colour on a cell; the cell says whether it is a city or a resource.
    #[inline]
    pub const fn new(colour: Colour, cell: Cell) -> Self {
        Placement((colour as u8) << 6 | cell.0)
    }

    /// The colour of the piece.
    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 >> 6) as usize]
    }

    /// Where the piece goes.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell(self.0 & 63)
    }

    /// The piece.
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece { colour: self.colour(), kind: self.cell().kind() }
    }

    /// A number below 256 for tables of moves.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// [`Piece::index`] straight from the bits.
    #[inline]
    pub(super) const fn piece_index(self) -> u32 {
        (self.0 >> 5 & 6 | self.0 >> 5 & 1) as u32
    }
}

/// A player's stock: a two-bit counter for each piece, in the reference order from the lowest bits.
pub(super) type Stock = u16;

/// Two cities and three resources of every colour.
pub(super) const FULL_STOCK: Stock = 0b11_10_11_10_11_10_11_10;

/// The lowest bit of the counter of each colour of city that is left.
#[inline]
pub(super) const fn cities_in(stock: Stock) -> u32 {
    ((stock | stock >> 1) & 0x1111) as u32
}

/// The same of resources.
#[inline]
pub(super) const fn resources_in(stock: Stock) -> u32 {
    cities_in(stock >> 2)
}

/// How many of four colours a set of [`cities_in`] or [`resources_in`] has: the product adds its bits up.
#[inline]
pub(super) const fn count_colours(set: u32) -> u32 {
    set.wrapping_mul(0x1111) >> 12 & 7
}

/// The colour with `rank` colours of the set before it.
#[inline]
pub(super) fn nth_colour(set: u32, rank: u32) -> u8 {
    /// For each set of four colours, its members two bits each, the first in the lowest.
    const MEMBERS: [u8; 16] = {
        let mut table = [0; 16];
        let mut set = 0;
        while set < 16 {
            let (mut colour, mut found) = (0, 0);
            while colour < 4 {
                if set >> colour & 1 == 1 {
                    table[set] |= colour << (2 * found);
                    found += 1;
                }
                colour += 1;
            }
            set += 1;
        }
        table
    };
    // The product brings bits 0, 4, 8 and 12 together at 9 to 12; no two other terms meet.
    let packed = set.wrapping_mul(1 << 9 | 1 << 6 | 1 << 3 | 1) >> 9 & 15;
    MEMBERS[packed as usize] >> (2 * rank) & 3
}

/// How many moves there are of each kind.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Colours to choose from, a set as of [`cities_in`].
    colours: [u32; 2],
    /// How many colours that are.
    kinds: [u32; 2],
    /// Empty cells to choose from.
    cells: [u32; 2],
}

impl Choice {
    #[inline]
    pub(super) fn new(stock: Stock, empty_cities: u32, empty_resources: u32) -> Self {
        let colours = [cities_in(stock), resources_in(stock)];
        Choice { colours, kinds: colours.map(count_colours), cells: [empty_cities, empty_resources] }
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.kinds[0] * self.cells[0] + self.kinds[1] * self.cells[1]
    }

    /// One of all moves, each as likely: the kind, the colour, and how many empty cells come before its own.
    /// The high half of one random number decides the kind; the low half, read as a fraction and stretched
    /// twice, the colour and the cell. There must be a move.
    #[inline]
    pub(super) fn pick(&self, rng: &mut impl Rng) -> (usize, u8, u32) {
        let random = rng.next_u64();
        let pick = ((random >> 32) * u64::from(self.count())) >> 32;
        let kind = usize::from(pick >= u64::from(self.kinds[0] * self.cells[0]));
        let colour = (random & 0xFFFF_FFFF) * u64::from(self.kinds[kind]);
        let cell = ((colour & 0xFFFF_FFFF) * u64::from(self.cells[kind])) >> 32;
        (kind, nth_colour(self.colours[kind], (colour >> 32) as u32), cell as u32)
    }
}

impl<V: Variant> Divercite<V> {
    #[inline]
    pub(super) fn choice(&self) -> Choice {
        let player = usize::from(self.step & 1);
        Choice::new(self.stocks[player], u32::from(16 - self.placed), u32::from(25 + self.placed - self.step))
    }

    #[inline]
    pub(super) fn list(&self) -> Placements {
        let stock = self.stocks[usize::from(self.step & 1)];
        Placements {
            pieces: (stock | stock >> 1) & 0x5555,
            empty: [
                in_reading_order(Kind::City, self.empty_cities()),
                in_reading_order(Kind::Resource, self.empty_resources()),
            ],
            cells: 0,
            colour: 0,
            kind: 0,
        }
    }

    #[inline]
    pub(super) fn random(&self, rng: &mut impl Rng) -> Option<Placement> {
        let choice = self.choice();
        if choice.count() == 0 {
            return None;
        }
        let (kind, colour, rank) = choice.pick(rng);
        let empty = [u64::from(self.empty_cities()), u64::from(self.empty_resources()) << 32];
        Some(Placement(colour << 6 | nth_bit(empty[kind], rank)))
    }
}

/// Every legal move in the reference order: pieces `RC RR GC GR BC BR YC YR`, then cells row by row.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    /// The lowest bit of the counter of each piece that is still to come.
    pieces: u16,
    /// Empty cells of each kind, in reading order.
    empty: [u32; 2],
    /// Cells still to come of the present piece.
    cells: u32,
    /// The colour of the present piece, where a move has it.
    colour: u8,
    kind: usize,
}

impl Placements {
    /// Turns to the next piece; `None` if there is none.
    #[inline]
    fn take_up_piece(&mut self) -> Option<()> {
        if self.pieces == 0 {
            return None;
        }
        let piece = self.pieces.trailing_zeros() as u8 / 2;
        self.pieces &= self.pieces - 1;
        self.colour = piece >> 1 << 6;
        self.kind = usize::from(piece & 1);
        self.cells = self.empty[self.kind];
        Some(())
    }
}

impl Iterator for Placements {
    type Item = Placement;

    #[inline]
    fn next(&mut self) -> Option<Placement> {
        while self.cells == 0 {
            self.take_up_piece()?;
        }
        let rank = self.cells.trailing_zeros() as usize;
        self.cells &= self.cells - 1;
        Some(Placement(self.colour | READING_ORDER[self.kind & 1][rank & 31]))
    }

    /// Skips all cells of a piece at once.
    #[inline]
    fn nth(&mut self, mut skipped: usize) -> Option<Placement> {
        loop {
            let cells = self.cells.count_ones() as usize;
            if skipped < cells {
                (0..skipped).for_each(|_| self.cells &= self.cells - 1);
                return self.next();
            }
            skipped -= cells;
            self.take_up_piece()?;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let pieces = [self.pieces & 0x1111, self.pieces & 0x4444].map(u16::count_ones);
        let rest = pieces[0] * self.empty[0].count_ones() + pieces[1] * self.empty[1].count_ones();
        let count = (self.cells.count_ones() + rest) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Placements {}
