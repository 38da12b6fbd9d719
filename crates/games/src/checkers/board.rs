//! The 32 dark squares as bits, and what can be said of all pieces at once.
//!
//! ```text
//!        0   1   2   3        Black's home, where White is crowned
//!      4   5   6   7
//!        8   9  10  11
//!     12  13  14  15
//!       16  17  18  19
//!     20  21  22  23
//!       24  25  26  27
//!     28  29  30  31          White's home, where Black is crowned
//! ```
//!
//! Of the two steps down from a square one always adds 4 to its index, here called straight; the
//! other adds 5 in even rows and 3 in odd ones, here called slanted. A jump is one of each.

use super::moves::Move;
use crate::bits::Bits;

/// The colour of pieces. Black begins at the top and moves down, White the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Begins on the first twelve squares.
    Black = 0,
    /// Begins on the last twelve squares.
    White = 1,
}

impl Colour {
    /// Both colours, the one at the top first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's colour.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `Black` or `White`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "Black",
            Colour::White => "White",
        }
    }

    /// The squares where a man of this colour becomes a king.
    #[inline]
    pub const fn crowning_row(self) -> u32 {
        match self {
            Colour::Black => 0xF000_0000,
            Colour::White => 0x0000_000F,
        }
    }
}

/// The pieces, without whose turn it is. No square is in both colours, kings are among the pieces, and no man stands on
/// the row where it would be crowned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Black's men and kings.
    pub black: u32,
    /// White's men and kings.
    pub white: u32,
    /// The kings of both.
    pub kings: u32,
}

/// The steps of pieces that capture nothing, each as the bit of its origin: straight steps in the
/// low half of a word, slanted ones in the high half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) down: u64,
    pub(super) up: u64,
}

/// The jumps with which captures can begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    /// The pieces that can jump down left, down right, up left and up right.
    pub(super) origins: [u32; 4],
    /// The squares from which a man could jump, whether or not there is one. What a man has jumped on
    /// its way lies behind it, so this also says whether its chain goes on from where it landed.
    pub(super) men_go_on: u32,
}

impl Jumps {
    #[inline]
    pub(super) const fn any(&self) -> bool {
        self.origins[0] | self.origins[1] | self.origins[2] | self.origins[3] != 0
    }
}

const EVEN_ROWS_BUT_LAST: u32 = 0x0707_0707;
const ODD_ROWS_BUT_FIRST: u32 = 0xE0E0_E0E0;

/// The squares whose straight step down leads into the set.
#[inline]
const fn straight_above(set: u32) -> u32 {
    set >> 4
}

/// The squares whose slanted step down leads into the set.
#[inline]
const fn slanted_above(set: u32) -> u32 {
    (set & EVEN_ROWS_BUT_LAST) >> 3 | (set & ODD_ROWS_BUT_FIRST) >> 5
}

/// The squares whose straight step up leads into the set.
#[inline]
const fn straight_below(set: u32) -> u32 {
    set << 4
}

/// The squares whose slanted step up leads into the set.
#[inline]
const fn slanted_below(set: u32) -> u32 {
    (set & ODD_ROWS_BUT_FIRST) << 3 | (set & EVEN_ROWS_BUT_LAST) << 5
}

#[inline]
const fn joined(straight: u32, slanted: u32) -> u64 {
    straight as u64 | (slanted as u64) << 32
}

impl Board {
    pub(super) const START: Board = Board { black: 0x0000_0FFF, white: 0xFFF0_0000, kings: 0 };
    /// No pieces.
    pub const EMPTY: Board = Board { black: 0, white: 0, kings: 0 };

