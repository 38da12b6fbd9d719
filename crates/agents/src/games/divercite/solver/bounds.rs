//! Bounds of what can still be gained that need no search.

use grandline_games::divercite::Variant;

use super::node::{Node, View};
use super::scale::Scale;

/// A bound of what the player to move can gain, if one tells whether that is at least `need`.
#[inline]
pub(super) fn answer<V: Variant>(node: &Node, view: &View, need: i32) -> Option<i32> {
    let mover = node.mover();
    let high = most::<V>(node, view, mover, 2);
    if high < need {
        return Some(high);
    }
    let low = -most::<V>(node, view, 1 - mover, 1);
    (low >= need).then_some(low)
}

/// The most that a player can gain against a certain way to play.
///
/// The player's own resources all go to the best cells of their colours, its hopeful cities all become divercités, and its
/// new cities earn all that a city can. The other player always puts a resource on the worst cell that is left. At most
/// `rank - 1` cells are taken before its first resource and two more before each later one, so that the cell is at least
/// that bad.
fn most<V: Variant>(node: &Node, view: &View, player: usize, mut rank: u32) -> i32 {
    let weights = &node.weights;
    let (own, other) = (node.stocks[player], node.stocks[1 - player]);
    let mut points = 0;
    for colour in 0..4 {
        points += weights.best(colour, own.count(colour), player);
    }
    for colour in 0..4 {
        let sorted = weights.sorted(colour, player);
        for _ in 0..other.count(colour) {
            points += sorted.worst(rank);
            rank += 2;
        }
    }
    let hopeful = (view.hopeful & node.owned[player]).count_ones() as i32;
    let whole = Scale::<V>::POINT + Scale::<V>::DIVERCITE;
    points * Scale::<V>::POINT + hopeful * Scale::<V>::DIVERCITE + own.count_cities() as i32 * whole
}
