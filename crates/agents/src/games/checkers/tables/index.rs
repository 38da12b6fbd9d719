//! The number of a position in its slice, without gaps: men first, then kings on the squares that are left.
//!
//! Black is to move, so its men stand anywhere but on the last row and White's anywhere but on the first. White's men are
//! counted on the squares that Black's leave, whose number depends only on how many of Black's men stand on the first row,
//! where White has none. All positions that differ in the kings alone are neighbours: most moves stay in the cache.

use grandline_games::checkers::Board;

use super::material::Material;

/// Where Black's men may stand besides the first row, and White's besides the last.
const MIDDLE: u32 = 0x0FFF_FFF0;
const FIRST_ROW: u32 = 0x0000_000F;
const LAST_ROW: u32 = 0xF000_0000;

/// `CHOOSE[n][k]`: how many sets of k of n squares there are.
static CHOOSE: [[u64; 7]; 33] = {
    let mut table = [[0; 7]; 33];
    let mut n = 0;
    while n <= 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// The number of a set of squares among all sets of its size within `free`.
#[inline]
fn rank(mut set: u32, free: u32) -> u64 {
    let (mut sum, mut k) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        sum += choose((free & below).count_ones(), k);
        set &= set - 1;
        k += 1;
    }
    sum
}

/// The places, counted from 0, of a set of `k` of `n` places: the inverse of [`rank`] where every square is free.
fn places(mut rank: u64, mut n: u32, k: u32) -> u32 {
    let mut set = 0;
    for k in (1..=k).rev() {
        n -= 1;
        while choose(n, k) > rank {
            n -= 1;
        }
        rank -= choose(n, k);
        set |= 1 << n;
    }
    set
}

/// The squares of a set, lowest first.
fn squares(set: u32) -> [u8; 32] {
    let mut squares = [0; 32];
    let mut left = set;
    for square in &mut squares {
        if left == 0 {
            break;
        }
        *square = left.trailing_zeros() as u8;
        left &= left - 1;
    }
    squares
}

/// The squares that places among them stand for.
#[inline]
fn spread(mut places: u32, squares: &[u8; 32]) -> u32 {
    let mut set = 0;
    while places != 0 {
        set |= 1 << squares[places.trailing_zeros() as usize & 31];
        places &= places - 1;
    }
    set
}

/// The set with the next higher number of the same size.
#[inline]
fn successor(places: u32) -> u32 {
    let lowest = places & places.wrapping_neg();
    let (ripple, overflows) = places.overflowing_add(lowest);
    if overflows || lowest == 0 { 0 } else { ripple | (((places ^ ripple) >> 2) / lowest) }
}

/// The numbering of a slice.
#[derive(Clone, Debug)]
pub(super) struct Index {
    own_men: u32,
    own_kings: u32,
    other_men: u32,
    other_kings: u32,
    /// How many ways there are to place the own kings, and the other side's after them.
    own_kingdoms: u64,
    other_kingdoms: u64,
    /// The first arrangement of men with this many of the own ones on the first row; the last is the number of all.
    first: [u64; 6],
}

impl Index {
    /// The numbering of a material of at most six pieces.
    pub(super) fn new(material: Material) -> Self {
        let [own_men, own_kings, other_men, other_kings] =
            [material.own.men, material.own.kings, material.other.men, material.other.kings].map(u32::from);
        let men = own_men + other_men;
        let mut index = Index {
            own_men,
            own_kings,
            other_men,
            other_kings,
            own_kingdoms: choose(32 - men, own_kings),
            other_kingdoms: choose(32 - men - own_kings, other_kings),
            first: [0; 6],
        };
        for home in 0..=4 {
            let count = if home > own_men {
                0
            } else {
                choose(4, home) * index.ahead(home) * choose(28 - (own_men - home), other_men)
            };
            index.first[home as usize + 1] = index.first[home as usize] + count;
        }
        index
    }

    /// The arrangements of the own men that are not on the first row.
    #[inline]
    fn ahead(&self, home: u32) -> u64 {
        choose(24, self.own_men - home)
    }

    /// How many positions there are.
    pub(super) fn size(&self) -> u64 {
        self.first[5] * self.own_kingdoms * self.other_kingdoms
    }

