//! Positions as the search sees them: without what can no longer matter.

use grandline_games::hand_of_the_king::Variant;

use super::board::{self, Layout, Places};
use super::goal::Goal;
use super::ranks::{self, Capture, HOUSES, LOST, NOBODY, ONES, Ranks, WON};
use super::table::{Key, Proof};

/// A position: the cards that can still be taken, Varys' place, and the ranks of the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cards: Places,
    pub(super) varys: u8,
    pub(super) ranks: Ranks,
}

/// A position in its normal form, and what is needed to get back to the position it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) node: Node,
    /// The ranks before houses that are decided were exchanged.
    unsorted: Ranks,
    /// Whether cards were left out.
    fewer: bool,
}

impl Node {
    /// The key of the position for a goal of the side to move.
    #[inline]
    pub(super) fn key(&self, goal: Goal) -> Key {
        Key::new(self.cards, self.varys, goal.number())
    }

    /// The position after Varys goes to a card, and what is captured. The ranks are those of the next to move.
    #[inline]
    pub(super) fn after(&self, target: u8, layout: &Layout) -> (Node, Capture) {
        let house = layout.house(target);
        let kin = self.cards & layout.places(house);
        let captured = kin & board::path(self.varys, target);
        let (taken, left) = (captured.count_ones() as u8, (kin & !captured).count_ones() as u8);
        let capture = Capture { house, taken, left };
        let ranks = ranks::turned(capture.by_own(self.ranks));
        (Node { cards: self.cards & !captured, varys: target, ranks }, capture)
    }

    /// The normal form: cards that Varys cannot get to are left out, and of houses that are decided only the number counts,
    /// so that the first of them are those won.
    #[inline]
    pub(super) fn normal(self, layout: &Layout) -> Normal {
        let cards = board::connected(self.cards, self.varys);
        let fewer = cards != self.cards;
        let unsorted = if fewer { with_fewer(self.ranks, cards, self.cards & !cards, layout) } else { self.ranks };
        Normal { node: Node { cards, varys: self.varys, ranks: sorted(unsorted) }, unsorted, fewer }
    }
}

/// Ranks where some cards cannot be taken any more.
#[inline]
fn with_fewer(ranks: Ranks, cards: Places, gone: Places, layout: &Layout) -> Ranks {
    let mut fewer = ranks;
    for house in 0..HOUSES as u8 {
        if layout.places(house) & gone != 0 {
            let old = ranks::get(ranks, house);
            let new = ranks::with_left(old, (layout.places(house) & cards).count_ones() as u8);
            fewer ^= u64::from(old ^ new) << (8 * house);
        }
    }
    fewer
}

/// Ranks with the decided houses exchanged such that the first of them are those won. Stark takes no part while a tie is
/// possible that it may break; before anyone has a Stark, any house may break it.
#[inline]
fn sorted(ranks: Ranks) -> Ranks {
    let nobody = ranks::at_least(ranks, NOBODY) & !ranks::at_least(ranks, NOBODY + 1);
    if nobody & 1 != 0 {
        return ranks;
    }
    let exempt = u8::from(nobody != 0);
    let won = ranks::at_least(ranks, WON) & !exempt;
    let lost = !ranks::at_least(ranks, LOST + 1) & 0x7F & !exempt;
    if won == 0 || lost == 0 {
        return ranks;
    }
    let decided = won | lost;
    let first = ranks::first(decided, won.count_ones());
    ranks & !ranks::mask(decided) | ranks::mask(first) & (WON as u64 * ONES)
}

impl Normal {
    /// The lowest ranks of a proof about the normal form, as those of the position it stands for.
    #[inline]
    pub(super) fn restored(&self, proof: Proof, layout: &Layout) -> Ranks {
        let mut least = proof.least;
        if self.unsorted != self.node.ranks {
            let view = |ranks| ranks::at_least(if proof.mover { ranks } else { ranks::turned(ranks) }, WON);
            let (was, is) = (view(self.unsorted), view(self.node.ranks));
            let exchanged = is & !was & ranks::at_least(least, LOST + 1);
            let instead = ranks::first(was & !is, exchanged.count_ones());
            least = least & !ranks::mask(exchanged) | ranks::mask(instead) & (WON as u64 * ONES);
        }
        if self.fewer {
            let mut won = ranks::at_least(least, WON);
            while won != 0 {
                let house = won.trailing_zeros() as u8;
                won &= won - 1;
                let left = (layout.places(house) & self.node.cards).count_ones() as u8;
                least ^= u64::from(WON ^ ranks::winning(left)) << (8 * house);
            }
        }
        least
    }

    /// The cards Varys may go to.
    #[inline]
    pub(super) fn targets<V: Variant>(&self, layout: &Layout) -> Places {
        layout.targets::<V>(self.node.cards, self.node.varys)
    }
}
