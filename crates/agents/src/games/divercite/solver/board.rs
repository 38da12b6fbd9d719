//! The board: cells as bits of a word, who touches whom, and the weights of resource cells.
//!
//! Cells are numbered as [`Cell`](grandline_games::divercite::Cell) says: `5a + b` in each of the two lattices.

use grandline_games::Side;
use grandline_games::divercite::{Colour, Divercite, Variant};
use grandline_games::random::keys;

/// The number of resource cells.
pub(super) const CELLS: usize = 25;

/// A cell and the three others around the same cell of the other kind.
const AROUND: u32 = 0b11_00011;

/// The city cells that touch each resource cell.
static TOUCHING: [u32; 32] = {
    let mut table = [0; 32];
    let mut city = 0;
    while city < 19 {
        if city % 5 < 4 {
            let mut corner = 0;
            while corner < 4 {
                table[city + [0, 1, 5, 6][corner]] |= 1 << city;
                corner += 1;
            }
        }
        city += 1;
    }
    table
};

/// The city cells that touch a resource cell.
#[inline]
pub(super) fn touching(cell: u8) -> u32 {
    TOUCHING[usize::from(cell & 31)]
}

/// The resource cells that touch a city cell.
#[inline]
pub(super) const fn corners(city: u8) -> u32 {
    AROUND << city
}

/// For each resource cell and each set of the city cells that touch it, a random word that is their sum; 0 for none.
static LINKS: [[u64; 16]; 32] = {
    let cities: [u64; 32] = keys(0x0D17_0001);
    let mut table = [[0; 16]; 32];
    let mut cell = 0;
    while cell < CELLS {
        let mut set = 0;
        while set < 16 {
            let mut corner = 0;
            while corner < 4 {
                let city = cell as i32 - [6, 5, 1, 0][corner];
                if set >> corner & 1 == 1 && city >= 0 && TOUCHING[cell] >> city & 1 == 1 {
                    table[cell][set] = u64::wrapping_add(table[cell][set], cities[city as usize]);
                }
                corner += 1;
            }
            set += 1;
        }
        cell += 1;
    }
    table
};

/// A word for the city cells of a set that touch a resource cell, the same for all resource cells that touch the same ones.
#[inline]
pub(super) fn link(cell: u8, cities: u32) -> u64 {
    let around = cities << 6 >> cell & AROUND;
    LINKS[usize::from(cell & 31)][((around | around >> 3) & 15) as usize]
}

/// The members of a set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Each(pub(super) u32);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// The cities on the board, as resources see them. A resource of some colour adds a point to each city of that colour it
/// touches, whatever else happens: so cells have weights that only a new city changes.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    /// For each resource cell and colour, the cities of the first player less those of the second: one byte per colour.
    weights: [u32; 32],
    /// The cities of each colour.
    pub(super) cities: [u32; 4],
}

impl Ground {
    /// The cities of a position.
    pub(super) fn new<V: Variant>(position: &Divercite<V>) -> Self {
        let mut ground = Ground { weights: [0; 32], cities: [0; 4] };
        for side in Side::BOTH {
            for colour in Colour::ALL {
                for city in Each(position.city_plane(side, colour)) {
                    ground = ground.with(city, colour as u8, side.index());
                }
            }
        }
        ground
    }

    /// The same with one more city.
    pub(super) fn with(&self, city: u8, colour: u8, player: usize) -> Self {
        let mut ground = *self;
        ground.cities[usize::from(colour & 3)] |= 1 << city;
        let shift = 8 * u32::from(colour);
        for cell in Each(corners(city)) {
            let weights = &mut ground.weights[usize::from(cell & 31)];
            let weight = (*weights >> shift) as u8;
            let changed = if player == 0 { weight.wrapping_add(1) } else { weight.wrapping_sub(1) };
            *weights = *weights & !(0xFF << shift) | u32::from(changed) << shift;
        }
        ground
    }

    /// The weights of a cell for all colours.
    #[inline]
    pub(super) fn weights(&self, cell: u8) -> u32 {
        self.weights[usize::from(cell & 31)]
    }
}

/// The weight of one colour.
#[inline]
pub(super) const fn weight(weights: u32, colour: u8) -> i32 {
    (weights >> (8 * (colour & 3))) as i8 as i32
}
