//! Divercité in numbers: a move is a colour and one of 41 cells, and every kind of piece is a plane.

use super::board::{Cell, Colour, Kind, Piece};
use super::moves::Placement;
use super::{Divercite, Variant};
use crate::game::{Game, Side};
use crate::numbered::{Numbered, Planes};

/// How many cells the board has.
const CELLS: usize = 41;

/// The cells row by row.
const ORDER: [Cell; CELLS] = {
    let mut order = [Cell(0); CELLS];
    let (mut index, mut count) = (0, 0);
    while index < 81 {
        if let Some(cell) = Cell::at(index / 9, index % 9) {
            order[count] = cell;
            count += 1;
        }
        index += 1;
    }
    order
};

/// The place of each cell in that order.
const RANKS: [u8; 64] = {
    let mut ranks = [0; 64];
    let mut rank = 0;
    while rank < CELLS {
        ranks[ORDER[rank].0 as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

impl<V: Variant> Numbered for Divercite<V> {
    const ACTIONS: usize = 4 * CELLS;
    /// By colour: own cities, the other's, resources; by kind of piece: how many are left, own and the other's; the turn.
    const PLANES: [usize; 3] = [29, 9, 9];

    #[inline]
    fn action(mv: Placement) -> usize {
        mv.colour().index() * CELLS + usize::from(RANKS[usize::from(mv.cell().0)])
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Placement> {
        let mv = Placement::new(*Colour::ALL.get(action / CELLS)?, ORDER[action % CELLS]);
        let legal = self.is_empty(mv.cell()) && self.stock(self.to_move(), mv.piece()) > 0;
        legal.then_some(mv)
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        let place = |cell: Cell| (usize::from(cell.row()), usize::from(cell.column()));
        for side in [player, !player] {
            for colour in Colour::ALL {
                planes.cells(Cell::all().filter(|&cell| self.city_at(cell) == Some((side, colour))).map(place));
            }
        }
        for colour in Colour::ALL {
            planes.cells(Cell::all().filter(|&cell| self.resource_at(cell) == Some(colour)).map(place));
        }
        for side in [player, !player] {
            for piece in Piece::ALL {
                planes.all(f32::from(self.stock(side, piece)) / f32::from(Kind::supply(piece.kind)));
            }
        }
        planes.flag(player == self.to_move());
    }
}