    /// The men and kings of a colour.
    #[inline]
    pub const fn of(&self, colour: Colour) -> u32 {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    #[inline]
    pub(super) const fn empty(&self) -> u32 {
        !(self.black | self.white)
    }

    /// The pieces of a colour that may go down and those that may go up: kings are in both.
    #[inline]
    const fn movers(&self, colour: Colour) -> (u32, u32) {
        let own = self.of(colour);
        match colour {
            Colour::Black => (own, own & self.kings),
            Colour::White => (own & self.kings, own),
        }
    }

    /// Every step a colour could make if it had nothing to capture.
    #[inline]
    pub(super) const fn steps(&self, colour: Colour) -> Steps {
        let (down, up) = self.movers(colour);
        self.steps_into_empty(down, up)
    }

    /// How many steps a colour could make if it had nothing to capture.
    #[inline]
    pub const fn count_steps(&self, colour: Colour) -> u32 {
        let Steps { down, up } = self.steps(colour);
        down.count_ones() + up.count_ones()
    }

    /// The steps of pieces that go down and of pieces that go up.
    #[inline]
    const fn steps_into_empty(&self, down: u32, up: u32) -> Steps {
        let empty = self.empty();
        Steps {
            down: joined(down & straight_above(empty), down & slanted_above(empty)),
            up: joined(up & straight_below(empty), up & slanted_below(empty)),
        }
    }

    /// Every jump with which a capture of a colour can begin.
    #[inline]
    pub(super) const fn jumps(&self, colour: Colour) -> Jumps {
        const EVEN_ROWS: u32 = 0x0F0F_0F0F;
        const ODD_ROWS: u32 = 0xF0F0_F0F0;
        const ROOM_LEFT: u32 = 0xEEEE_EEEE;
        const ROOM_RIGHT: u32 = 0x7777_7777;
        let (down, up) = self.movers(colour);
        let (empty, prey) = (self.empty(), self.of(colour.other()));
        let below = prey >> 4;
        let above = prey << 4;
        let down_left = (below & EVEN_ROWS | prey >> 3 & ODD_ROWS) & empty >> 7 & ROOM_LEFT;
        let down_right = (prey >> 5 & EVEN_ROWS | below & ODD_ROWS) & empty >> 9 & ROOM_RIGHT;
        let up_left = (above & EVEN_ROWS | prey << 5 & ODD_ROWS) & empty << 9 & ROOM_LEFT;
        let up_right = (prey << 3 & EVEN_ROWS | above & ODD_ROWS) & empty << 7 & ROOM_RIGHT;
        Jumps {
            origins: [down_left & down, down_right & down, up_left & up, up_right & up],
            men_go_on: match colour {
                Colour::Black => down_left | down_right,
                Colour::White => up_left | up_right,
            },
        }
    }

    /// The pieces of a colour that the opponent could jump at once if it were the opponent's turn.
    #[inline]
    pub const fn capturable(&self, colour: Colour) -> u32 {
        let (down, up) = self.movers(colour.other());
        let (empty, prey) = (self.empty(), self.of(colour));
        let from_above = straight_below(down) & slanted_above(empty) | slanted_below(down) & straight_above(empty);
        let from_below = straight_above(up) & slanted_below(empty) | slanted_above(up) & straight_below(empty);
        prey & (from_above | from_below)
    }

    /// Whether a colour has something to capture.
    #[inline]
    pub const fn can_capture(&self, colour: Colour) -> bool {
        self.jumps(colour).any()
    }

    /// The board seen from the other side: turned by half a turn, with the colours exchanged.
    #[inline]
    #[must_use]
    pub const fn turned(&self) -> Board {
        Board {
            black: self.white.reverse_bits(),
            white: self.black.reverse_bits(),
            kings: self.kings.reverse_bits(),
        }
    }

    /// The boards from which a step of a colour leads here that crowned no man. Where the colour had something to capture
    /// the step was not legal.
    #[inline]
    pub fn before_steps(&self, colour: Colour) -> impl Iterator<Item = Board> {
        // A step is taken back by the opposite one: men retreat, and kings still go both ways.
        let (own, kings) = (self.of(colour), self.of(colour) & self.kings);
        let steps = match colour {
            Colour::Black => self.steps_into_empty(kings, own),
            Colour::White => self.steps_into_empty(own, kings),
        };
        let (down, up) = (Bits(steps.down).map(Move::step_down), Bits(steps.up).map(Move::step_up));
        down.chain(up).map(move |back| {
            let change = 1u32 << back.from() | 1 << back.to();
            let kings = if self.kings >> back.from() & 1 == 1 { self.kings ^ change } else { self.kings };
            match colour {
                Colour::Black => Board { black: self.black ^ change, kings, ..*self },
                Colour::White => Board { white: self.white ^ change, kings, ..*self },
            }
        })
    }

    /// Whether a colour has any move at all.
    #[inline]
    pub(super) const fn can_move(&self, colour: Colour) -> bool {
        let steps = self.steps(colour);
        steps.down | steps.up != 0 || self.jumps(colour).any()
    }

    /// The board after a move of a colour. It is made in registers and not in place: a search reads
    /// the result at once, and wide reads of fields written one by one would wait for memory.
    #[inline]
    pub(super) const fn after(&self, colour: Colour, mv: Move) -> Made {
        let (from, to, captured) = (1u32 << mv.from(), 1u32 << mv.to(), mv.captured());
        let was_king = self.kings & from != 0;
        let is_king = was_king | (to & colour.crowning_row() != 0);
        let own = self.of(colour) & !from | to;
        let other = self.of(colour.other()) & !captured;
        let kings = self.kings & !(from | captured) | if is_king { to } else { 0 };
        let (black, white) = match colour {
            Colour::Black => (own, other),
            Colour::White => (other, own),
        };
        Made { board: Board { black, white, kings }, was_king, is_king }
    }
}

/// A board after a move, and what the move did to the piece that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) board: Board,
    pub(super) was_king: bool,
    pub(super) is_king: bool,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// How many bits are set in each byte and all bytes below it.
#[inline]
const fn running_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(ONES)
}

/// The place of the set bit of a byte with a number of set bits below it: `[rank][byte]`.
static PLACE_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[rank][byte] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl Steps {
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        // Without kings all steps go one way, and one count is enough.
        let forward = running_counts(self.down | self.up) >> 56;
        if self.down == 0 || self.up == 0 {
            return forward as u32;
        }
        ((running_counts(self.down) >> 56) + (running_counts(self.up) >> 56)) as u32
    }

    /// A uniformly chosen step; `choose` is given how many there are, and is not asked if there is none.
    ///
    /// Walking bit by bit to the chosen one would mispredict a branch nearly every time. Instead the
    /// running counts of all bytes are compared with the rank at once, and a table ends the search.
    #[inline(always)]
    pub(super) fn chosen(&self, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        let (down, up) = (running_counts(self.down), running_counts(self.up));
        let (count_down, count_up) = ((down >> 56) as u32, (up >> 56) as u32);
        if count_down + count_up == 0 {
            return None;
        }
        let rank = choose(count_down + count_up);
        let is_down = rank < count_down;
        let (bits, counts) = if is_down { (self.down, down) } else { (self.up, up) };
        let rank = u64::from(if is_down { rank } else { rank - count_down });
        let bytes_below = ((((rank * ONES) | HIGHS) - counts) & HIGHS) >> 7;
        let shift = (bytes_below.wrapping_mul(ONES) >> 56) * 8;
        let rank_in_byte = rank - ((counts << 8) >> shift & 0xFF);
        let place = PLACE_IN_BYTE[rank_in_byte as usize & 7][(bits >> shift & 0xFF) as usize];
        let index = shift as u8 + place;
        Some(if is_down { Move::step_down(index) } else { Move::step_up(index) })
    }
}
