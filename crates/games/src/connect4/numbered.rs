//! Connect 4 in numbers: a move is its column, and the discs of each side are a plane.

use super::{COLUMNS, Column, Connect4, ROWS, cell};
use crate::game::{Game, Side};
use crate::numbered::{Numbered, Planes};

impl Numbered for Connect4 {
    const ACTIONS: usize = COLUMNS as usize;
    /// Own discs, the other's, and whether it is the player's turn; the top row comes first, as it is drawn.
    const PLANES: [usize; 3] = [3, ROWS as usize, COLUMNS as usize];

    #[inline]
    fn action(Column(column): Column) -> usize {
        usize::from(column)
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Column> {
        let column = u8::try_from(action).ok().filter(|&column| column < COLUMNS)?;
        (!self.won && self.is_open(column)).then_some(Column(column))
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        for side in [player, !player] {
            let discs = self.discs(side);
            let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
            let taken = cells.filter(|&(row, column)| discs & cell(column, ROWS - 1 - row) != 0);
            planes.cells(taken.map(|(row, column)| (usize::from(row), usize::from(column))));
        }
        planes.flag(player == self.to_move());
    }
}
