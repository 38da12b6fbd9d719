//! Normal moves: which cards Varys can go to, what is captured on the way, and a fast uniform choice.

use rand_core::Rng;

use super::location::Location;
use super::{HandOfTheKing, Variant};
use crate::bits::Bits;
use crate::random::pick;

/// For every pattern of six bits its set bits, lowest first, four bits each, and their number in the top four bits.
const LISTS: [u32; 64] = {
    let mut lists = [0; 64];
    let mut pattern = 0;
    while pattern < 64 {
        let (mut count, mut bit) = (0, 0);
        while bit < 6 {
            if pattern >> bit & 1 == 1 {
                lists[pattern] |= bit << (4 * count);
                count += 1;
            }
            bit += 1;
        }
        lists[pattern] |= count << 28;
        pattern += 1;
    }
    lists
};

impl<V: Variant> HandOfTheKing<V> {
    /// Every card on the board; Varys is none.
    #[inline]
    pub(super) fn cards(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The house code at a place, 0 if there is no card.
    #[inline]
    pub(super) fn code(&self, at: Location) -> u8 {
        let bit = |plane: usize| (self.planes[plane] >> at.0 & 1) as u8;
        bit(0) | bit(1) << 1 | bit(2) << 2
    }

    /// The cards of the house whose card lies at a place.
    #[inline]
    pub(super) fn kin(&self, at: Location) -> u64 {
        // A bit remains where a plane disagrees with the card's own bit of the code; kin disagree nowhere.
        let differs = |plane: u64| plane ^ (plane >> at.0 & 1).wrapping_neg();
        !(differs(self.planes[0]) | differs(self.planes[1]) | differs(self.planes[2]))
    }

    /// The cards a normal move may go to.
    #[inline]
    pub(super) fn targets(&self) -> u64 {
        let reach = self.cards() & self.varys.lines();
        if !V::FARTHEST_ONLY {
            return reach;
        }
        Bits(reach).filter(|&index| self.kin_behind(Location(index)) == 0).fold(0, |set, index| set | 1 << index)
    }

    /// The cards of the same house behind a card in Varys' row or column, seen by him.
    #[inline]
    fn kin_behind(&self, target: Location) -> u64 {
        self.kin(target) & self.varys.beyond(target)
    }

    /// The farthest of them, if there are any.
    pub(super) fn farthest_behind(&self, target: Location) -> Option<Location> {
        let behind = self.kin_behind(target);
        let last = if target > self.varys { behind.checked_ilog2() } else { Bits(behind).next().map(u32::from) };
        last.map(|index| Location(index as u8))
    }

    /// Moves Varys to a card and passes the turn, unless the move earns a companion.
    #[inline(always)]
    pub(super) fn normal_move(&mut self, target: Location) {
        let house_gone = self.take(target);
        if V::COMPANIONS {
            self.prune();
            if house_gone && !self.companions.is_empty() {
                self.choosing = true;
                return;
            }
        }
        self.to_move = !self.to_move;
    }

    /// Captures a card with its kin on the way. Returns whether the house is now gone from the board.
    #[inline(always)]
    fn take(&mut self, target: Location) -> bool {
        let code = self.code(target);
        let kin = self.kin(target);
        let captured = kin & self.varys.path_to(target);
        self.remove(captured);
        self.varys = target;
        self.captured.add(self.to_move, code, captured.count_ones());
        kin == captured
    }

    /// How many cards a normal move captures.
    pub(super) fn taken_by(&self, target: Location) -> u32 {
        (self.kin(target) & self.varys.path_to(target)).count_ones()
    }

    /// Takes cards off the board.
    #[inline]
    pub(super) fn remove(&mut self, cards: u64) {
        self.planes = self.planes.map(|plane| plane & !cards);
    }

    /// One of Varys' targets, each with the same chance; `None` if he has none.
    #[inline(always)]
    pub(super) fn random_target(&self, rng: &mut impl Rng) -> Option<Location> {
        let targets = if V::FARTHEST_ONLY { self.targets() } else { self.cards() };
        let (row, column) = self.varys.line_patterns(targets);
        let (row, column) = (LISTS[row], LISTS[column]);
        let (in_row, in_column) = (row >> 28, column >> 28);
        if in_row + in_column == 0 {
            return None;
        }
        // One list of both, in which the eighth bit of an entry tells the column from the row.
        let list = u64::from(row & 0xFF_FFFF) | u64::from(column | 0x88_8888) << (4 * in_row);
        let entry = (list >> (4 * pick(rng, in_row + in_column)) & 0xF) as u8;
        let Location(varys) = self.varys;
        Some(Location(if entry < 8 { varys & 0x38 | entry } else { varys & 7 | (entry & 7) << 3 }))
    }
}
