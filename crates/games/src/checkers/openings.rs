//! The three-move openings of English draughts, derived and not listed: every position after three
//! plies in which nobody simply loses a man.
//!
//! Matches are played from a ballot of these openings, since free play between strong sides is mostly drawn.

use std::collections::HashSet;

use super::{Checkers, Colour, Move, Variant};
use crate::game::Game;
use crate::record::Record;

/// How many plies are searched for the loss of a man; captures are followed to their end beyond that.
const DEPTH: u32 = 6;
const PLIES: usize = 3;

/// One order of moves for every opening, in the order of the generator.
pub fn three_move_openings<V: Variant>() -> Vec<Record<Checkers<V>>> {
    let mut openings = vec![Record::new(Checkers::<V>::start(0))];
    for _ in 0..PLIES {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for opening in &openings {
            for mv in opening.position().moves() {
                let mut next = opening.clone();
                next.play(mv);
                if seen.insert(*next.position()) {
                    longer.push(next);
                }
            }
        }
        openings = longer;
    }
    openings.retain(|opening| is_level(opening.position()));
    openings
}

/// Whether neither side can win a piece by force within the horizon.
fn is_level<V: Variant>(position: &Checkers<V>) -> bool {
    material(position, DEPTH, -1, 1) == 0
}

/// The balance of pieces for the side to move after best play, by alpha-beta in the window given.
fn material<V: Variant>(position: &Checkers<V>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 && !position.must_capture() {
        let count = |colour: Colour| position.pieces(colour).count_ones() as i32;
        return count(position.colour_to_move()) - count(position.colour_to_move().other());
    }
    let mut best = -i32::from(u8::MAX);
    for mv in position.moves().collect::<Vec<Move>>() {
        let value = -material(&position.child(mv), depth.saturating_sub(1), -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}
