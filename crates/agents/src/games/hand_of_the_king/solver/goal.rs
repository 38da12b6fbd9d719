//! What a side wants to reach, and when that is certain.

use super::ranks::{self, HOUSES, LOST, MINE, NOBODY, ONES, Ranks, WON};
use super::table::Proof;

/// A margin in banners that the side to move wants to reach; ties are broken, so that there is no margin 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal(i8);

impl Goal {
    /// To win.
    pub(super) const WIN: Goal = Goal(1);

    /// To get this margin or more.
    pub(super) const fn at_least(margin: i8) -> Self {
        // More than -1 is at least 1.
        Goal(if margin == 0 { 1 } else { margin })
    }

    /// What the other side needs to prevent it.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Goal::at_least(1 - self.0)
    }

    /// A number below 16.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        (self.0 + 8) as u8
    }

    /// The houses that suffice, whatever becomes of the others.
    #[inline]
    const fn houses(self) -> u32 {
        (HOUSES as i8 + self.0 + 1) as u32 / 2
    }

    /// Whether this many houses more than the other side suffice if ties are lost.
    const fn is_reached_by(self, lead: i8) -> bool {
        (if lead == 0 { -1 } else { lead }) >= self.0
    }

    /// The result if enough houses are decided.
    #[inline]
    pub(super) fn decided(self, own: Ranks) -> Option<Proof> {
        let proof = |mover: bool, won: u8, needed: u32| {
            let enough = won.count_ones() >= needed;
            enough.then(|| Proof { mover, least: ranks::mask(ranks::first(won, needed)) & (WON as u64 * ONES) })
        };
        let other = ranks::turned(own);
        proof(true, ranks::at_least(own, WON), self.houses())
            .or_else(|| proof(false, ranks::at_least(other, WON), self.turned().houses()))
    }

    /// The result of a finished game.
    pub(super) fn finished(self, own: Ranks) -> Proof {
        let other = ranks::turned(own);
        let (mine, theirs) = (ranks::at_least(own, MINE), ranks::at_least(other, MINE));
        let lead = mine.count_ones() as i8 - theirs.count_ones() as i8;
        // The foremost house that has an owner breaks a tie.
        let foremost = (mine | theirs) & (mine | theirs).wrapping_neg();
        let margin = match lead {
            0 if foremost & mine != 0 => 1,
            0 if foremost & theirs != 0 => -1,
            _ => lead,
        };
        let mover = margin >= self.0;
        let least = if mover { self.needed(own, lead) } else { self.turned().needed(other, -lead) };
        Proof { mover, least }
    }

    /// The lowest ranks with which a finished game that is won by `lead` houses still reaches the goal.
    fn needed(self, own: Ranks, mut lead: i8) -> Ranks {
        let mut least = 0;
        for house in 0..HOUSES as u8 {
            let (required, loss) = match ranks::get(own, house) {
                MINE.. => (MINE, 2),
                NOBODY => (NOBODY, 1),
                _ => (LOST, 0),
            };
            if self.is_reached_by(lead - loss) {
                lead -= loss;
            } else {
                least |= u64::from(required) << (8 * house);
            }
        }
        least
    }
}