    /// The number of a board with Black to move.
    #[inline]
    pub(super) fn rank(&self, board: &Board) -> u64 {
        let (own_kings, other_kings) = (board.black & board.kings, board.white & board.kings);
        let (own_men, other_men) = (board.black & !board.kings, board.white & !board.kings);
        let home = (own_men & FIRST_ROW).count_ones();
        let mut men = rank(own_men & FIRST_ROW, FIRST_ROW) * self.ahead(home) + rank(own_men & MIDDLE, MIDDLE);
        if self.other_men > 0 {
            let free = (MIDDLE | LAST_ROW) & !own_men;
            men = men * choose(28 - (self.own_men - home), self.other_men) + rank(other_men, free);
        }
        let mut number = self.first[home as usize] + men;
        let free = !(own_men | other_men);
        number = number * self.own_kingdoms + rank(own_kings, free);
        number * self.other_kingdoms + rank(other_kings, free & !own_kings)
    }

    /// The board without the other side's kings that a number begins with.
    fn without_last(&self, number: u64) -> Board {
        let (mut men, own_rank) = (number / self.own_kingdoms, number % self.own_kingdoms);
        let home = (0..5).rev().find(|&home| self.first[home] <= men && self.first[home] < self.first[home + 1]);
        let home = home.unwrap_or(0) as u32;
        men -= self.first[home as usize];
        let others = choose(28 - (self.own_men - home), self.other_men);
        let (own, other_rank) = (men / others, men % others);
        let (at_home, ahead) = (own / self.ahead(home), own % self.ahead(home));
        let own_men = places(at_home, 4, home) | places(ahead, 24, self.own_men - home) << 4;
        let free = (MIDDLE | LAST_ROW) & !own_men;
        let other_men = spread(places(other_rank, free.count_ones(), self.other_men), &squares(free));
        let free = !(own_men | other_men);
        let own_kings = spread(places(own_rank, free.count_ones(), self.own_kings), &squares(free));
        Board { black: own_men | own_kings, white: other_men, kings: own_kings }
    }

    /// The board of a number below [`size`](Self::size), with Black to move.
    pub(super) fn board(&self, number: u64) -> Board {
        let mut found = Board::EMPTY;
        self.for_each(number..number + 1, |_, board| found = *board);
        found
    }

    /// Calls `visit` with every number of a range and its board.
    pub(super) fn for_each(&self, range: std::ops::Range<u64>, mut visit: impl FnMut(u64, &Board)) {
        let mut number = range.start;
        while number < range.end {
            let begun = self.without_last(number / self.other_kingdoms);
            let free = !(begun.black | begun.white);
            let free_squares = squares(free);
            let mut last = number % self.other_kingdoms;
            let mut kings = places(last, free.count_ones(), self.other_kings);
            while last < self.other_kingdoms && number < range.end {
                let set = spread(kings, &free_squares);
                visit(number, &Board { white: begun.white | set, kings: begun.kings | set, ..begun });
                kings = successor(kings);
                (last, number) = (last + 1, number + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of a number of pieces, those included in which one side has none, as the literature counts them.
    fn positions(pieces: u8) -> u64 {
        let both: u64 = Material::all(pieces).into_iter().map(|material| Index::new(material).size()).sum();
        let pieces = u32::from(pieces);
        let alone: u64 = (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum();
        both + 2 * alone
    }

    #[test]
    fn slices_have_the_published_numbers_of_positions() {
        let published = [6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964];
        assert_eq!([2, 3, 4, 5, 6].map(positions), published);
    }

    #[test]
    fn numbers_and_boards_are_inverse() {
        for material in (2..=6).flat_map(Material::all) {
            let index = Index::new(material);
            let step = (index.size() / 3000).max(1);
            for number in (0..index.size()).step_by(step as usize).chain([index.size() - 1]) {
                let board = index.board(number);
                assert_eq!((index.rank(&board), Material::of(&board)), (number, material), "{board:?}");
                assert_eq!(board.black & board.white, 0);
                assert_eq!(board.black & !board.kings & LAST_ROW | board.white & !board.kings & FIRST_ROW, 0);
            }
        }
    }

    #[test]
    fn a_walk_passes_every_number_in_order() {
        for material in (2..=3).flat_map(Material::all) {
            let index = Index::new(material);
            let mut next = 0;
            index.for_each(0..index.size(), |number, board| {
                assert_eq!((number, index.rank(board)), (next, next));
                next += 1;
            });
            assert_eq!(next, index.size());
        }
    }
}
