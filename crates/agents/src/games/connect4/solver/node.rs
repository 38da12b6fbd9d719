//! Positions as the search sees them, and their children.

use super::bits::{CENTRE_FIRST, is_several, mirror, playable, winning};
use super::score::{least, most};
use super::table::{Bounds, Spread};

/// With more empty cells than this a position shares its entry with its mirror image.
const MIRROR_EMPTY: i32 = 26;

/// A position whose player to move neither wins at once nor has to lose at once.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Discs of the player to move.
    pub(super) own: u64,
    /// Discs of both.
    pub(super) filled: u64,
    /// Empty cells that complete four for the player to move; none of them is playable.
    pub(super) threats: u64,
    /// Empty cells that complete four for the opponent.
    pub(super) danger: u64,
    /// The moves after which the opponent does not win at once.
    pub(super) moves: u64,
}

impl Node {
    /// The key of the table; early in the game a position and its mirror image have the same.
    #[inline(always)]
    pub(super) fn spread(&self, empty: i32) -> Spread {
        let key = self.own + self.filled;
        Spread::new(if empty > MIRROR_EMPTY { key.min(mirror(key)) } else { key })
    }

    /// The bounds of the score that the number of empty cells sets.
    #[inline(always)]
    pub(super) const fn possible(empty: i32) -> Bounds {
        Bounds { low: least(empty), high: most(empty) }
    }
}

/// The children of a node, from the centre to the edges.
pub(super) struct Children {
    pub(super) count: usize,
    cells: [u64; 7],
    dangers: [u64; 7],
    moves: [u64; 7],
    /// The more the earlier.
    orders: [u8; 7],
}

/// All children of a node, or a move after which the opponent cannot avoid losing at once.
pub(super) enum Expansion {
    Children(Children),
    Win(u64),
}

impl Children {
    /// Discs that make the opponent lose at once are found here: two threats at once, or a threat above a forced reply.
    #[inline(always)]
    pub(super) fn of(node: &Node) -> Expansion {
        let mut children = Children { count: 0, cells: [0; 7], dangers: [0; 7], moves: [0; 7], orders: [0; 7] };
        for column in CENTRE_FIRST {
            let cell = node.moves & column;
            if cell == 0 {
                continue;
            }
            let filled = node.filled | cell;
            let danger = winning(node.own | cell, filled);
            let playable = playable(filled);
            let forced = danger & playable;
            let moves = if forced != 0 { forced } else { playable } & !(danger >> 1);
            if moves == 0 || is_several(forced) {
                return Expansion::Win(cell);
            }
            let index = children.count;
            children.cells[index] = cell;
            children.dangers[index] = danger;
            children.moves[index] = moves;
            children.orders[index] = order(node, cell, danger);
            children.count += 1;
        }
        Expansion::Children(children)
    }

    /// The cell of a child.
    #[inline(always)]
    pub(super) fn cell(&self, index: usize) -> u64 {
        self.cells[index]
    }

    /// The order of a child: the more the earlier.
    #[inline(always)]
    pub(super) fn order(&self, index: usize) -> u8 {
        self.orders[index]
    }

    /// The position of a child.
    #[inline(always)]
    pub(super) fn node(&self, parent: &Node, index: usize) -> Node {
        let cell = self.cells[index];
        Node {
            own: parent.own ^ parent.filled,
            filled: parent.filled | cell,
            threats: parent.danger & !cell,
            danger: self.dangers[index],
            moves: self.moves[index],
        }
    }
}

/// Moves that create threats come first, and moves that let the opponent block one of ours come last. Other moves keep
/// the same order everywhere, so that different paths meet in the same positions.
#[inline(always)]
fn order(node: &Node, cell: u64, danger: u64) -> u8 {
    // A threat above a cell that wins for the opponent is never carried out.
    let mut created = danger & !node.threats & !(node.danger << 1);
    let mut order = if (cell << 1) & node.threats != 0 { 0 } else { 2 };
    while created != 0 {
        created &= created - 1;
        order += 1;
    }
    order
}
