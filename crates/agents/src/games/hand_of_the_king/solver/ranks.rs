//! What one side has of each house, as ranks that are all a result depends on, a byte per house.
//!
//! A rank says how far ahead a side is and who holds a tie. Which moves are legal depends on the board alone, so that
//! higher ranks on the same board are never worse: whatever both play, the side ends with at least the same banners.
//! A set of positions is therefore described by its lowest ranks.

/// A rank per house, each in the byte of the house's index; the last byte is 0.
pub(super) type Ranks = u64;

/// The house is lost: its last cards change nothing. Ranks 1 to 4 are 4 to 1 cards behind.
pub(super) const LOST: u8 = 0;
/// Equal counts, and the other side took last.
const THEIRS: u8 = 5;
/// Nobody has a card of the house.
pub(super) const NOBODY: u8 = 6;
/// Equal counts, and this side took last. Ranks 8 to 11 are 1 to 4 cards ahead.
pub(super) const MINE: u8 = 7;
/// The house is won: its last cards change nothing.
pub(super) const WON: u8 = 12;

/// The number of houses.
pub(super) const HOUSES: usize = 7;
/// A one in the byte of every house.
pub(super) const ONES: u64 = 0x0001_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Cards of a house that are still on the board, 0 to 8.
const LEFT: usize = 9;
/// More cards of one house than a move can take.
const TAKEN: usize = 6;
/// A new rank by the cards taken, the cards then left and the rank.
type Steps = [[[u8; 16]; LEFT]; TAKEN];

/// The rank of a side that is `lead` cards ahead of the other and took last.
const fn rank(lead: i8, left: i8) -> u8 {
    if lead > left || lead == 0 && left == 0 {
        WON
    } else if lead < -left {
        LOST
    } else if lead > 4 {
        11
    } else if lead < -4 {
        1
    } else if lead >= 0 {
        MINE + lead as u8
    } else {
        (THEIRS as i8 + lead) as u8
    }
}

/// How many cards ahead a rank is that is not decided.
const fn lead(rank: u8) -> i8 {
    match rank {
        THEIRS..=MINE => 0,
        8.. => rank as i8 - MINE as i8,
        _ => rank as i8 - THEIRS as i8,
    }
}

/// Ranks after the side itself takes cards.
static OWN: Steps = steps(true);
/// Ranks after the other side takes cards.
static OTHER: Steps = steps(false);
/// The lowest ranks from which [`OWN`] leads to a rank or a higher one.
static BEFORE_OWN: Steps = inverse(&steps(true));
/// The lowest ranks from which [`OTHER`] does.
static BEFORE_OTHER: Steps = inverse(&steps(false));

const fn steps(own: bool) -> Steps {
    let mut steps = [[[0; 16]; LEFT]; TAKEN];
    let mut taken = 1;
    while taken < TAKEN {
        let mut left = 0;
        while left < LEFT {
            let mut from = 0;
            while from <= WON {
                let seen = if own { from } else { WON - from };
                let to = match seen {
                    LOST | WON => seen,
                    _ => rank(lead(seen) + taken as i8, left as i8),
                };
                steps[taken][left][from as usize] = if own { to } else { WON - to };
                from += 1;
            }
            left += 1;
        }
        taken += 1;
    }
    steps
}

const fn inverse(steps: &Steps) -> Steps {
    let mut inverse = [[[0; 16]; LEFT]; TAKEN];
    let mut taken = 1;
    while taken < TAKEN {
        let mut left = 0;
        while left < LEFT {
            let mut to = 0;
            while to <= WON {
                let mut from = 0;
                while steps[taken][left][from as usize] < to {
                    from += 1;
                }
                inverse[taken][left][to as usize] = from;
                to += 1;
            }
            left += 1;
        }
        taken += 1;
    }
    inverse
}

/// The ranks after one card is taken, by the side itself and by the other, with `left` cards then left.
pub(super) const fn next(rank: u8, left: usize) -> (u8, u8) {
    (OWN[1][left][rank as usize], OTHER[1][left][rank as usize])
}

/// A capture: the house, the cards taken and those left of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Capture {
    pub(super) house: u8,
    pub(super) taken: u8,
    pub(super) left: u8,
}

impl Capture {
    #[inline]
    fn step(self, ranks: Ranks, steps: &Steps) -> Ranks {
        let old = get(ranks, self.house);
        let new = steps[usize::from(self.taken)][usize::from(self.left)][usize::from(old & 15)];
        ranks ^ u64::from(old ^ new) << (8 * self.house)
    }

