//! The eight symmetries of the board.

use super::{Move, Othello};
use crate::game::Symmetry;

/// Bit 0 of the symmetry turns the rows around, bit 1 the columns, bit 2 then exchanges the two.
pub(super) const fn map_move(mv: Move, Symmetry(index): Symmetry) -> Move {
    let Some(square) = mv.square() else { return mv };
    let (mut row, mut column) = (square / 8, square % 8);
    if index & 1 != 0 {
        row = 7 - row;
    }
    if index & 2 != 0 {
        column = 7 - column;
    }
    Move(if index & 4 == 0 { 8 * row + column } else { 8 * column + row })
}

/// The image of a set of squares.
#[inline]
const fn map_squares(mut squares: u64, Symmetry(index): Symmetry) -> u64 {
    if index & 1 != 0 {
        squares = squares.swap_bytes();
    }
    if index & 2 != 0 {
        squares = squares.reverse_bits().swap_bytes();
    }
    if index & 4 == 0 { squares } else { transposed(squares) }
}

/// The set mirrored along the diagonal from a1 to h8: blocks of four by four, two by two and one are exchanged across it.
#[inline]
const fn transposed(mut squares: u64) -> u64 {
    let mut exchange = (squares ^ squares >> 28) & 0x0000_0000_F0F0_F0F0;
    squares ^= exchange ^ exchange << 28;
    exchange = (squares ^ squares >> 14) & 0x0000_CCCC_0000_CCCC;
    squares ^= exchange ^ exchange << 14;
    exchange = (squares ^ squares >> 7) & 0x00AA_00AA_00AA_00AA;
    squares ^ exchange ^ exchange << 7
}

impl Othello {
    /// The image of the position.
    #[inline]
    pub(super) fn image(&self, symmetry: Symmetry) -> Self {
        let map = |squares| map_squares(squares, symmetry);
        Othello { own: map(self.own), other: map(self.other), legal: map(self.legal), to_move: self.to_move }
    }

    /// The image with the least discs, and a symmetry that leads to it.
    pub(super) fn representative(&self) -> (Self, Symmetry) {
        let images = Symmetry::all::<Self>().map(|symmetry| (self.image(symmetry), symmetry));
        let least = images.min_by_key(|(image, _)| (image.own, image.other));
        least.unwrap_or((*self, Symmetry::IDENTITY))
    }
}

#[cfg(test)]
mod tests {
    use super::{map_move, map_squares};
    use crate::bits::Bits;
    use crate::game::Symmetry;
    use crate::othello::Move;
    use crate::random::mix;

    #[test]
    fn sets_map_like_their_squares() {
        for index in 0..8 {
            let symmetry = Symmetry(index);
            for set in (0..100).map(mix) {
                let one_by_one = Bits(set).fold(0, |image, square| image | 1 << map_move(Move(square), symmetry).0);
                assert_eq!(map_squares(set, symmetry), one_by_one, "{set:#x} under {index}");
            }
        }
    }
}
