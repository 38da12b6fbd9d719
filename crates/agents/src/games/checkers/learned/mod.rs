//! What an evaluation of checkers is learned from.
//!
//! | file | what |
//! |---|---|
//! | `patterns.rs` | men by blocks of eight squares, kings by rows, material, the move, mobility: for tables |
//! | `squares.rs` | what stands on each square: for networks |

mod patterns;
mod squares;

use grandline_games::checkers::{Board, Checkers, Colour, Variant};
use grandline_search::Noise;

pub use patterns::Patterns;
pub use squares::Squares;

/// How many phases a game has.
const PHASES: usize = 5;
/// A phase ends when this many pieces more are gone.
const PHASE: u32 = 4;

/// The phase of a position: how many pieces are gone.
#[inline]
fn phase<V: Variant>(position: &Checkers<V>) -> usize {
    ((24_u32.saturating_sub(position.piece_count())) / PHASE).min(PHASES as u32 - 1) as usize
}

/// The board with the first player's pieces as Black's, moving down.
#[inline]
fn seen_by_first<V: Variant>(position: &Checkers<V>) -> Board {
    match V::STARTS {
        Colour::Black => *position.board(),
        Colour::White => position.board().turned(),
    }
}

/// The men of the first player, of the second, the kings of the first and of the second.
#[inline]
fn pieces(board: &Board) -> [u32; 4] {
    let men = !board.kings;
    [board.black & men, board.white & men, board.black & board.kings, board.white & board.kings]
}

/// A position with a capture is not evaluated: it must be played out.
#[inline]
fn noise<V: Variant>(position: &Checkers<V>) -> Noise {
    if position.must_capture() { Noise::Forced } else { Noise::Quiet }
}

#[cfg(test)]
mod tests {
    use grandline_games::Game;
    use grandline_games::checkers::{Aiarena, English};
    use grandline_games::random::seeded;

    use super::*;
    use crate::learned::{FeatureSet, Sample, declared};

    /// A position and the same one with the board turned round and the colours exchanged look alike to the player to move.
    fn both_sides_see_the_same<V: Variant>(set: &dyn FeatureSet<Checkers<V>>) {
        let (mut own, mut other) = (Sample::default(), Sample::default());
        for seed in 0..50 {
            let (mut position, mut rng) = (Checkers::<V>::start(0), seeded(seed));
            while let Some(mv) = position.random_move(&mut rng) {
                position.play(mv);
                let turned = Checkers::<V>::from_board(position.board().turned(), position.colour_to_move().other());
                set.sample(&position, &mut own);
                set.sample(&turned, &mut other);
                own.indices.sort_unstable();
                other.indices.sort_unstable();
                assert_eq!(own, other, "{} {position:?}", set.layout().name);
                assert_eq!(set.is_quiet(&position), !position.must_capture());
            }
        }
    }

    #[test]
    fn both_variants_and_sets() {
        both_sides_see_the_same::<English>(&*declared::<Checkers<English>, Patterns>());
        both_sides_see_the_same::<English>(&*declared::<Checkers<English>, Squares>());
        both_sides_see_the_same::<Aiarena>(&*declared::<Checkers<Aiarena>, Patterns>());
        both_sides_see_the_same::<Aiarena>(&*declared::<Checkers<Aiarena>, Squares>());
    }
}