    /// The ranks of the side that captures, after the capture.
    #[inline]
    pub(super) fn by_own(self, ranks: Ranks) -> Ranks {
        self.step(ranks, &OWN)
    }

    /// The lowest ranks that a capture by the side itself turns into these or higher ones.
    #[inline]
    pub(super) fn before_own(self, ranks: Ranks) -> Ranks {
        self.step(ranks, &BEFORE_OWN)
    }

    /// The lowest ranks that a capture by the other side turns into these or higher ones.
    #[inline]
    pub(super) fn before_other(self, ranks: Ranks) -> Ranks {
        self.step(ranks, &BEFORE_OTHER)
    }
}

/// The rank of a house given both counts and whether this side took last, with `left` cards on the board.
pub(super) fn of_counts(own: u8, other: u8, took_last: bool, left: u8) -> u8 {
    if own == 0 && other == 0 {
        return NOBODY;
    }
    let (lead, left) = (own as i8 - other as i8, left as i8);
    if lead == 0 && !took_last { WON - rank(0, left) } else { rank(lead, left) }
}

/// The rank of a house of which only `left` cards can still be taken.
#[inline]
pub(super) fn with_left(rank: u8, left: u8) -> u8 {
    let ahead = lead(rank).unsigned_abs();
    match rank {
        NOBODY | LOST | WON => rank,
        _ if ahead <= left && left > 0 => rank,
        MINE.. => WON,
        _ => LOST,
    }
}

/// The lowest rank of a house that is won if only `left` of its cards can still be taken.
#[inline]
pub(super) fn winning(left: u8) -> u8 {
    if left == 0 { MINE } else { (MINE + 1 + left).min(WON) }
}

/// The rank of one house.
#[inline]
pub(super) fn get(ranks: Ranks, house: u8) -> u8 {
    (ranks >> (8 * house)) as u8
}

/// The ranks of the other side.
#[inline]
pub(super) fn turned(ranks: Ranks) -> Ranks {
    WON as u64 * ONES - ranks
}

/// Whether the first ranks are at least the second in every house.
#[inline]
pub(super) fn reach(ranks: Ranks, least: Ranks) -> bool {
    ((ranks | HIGH) - least) & HIGH == HIGH
}

/// The higher rank in every house.
#[inline]
pub(super) fn join(a: Ranks, b: Ranks) -> Ranks {
    let first = ((a | HIGH) - b) & HIGH;
    let first = first | (first - (first >> 7));
    a & first | b & !first
}

/// The houses, a bit each, whose rank is at least this one.
#[inline]
pub(super) fn at_least(ranks: Ranks, least: u8) -> u8 {
    // Bit 8i times the term 2^(56 - 7i) is bit 56 + i; no two terms meet.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let reached = ((ranks | HIGH) - u64::from(least) * ONES) & (0x80 * ONES);
    ((reached >> 7).wrapping_mul(GATHER) >> 56) as u8 & 0x7F
}

/// A mask of the bytes of these houses.
#[inline]
pub(super) fn mask(houses: u8) -> u64 {
    static MASKS: [u64; 128] = {
        let mut masks = [0; 128];
        let mut houses = 0;
        while houses < 128 {
            let mut house = 0;
            while house < HOUSES {
                if houses >> house & 1 == 1 {
                    masks[houses] |= 0xFF << (8 * house);
                }
                house += 1;
            }
            houses += 1;
        }
        masks
    };
    MASKS[usize::from(houses & 0x7F)]
}

/// The first `count` of these houses.
#[inline]
pub(super) fn first(houses: u8, count: u32) -> u8 {
    static FIRST: [[u8; 8]; 128] = {
        let mut first = [[0; 8]; 128];
        let mut houses = 0;
        while houses < 128 {
            let mut count = 1;
            while count < 8 {
                let rest = houses as u8 & !first[houses][count - 1];
                first[houses][count] = first[houses][count - 1] | rest & rest.wrapping_neg();
                count += 1;
            }
            houses += 1;
        }
        first
    };
    FIRST[usize::from(houses & 0x7F)][count as usize & 7]
}

/// Ranks in four bits each: houses 0 to 3 in the low halves of the bytes, 4 to 6 in the high halves.
#[inline]
pub(super) fn pack(ranks: Ranks) -> u32 {
    ranks as u32 | ((ranks >> 32) as u32) << 4
}

/// The inverse of [`pack`]; the last four bits are ignored.
#[inline]
pub(super) fn unpack(packed: u32) -> Ranks {
    u64::from(packed & 0x0F0F_0F0F) | u64::from(packed >> 4 & 0x000F_0F0F) << 32
}
