//! The eight symmetries of the square: bit 0 swaps rows and columns, then bit 1 mirrors left and
//! right and bit 2 top and bottom.

use super::location::{Location, SIDE};
use super::{HandOfTheKing, Move, Variant};
use crate::bits::Bits;
use crate::game::Symmetry;

/// The image of a place.
fn place(location: Location, Symmetry(element): Symmetry) -> Location {
    let (mut row, mut column) = (location.row(), location.column());
    if element & 1 != 0 {
        (row, column) = (column, row);
    }
    if element & 2 != 0 {
        column = SIDE - 1 - column;
    }
    if element & 4 != 0 {
        row = SIDE - 1 - row;
    }
    Location::at(row, column)
}

pub(super) fn map_position<V: Variant>(position: &HandOfTheKing<V>, symmetry: Symmetry) -> HandOfTheKing<V> {
    let set = |set: u64| Bits(set).fold(0, |image, index| image | place(Location(index), symmetry).bit());
    HandOfTheKing { planes: position.planes.map(set), varys: place(position.varys, symmetry), ..*position }
}

pub(super) fn map_move(mv: Move, symmetry: Symmetry) -> Move {
    let one = |location| place(location, symmetry);
    match mv {
        Move::Take(target) => Move::Take(one(target)),
        Move::Jon(card) => Move::Jon(one(card)),
        Move::Sandor(card) => Move::Sandor(one(card)),
        Move::Ramsay(a, b) => Move::ramsay(one(a), one(b)),
        Move::Jaqen(a, b, companion) => Move::jaqen(one(a), one(b), companion),
        Move::Gendry | Move::Melisandre => mv,
    }
}
