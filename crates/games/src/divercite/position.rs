//! What evaluations and pictures ask a position, and the way to build one that was not played.

use std::marker::PhantomData;

use super::board::{CITY_CELLS, Cell, Colour, Kind, Piece, RESOURCE_BIT, RESOURCE_CELLS};
use super::moves::{Placement, Stock};
use super::{Divercite, LAST_STEP, MOVE_KEYS, START_KEY, STOCK_KEYS, Variant};
use crate::bits::Bits;
use crate::game::Side;

impl<V: Variant> Divercite<V> {
    /// How many moves have been made, which is also how many pieces are on the board.
    #[inline]
    pub fn plies(&self) -> u8 {
        self.step
    }

    /// Whether all pieces are on the board.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.step == LAST_STEP
    }

    /// How many of a piece a player still has.
    #[inline]
    pub fn stock(&self, player: Side, piece: Piece) -> u8 {
        (self.stocks[player.index()] >> (2 * piece.index()) & 3) as u8
    }

    /// How many pieces a player still has in all.
    #[inline]
    pub fn pieces_left(&self, player: Side) -> u8 {
        // The first player is ahead by one after an odd number of moves.
        (LAST_STEP - self.step + player.index() as u8) / 2
    }

    /// How many cities a player still has: the product adds the counters of all colours up.
    #[inline]
    pub fn cities_left(&self, player: Side) -> u8 {
        let counters = u32::from(self.stocks[player.index()]) & 0x3333;
        (counters.wrapping_mul(0x1111) >> 12 & 15) as u8
    }

    /// The cities of a player in a colour as bits: city (a, b) of the turned board is bit `5a + b`.
    #[inline]
    pub fn city_plane(&self, player: Side, colour: Colour) -> u32 {
        self.cities[colour.index()] & self.owned[player.index()]
    }

    /// The resources of a colour as bits: resource (a, b) is bit `5a + b`, and the city of the same bit
    /// touches it, as it touches the next one and those 5 and 6 further on.
    #[inline]
    pub fn resource_plane(&self, colour: Colour) -> u32 {
        self.resources[colour.index()]
    }

    /// City cells that touch a resource cell of a plane: those whose corner it is.
    #[inline]
    pub const fn touched(plane: u32) -> u32 {
        plane | plane >> 1 | plane >> 5 | plane >> 6
    }

    /// The cities of a player as bits, of all colours.
    #[inline]
    pub fn owned(&self, player: Side) -> u32 {
        self.owned[player.index()]
    }

    /// The empty city cells as bits.
    #[inline]
    pub fn empty_cities(&self) -> u32 {
        CITY_CELLS & !(self.owned[0] | self.owned[1])
    }

    /// The empty resource cells as bits.
    #[inline]
    pub fn empty_resources(&self) -> u32 {
        let [red, green, blue, yellow] = self.resources;
        RESOURCE_CELLS & !(red | green | blue | yellow)
    }

    /// Whether nothing stands on a cell.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        let empty = match cell.kind() {
            Kind::City => self.empty_cities(),
            Kind::Resource => self.empty_resources(),
        };
        empty & cell.bit() != 0
    }

    /// The owner and colour of the city on a cell; `None` where there is none or never can be.
    pub fn city_at(&self, cell: Cell) -> Option<(Side, Colour)> {
        if cell.kind() == Kind::Resource {
            return None;
        }
        let owner = Side::BOTH.into_iter().find(|player| self.owned[player.index()] & cell.bit() != 0)?;
        let colour = Colour::ALL.into_iter().find(|colour| self.cities[colour.index()] & cell.bit() != 0)?;
        Some((owner, colour))
    }

    /// The colour of the resource on a cell; `None` where there is none or never can be.
    pub fn resource_at(&self, cell: Cell) -> Option<Colour> {
        if cell.kind() == Kind::City {
            return None;
        }
        Colour::ALL.into_iter().find(|colour| self.resources[colour.index()] & cell.bit() != 0)
    }

    /// The resources around a city cell, row by row.
    pub fn resources_around(&self, city: Cell) -> impl Iterator<Item = Option<Colour>> {
        city.neighbours().map(|cell| self.resource_at(cell))
    }

    /// Whether the city on a cell is a divercité.
    pub fn is_divercite(&self, cell: Cell) -> bool {
        cell.kind() == Kind::City && self.diverse() & !self.empty_cities() & cell.bit() != 0
    }

    /// A position from all that cannot be derived; points and key are counted anew. The caller vouches
    /// for as many pieces as moves, in turns.
    pub(super) fn assemble(resources: [u32; 4], cities: [u32; 4], owned: [u32; 2], stocks: [Stock; 2]) -> Self {
        let placed = (owned[0] | owned[1]).count_ones() as u8;
        let filled = resources.iter().map(|plane| plane.count_ones() as u8).sum::<u8>();
        let mut position = Divercite {
            resources,
            cities,
            owned,
            stocks,
            points: [0; 2],
            placed,
            step: placed + filled,
            key: 0,
            variant: PhantomData,
        };
        position.points = position.counted_points();
        position.key = position.counted_key();
        position
    }

    /// The key from scratch, as the sum of what every piece added.
    fn counted_key(&self) -> u64 {
        let mut key = START_KEY;
        for colour in Colour::ALL {
            for player in Side::BOTH {
                for city in Bits(u64::from(self.city_plane(player, colour))) {
                    key = key.wrapping_add(MOVE_KEYS[player.index()][Placement::new(colour, Cell(city)).index()]);
                }
                let piece = Piece { colour, kind: Kind::Resource };
                let gone = u64::from(Kind::Resource.supply() - self.stock(player, piece));
                key = key.wrapping_add(gone.wrapping_mul(STOCK_KEYS[player.index()][colour.index()]));
            }
            for resource in Bits(u64::from(self.resource_plane(colour))) {
                let mv = Placement::new(colour, Cell(resource | RESOURCE_BIT));
                let term = MOVE_KEYS[0][mv.index()].wrapping_sub(STOCK_KEYS[0][colour.index()]);
                key = key.wrapping_add(term);
            }
        }
        key
    }
}
