//! The 192 symmetries: eight of the square board, times all permutations of the colours.

use super::board::{Cell, Colour, RESOURCE_BIT};
use super::moves::{Placement, Stock};
use super::{Divercite, Variant};
use crate::bits::Bits;
use crate::game::Symmetry;

/// Symmetry `n` moves cells as board symmetry `n % 8` and colours as permutation `n / 8`.
const BOARD_SYMMETRIES: u8 = 8;

/// Where each board symmetry takes each cell, by number. Bit 0 of the symmetry turns the lattice's rows
/// around, bit 1 its columns, bit 2 then exchanges the two.
static CELL_IMAGES: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (symmetry, number) = (index / 64, (index % 64) as u8);
        let (a, b) = Cell(number).lattice();
        let last = if number & RESOURCE_BIT == 0 { 3 } else { 4 };
        if a <= last && b <= last {
            let a = if symmetry & 1 == 0 { a } else { last - a };
            let b = if symmetry & 2 == 0 { b } else { last - b };
            let (a, b) = if symmetry & 4 == 0 { (a, b) } else { (b, a) };
            table[symmetry][number as usize] = (number & RESOURCE_BIT) | (5 * a + b);
        }
        index += 1;
    }
    table
};

/// Every order of the colours, the plain one first: entry `c` of a row is the image of colour `c`.
static PERMUTATIONS: [[u8; 4]; 24] = {
    let mut table = [[0; 4]; 24];
    let (mut found, mut code) = (0, 0u8);
    while found < 24 {
        let images = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << images[0] | 1 << images[1] | 1 << images[2] | 1 << images[3] == 15 {
            table[found] = images;
            found += 1;
        }
        code = code.wrapping_add(1);
    }
    table
};

/// The image of a move.
pub(super) fn map_move(mv: Placement, Symmetry(index): Symmetry) -> Placement {
    let cell = CELL_IMAGES[usize::from(index % BOARD_SYMMETRIES)][usize::from(mv.0 & 63)];
    let colour = PERMUTATIONS[usize::from(index / BOARD_SYMMETRIES)][mv.colour().index()];
    Placement(colour << 6 | cell)
}

/// The image of a set of cells of one kind, `offset` being 0 for cities and [`RESOURCE_BIT`] for resources.
fn map_cells(cells: u32, offset: u8, images: &[u8; 64]) -> u32 {
    Bits(u64::from(cells)).fold(0, |image, cell| image | Cell(images[usize::from(cell + offset)]).bit())
}

/// All that a position has of one colour; positions are compared by these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Share {
    resources: u32,
    /// The cities of each player.
    cities: [u32; 2],
    /// Two counters of each player's stock.
    stocks: [Stock; 2],
}

impl<V: Variant> Divercite<V> {
    fn shares(&self) -> [Share; 4] {
        Colour::ALL.map(|colour| Share {
            resources: self.resources[colour.index()],
            cities: self.owned.map(|owned| self.cities[colour.index()] & owned),
            stocks: self.stocks.map(|stock| stock >> (4 * colour.index()) & 15),
        })
    }

    /// The position whose colours have these shares, in order.
    fn from_shares(shares: [Share; 4]) -> Self {
        let owned = [0, 1].map(|player| shares.iter().fold(0, |cities, share| cities | share.cities[player]));
        let stocks =
            [0, 1].map(|player| shares.iter().rev().fold(0, |stock: Stock, share| stock << 4 | share.stocks[player]));
        let cities = shares.map(|share| share.cities[0] | share.cities[1]);
        Divercite::assemble(shares.map(|share| share.resources), cities, owned, stocks)
    }

    /// The image of the position.
    pub(super) fn image(&self, Symmetry(index): Symmetry) -> Self {
        let shares = self.shares().map(|share| share.mapped(index % BOARD_SYMMETRIES));
        let mut images = shares;
        for (colour, &image) in PERMUTATIONS[usize::from(index / BOARD_SYMMETRIES)].iter().enumerate() {
            images[usize::from(image)] = shares[colour];
        }
        Divercite::from_shares(images)
    }

    /// The least of all images, and a symmetry that leads to it. Sorting a position's colours finds the least of
    /// their 24 permutations at once, so eight images are made instead of 192.
    pub(super) fn representative(&self) -> (Self, Symmetry) {
        let shares = self.shares();
        let candidates = (0..BOARD_SYMMETRIES).map(|board| {
            let mapped = shares.map(|share| share.mapped(board));
            let mut order = [0, 1, 2, 3];
            order.sort_by_key(|&colour: &usize| mapped[colour]);
            (order.map(|colour| mapped[colour]), board, order)
        });
        let least = candidates.min_by_key(|&(shares, ..)| shares);
        let (shares, board, order) = least.unwrap_or((shares, 0, [0, 1, 2, 3]));
        let leads =
            |images: &[u8; 4]| order.iter().enumerate().all(|(image, &colour)| images[colour] as usize == image);
        let permutation = PERMUTATIONS.iter().position(leads).unwrap_or(0) as u8;
        (Divercite::from_shares(shares), Symmetry(permutation * BOARD_SYMMETRIES + board))
    }
}

impl Share {
    fn mapped(self, board: u8) -> Self {
        let images = &CELL_IMAGES[usize::from(board)];
        Share {
            resources: map_cells(self.resources, RESOURCE_BIT, images),
            cities: self.cities.map(|cities| map_cells(cities, 0, images)),
            stocks: self.stocks,
        }
    }
}
