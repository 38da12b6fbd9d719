//! Othello in numbers: a move is its square, and the discs of each side are a plane.

use super::board::SIDE;
use super::{Move, Othello};
use crate::bits::Bits;
use crate::game::{Game, Side};
use crate::numbered::{Numbered, Planes};

impl Numbered for Othello {
    /// The squares in reading order, and the pass.
    const ACTIONS: usize = 65;
    /// Own discs, the other's, and whether it is the player's turn; row 1 comes first, as it is drawn.
    const PLANES: [usize; 3] = [3, SIDE as usize, SIDE as usize];

    #[inline]
    fn action(Move(number): Move) -> usize {
        usize::from(number)
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let legal = match action {
            0..64 => self.legal >> action & 1 == 1,
            64 => self.must_pass(),
            _ => false,
        };
        legal.then_some(Move(action as u8))
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        for side in [player, !player] {
            planes.cells(Bits(self.discs(side)).map(|square| (usize::from(square / SIDE), usize::from(square % SIDE))));
        }
        planes.flag(player == self.to_move());
    }
}
