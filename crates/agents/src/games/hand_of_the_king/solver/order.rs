//! The order in which moves are tried. Only the first one of a won position matters, and it need not be the best: the
//! easiest win is.

use super::node::Node;
use super::ranks::{self, Capture, NOBODY, Ranks};

/// The chance, in 4096ths, that a house ends up with a side if each of its cards is as likely to go to either.
static CHANCES: [[i16; 16]; 9] = {
    let mut chances = [[0; 16]; 9];
    let mut left = 0;
    while left < 9 {
        let mut rank = 0;
        while rank <= ranks::WON {
            chances[left][rank as usize] = if left == 0 {
                if rank > NOBODY {
                    4096
                } else if rank == NOBODY {
                    2048
                } else {
                    0
                }
            } else {
                let (own, other) = ranks::next(rank, left - 1);
                (chances[left - 1][own as usize] + chances[left - 1][other as usize]) / 2
            };
            rank += 1;
        }
        left += 1;
    }
    chances
};

/// The chance of a house for the side whose ranks these are.
#[inline]
fn chance(ranks: Ranks, house: u8, left: u8) -> i32 {
    i32::from(CHANCES[usize::from(left)][usize::from(ranks::get(ranks, house) & 15)])
}

/// What a reply of the other side costs, in 4096ths of a house.
const REPLY: i32 = 200;

/// How promising a move is: what it changes in the chance of the captured house, less the replies it allows.
#[inline]
pub(super) fn score(before: &Node, after: &Node, capture: Capture, replies: u32) -> i32 {
    let Capture { house, taken, left } = capture;
    let gain = chance(ranks::turned(after.ranks), house, left) - chance(before.ranks, house, left + taken);
    gain - REPLY * replies as i32
}
