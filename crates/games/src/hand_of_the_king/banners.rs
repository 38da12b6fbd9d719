//! Captured cards and the banners they win. All houses are counted and compared at once, a byte each.

use super::house::House;
use crate::game::{Margin, Side};

/// The lower half of every byte.
const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// What both players have captured. The byte of a house is its code (1 to 7); its lower half counts
/// the cards of `First`, the upper half those of `Second`. No count exceeds ten, eight cards of
/// Stark and Jon's two, so that four bits always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Captured {
    pub(super) cards: u64,
    /// The highest bit of a byte tells that `Second` was the last to capture in that house.
    pub(super) last: u64,
}

/// Whose banners are whose: the highest bit of the byte of each house a player owns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned {
    first: u64,
    second: u64,
}

impl Captured {
    /// Gives cards of the house with a code to a player, who is now the last to have captured in it.
    #[inline]
    pub(super) fn add(&mut self, player: Side, code: u8, cards: u32) {
        let lane = 8 * u32::from(code);
        self.cards += u64::from(cards) << (lane + 4 * player as u32);
        self.last = self.last & !(0x80 << lane) | (player as u64) << (lane + 7);
    }

    /// Takes a card of a house from a player who has one; who has none left was not the last to capture.
    pub(super) fn remove(&mut self, player: Side, house: House) {
        let lane = 8 * u32::from(house.code());
        self.cards -= 1 << (lane + 4 * player as u32);
        let last = if self.count(player, house) > 0 { player } else { !player };
        if self.last(house) == Some(player) {
            self.last = self.last & !(0x80 << lane) | (last as u64) << (lane + 7);
        }
        if self.cards >> lane & 0xFF == 0 {
            self.last &= !(0x80 << lane);
        }
    }

    /// How many cards of a house a player has.
    #[inline]
    pub(super) fn count(&self, player: Side, house: House) -> u8 {
        (self.cards >> (8 * u32::from(house.code()) + 4 * player as u32) & 0xF) as u8
    }

    /// Who captured last in a house, `None` before anyone has.
    pub(super) fn last(&self, house: House) -> Option<Side> {
        let lane = 8 * u32::from(house.code());
        let taken = self.cards >> lane & 0xFF != 0;
        taken.then(|| if self.last >> lane & 0x80 == 0 { Side::First } else { Side::Second })
    }

    /// The houses in which `First` has at least as many cards, and those in which `Second` has.
    #[inline]
    fn leads(&self) -> (u64, u64) {
        let (first, second) = (self.cards & LOW, self.cards >> 4 & LOW);
        (((first | HIGH) - second) & HIGH, ((second | HIGH) - first) & HIGH)
    }

    /// The banners: more cards own a house, and equal cards leave it to the last who captured there.
    #[inline]
    pub(super) fn owned(&self) -> Owned {
        let (first, second) = self.leads();
        let taken = (((self.cards | self.cards >> 4) & LOW) + !HIGH) & HIGH;
        Owned { first: taken & first & !(second & self.last), second: taken & second & !(first & !self.last) }
    }

    /// The word that a hash needs. Who captured last matters only where counts are equal, because any
    /// later equality comes by a capture; such counts are at most five, and adding eight to both
    /// halves marks `Second` without meeting any other state.
    #[inline]
    pub(super) fn essence(&self) -> u64 {
        let (first, second) = self.leads();
        let held = first & second & self.last;
        self.cards | held | held >> 4
    }
}

impl Owned {
    /// The owner of a house.
    #[inline]
    pub(super) fn owner(self, house: House) -> Option<Side> {
        let bit = 0x80 << (8 * u32::from(house.code()));
        match (self.first & bit != 0, self.second & bit != 0) {
            (true, _) => Some(Side::First),
            (_, true) => Some(Side::Second),
            _ => None,
        }
    }

    /// How many banners a player has.
    #[inline]
    pub(super) fn banners(self, player: Side) -> u32 {
        // Summing the bytes by a product is cheaper than a general count of bits.
        let owned = if player == Side::First { self.first } else { self.second };
        ((owned >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The first house in order that has an owner, and the owner: it breaks ties.
    pub(super) fn foremost(self) -> Option<(House, Side)> {
        House::ALL.into_iter().find_map(|house| Some((house, self.owner(house)?)))
    }

    /// The result if the game ended now: the difference in banners, or one for the foremost house.
    #[inline]
    pub(super) fn margin(self) -> Margin {
        let difference = self.banners(Side::First) as i16 - self.banners(Side::Second) as i16;
        if difference != 0 {
            return Margin(difference);
        }
        // Bytes stand in the order of the houses, so the lower of the lowest bits is the foremost house.
        let lowest = |owned: u64| owned & owned.wrapping_neg();
        Margin((lowest(self.second) > lowest(self.first)) as i16 - (lowest(self.first) > lowest(self.second)) as i16)
    }
}
