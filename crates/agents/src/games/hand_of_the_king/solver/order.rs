//! The order in which moves are tried. Only the first one of a won position matters, and it need not be the best: the
//! easiest win is.

use super::node::Node;
use super::ranks::{self, Capture, NOBODY, Ranks, WON};

/// The chance, in 4096ths, that a house ends up with a side if each of its cards is as likely to go to either.
static CHANCES: [[i16; 16]; 9] = {
    let mut chances = [[0; 16]; 9];
    let mut left = 0;
    while left < 9 {
        let mut rank = 0;
        while rank <= WON {
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
const REPLY: i32 = 170;
/// What a card that can still be taken costs: the fewer are left, the shorter the proof.
const CARD: i32 = 600;
/// What a house that is won for good by the move is worth beyond its chance.
const FOR_GOOD: i32 = 400;

/// How promising a move is: what it changes in the chance of the captured house, less the replies it allows and the cards
/// that can still be taken.
#[inline]
pub(super) fn score(before: &Node, after: &Node, capture: Capture, replies: u32, cards: u32) -> i32 {
    let Capture { house, taken, left } = capture;
    let own = ranks::turned(after.ranks);
    let gain = chance(own, house, left) - chance(before.ranks, house, left + taken);
    let is_won_now = ranks::get(own, house) == WON && ranks::get(before.ranks, house) != WON;
    gain + i32::from(is_won_now) * FOR_GOOD - REPLY * replies as i32 - CARD * cards as i32
}
