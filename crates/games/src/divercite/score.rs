//! Points. A city is worth its matches plus four more for a divercité, which always has one match:
//! so points are sums of bits, and bits of a whole board are added at once.

use super::board::{Colour, Kind, STRIDE};
use super::{Divercite, Placement, Variant};
use crate::game::{Margin, Side};

/// The four cells around a cell of the other kind, relative to the first of them.
const AROUND: u32 = 1 | 1 << 1 | 1 << STRIDE | 1 << (STRIDE + 1);

/// Counts the bits of [`AROUND`] in each of the four bytes of a number that has no others.
#[inline]
const fn count_around(windows: u32) -> u32 {
    let pairs = (windows & 0x2121_2121) + (windows >> 1 & 0x2121_2121);
    (pairs + (pairs >> STRIDE)) & 0x0707_0707
}

/// City cells that touch a resource of the plane.
#[inline]
const fn touched(plane: u32) -> u32 {
    plane | plane >> 1 | plane >> STRIDE | plane >> (STRIDE + 1)
}

/// City cells that touch resources of all four planes.
#[inline]
const fn diverse([red, green, blue, yellow]: [u32; 4]) -> u32 {
    touched(red) & touched(green) & touched(blue) & touched(yellow)
}

/// What decided a game of equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// More divercités.
    Divercites,
    /// More cities with exactly this many matching resources: four, three or two.
    Matches(u8),
    /// Nothing differs, and the first player has the better of it.
    Start,
}

impl<V: Variant> Divercite<V> {
    /// City cells whose four resources all differ. Only the bits of city cells mean anything.
    #[inline]
    pub(super) fn diverse(&self) -> u32 {
        diverse(self.resources)
    }

    /// The points both players would gain by a legal move, without what breaking a tie may add: what a search
    /// needs to know at its horizon, where most of its moves are never made.
    #[inline]
    pub fn gains(&self, mv: Placement) -> [u8; 2] {
        if mv.cell().kind() == Kind::City {
            let points = self.city_points(mv);
            return if self.step & 1 == 0 { [points, 0] } else { [0, points] };
        }
        let mut resources = self.resources;
        resources[usize::from(mv.0 >> 6)] |= mv.cell().bit();
        self.points_around(mv, diverse(resources))
    }

    /// The points a city earns when it is placed.
    #[inline]
    pub(super) fn city_points(&self, mv: Placement) -> u8 {
        let cell = mv.0 & 31;
        let matches = count_around(self.resources[usize::from(mv.0 >> 6)] >> cell & AROUND);
        (matches + 4 * (self.diverse() >> cell & 1)) as u8
    }

    /// The points both players gain by a resource that is already on the board: one for each city of its
    /// colour it touches, and four for each city whose four different resources it completes.
    #[inline]
    pub(super) fn resource_points(&self, mv: Placement) -> [u8; 2] {
        self.points_around(mv, self.diverse())
    }

    /// The same, given the city cells whose four resources all differ once it is there.
    #[inline]
    fn points_around(&self, mv: Placement, diverse: u32) -> [u8; 2] {
        let cell = mv.0 & 31;
        // The cities around resource n are n - 6, n - 5, n - 1 and n.
        let around = |cities: u32| cities << (STRIDE + 1) >> cell & AROUND;
        let matching = self.cities[usize::from(mv.0 >> 6)];
        let [first, second] = self.owned;
        let counts = count_around(
            around(matching & first)
                | around(matching & second) << 8
                | around(diverse & first) << 16
                | around(diverse & second) << 24,
        );
        let gains = counts + (counts >> 16) * 4;
        [gains as u8, (gains >> 8) as u8]
    }

    /// The points of both players counted from the board alone.
    pub(super) fn counted_points(&self) -> [u8; 2] {
        let diverse = self.diverse();
        let [one, two, three, four] = self.matches();
        self.owned.map(|owned| {
            let count = |set: u32| (set & owned).count_ones();
            (count(one) + 2 * count(two) + 3 * count(three) + 4 * (count(four) + count(diverse))) as u8
        })
    }

    /// The cities with exactly one, two, three and four resources of their own colour around them.
    fn matches(&self) -> [u32; 4] {
        let side = |shift: u8| {
            let matching = |colour: Colour| self.resources[colour.index()] >> shift & self.cities[colour.index()];
            Colour::ALL.into_iter().fold(0, |cities, colour| cities | matching(colour))
        };
        let [a, b, c, d] = [side(0), side(1), side(STRIDE), side(STRIDE + 1)];
        // Two half adders and a full one: the sum of four bits for every city at once.
        let [(left, left_carry), (right, right_carry)] = [(a ^ b, a & b), (c ^ d, c & d)];
        let ones = left ^ right;
        let twos = left_carry ^ right_carry ^ (left & right);
        [ones & !twos, twos & !ones, ones & twos, left_carry & right_carry]
    }

    /// The points of a player's cities, without what breaking a tie may add.
    #[inline]
    pub fn raw_score(&self, player: Side) -> u8 {
        self.points[player.index()]
    }

    /// The score as it is reported: after the last move it includes what breaking a tie adds.
    pub fn score(&self, player: Side) -> u8 {
        self.raw_score(player) + self.bonus()[player.index()]
    }

    /// How many of a player's cities are divercités.
    #[inline]
    pub fn divercites(&self, player: Side) -> u8 {
        (self.diverse() & self.owned[player.index()]).count_ones() as u8
    }

    /// How many of a player's cities have exactly two, three and four resources of their own colour around them.
    pub fn stacks(&self, player: Side) -> [u8; 3] {
        let [_, two, three, four] = self.matches();
        [two, three, four].map(|cities| (cities & self.owned[player.index()]).count_ones() as u8)
    }

    /// What decides the finished game if its scores are equal and the variant breaks ties.
    pub fn tie_break(&self) -> Option<TieBreak> {
        let equal = self.points[0] == self.points[1];
        (V::BREAKS_TIES && equal && self.is_over()).then(|| self.deciding().0)
    }

    /// The first thing in which the players differ, and how much of it each has.
    pub(super) fn deciding(&self) -> (TieBreak, [u8; 2]) {
        let [_, two, three, four] = self.matches();
        let stages = [
            (TieBreak::Divercites, self.diverse()),
            (TieBreak::Matches(4), four),
            (TieBreak::Matches(3), three),
            (TieBreak::Matches(2), two),
        ];
        let counted =
            stages.map(|(stage, cities)| (stage, self.owned.map(|owned| (owned & cities).count_ones() as u8)));
        let differs = |&(_, [first, second]): &(TieBreak, [u8; 2])| first != second;
        counted.into_iter().find(differs).unwrap_or((TieBreak::Start, [0, 0]))
    }

    /// The points a tie adds. Divercités, fours and threes give one to whoever has more. Twos do as well, but the
    /// reference then goes on and gives one to the first player in every case: so the second player's twos only draw.
    fn bonus(&self) -> [u8; 2] {
        if self.tie_break().is_none() {
            return [0, 0];
        }
        let (stage, [first, second]) = self.deciding();
        let start = u8::from(matches!(stage, TieBreak::Matches(2) | TieBreak::Start));
        [u8::from(first > second) + start, u8::from(second > first)]
    }

    /// The result of a full board, ties broken as the variant says.
    #[inline]
    pub(super) fn margin(&self) -> Margin {
        let [first, second] = self.points.map(i16::from);
        if first != second || !V::BREAKS_TIES {
            return Margin(first - second);
        }
        let [first, second] = self.bonus().map(i16::from);
        Margin(first - second)
    }
}
