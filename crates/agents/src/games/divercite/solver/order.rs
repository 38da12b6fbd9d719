//! The order in which moves are tried.

use super::board::{Each, touching, weight};
use super::node::{Node, View};

/// What a city that can still become a divercité counts, by the number of colours it lacks, in eighths of a point.
const HOPES: [i32; 5] = [0, 10, 6, 4, 2];

/// What the moves of a node share.
pub(super) struct Order {
    /// What the player to move loses by using up a resource of each colour: its next best weight.
    costs: [i32; 4],
}

impl Order {
    #[inline]
    pub(super) fn new(node: &Node) -> Self {
        let mover = node.mover();
        let next_best = |colour: u8| match node.stocks[mover].count(colour) {
            0 => 0,
            count => node.weights.best(colour, count, mover) - node.weights.best(colour, count - 1, mover),
        };
        Order { costs: [0, 1, 2, 3].map(next_best) }
    }

    /// How promising resources of each colour are on a cell, without what they gain: the other player may want the cell, and
    /// cities come closer to a divercité or lose the hope of one.
    #[inline]
    pub(super) fn cell(&self, node: &Node, view: &View, weights: u32, cell: u8) -> [i32; 4] {
        let mover = node.mover();
        let sign = if mover == 0 { -1 } else { 1 };
        let theirs = Each(node.stocks[1 - mover].resources()).map(|colour| sign * weight(weights, colour)).max();
        let mut scores = self.costs.map(|cost| 3 * theirs.unwrap_or(0) - 2 * cost);
        for city in Each(view.hopeful & touching(cell)) {
            let near = node.near.map(|near| near >> city & 1);
            let lacking = 4 - near.iter().sum::<u32>() as usize;
            let sign = if node.owned[mover] >> city & 1 == 1 { 1 } else { -1 };
            let closer = if lacking == 1 { 0 } else { HOPES[lacking - 1] - HOPES[lacking] };
            for (score, near) in scores.iter_mut().zip(near) {
                *score += sign * if near == 1 { -HOPES[lacking] } else { closer };
            }
        }
        scores
    }

    /// How promising a city is, without what it gains.
    #[inline]
    pub(super) fn city(node: &Node, view: &View, city: u8) -> i32 {
        let lacking = node.near.iter().filter(|&&near| near >> city & 1 == 0).count();
        if view.promising >> city & 1 == 1 { HOPES[lacking] } else { 0 }
    }
}
