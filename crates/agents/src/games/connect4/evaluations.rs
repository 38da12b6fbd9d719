//! Evaluations: alignments as the IN104 report counts them, and threats that can still be carried out.

use grandline_games::connect4::Connect4;
use grandline_games::{Margin, Side};
use grandline_search::Evaluator;

/// A finished game is worth this less the plies played; the report does not say.
const FINISHED: i32 = 1_000_000;
/// Steps from a bit to its neighbour: up, and to the right downwards, level and upwards.
const DIRECTIONS: [u32; 4] = [1, 6, 7, 8];
/// All cells; the seventh bit of each column is always empty.
const BOARD: u64 = {
    let (mut board, mut column) = (0, 0);
    while column < 7 {
        board |= 0x3F << (7 * column);
        column += 1;
    }
    board
};
/// For each direction the cells from which four cells lie on the board.
const STARTS: [u64; 4] = {
    let mut starts = [0; 4];
    let mut index = 0;
    while index < 4 {
        let step = DIRECTIONS[index];
        starts[index] = BOARD & BOARD >> step & BOARD >> (2 * step) & BOARD >> (3 * step);
        index += 1;
    }
    starts
};

/// The value of a finished game for a player: the sooner it was won, the better.
fn finished(position: &Connect4, margin: Margin, player: Side) -> i32 {
    i32::from(margin.seen_by(player).signum()) * (FINISHED - i32::from(position.plies()))
}

/// The longest own alignment, four at most, less the opponent's.
pub struct LongestLine;

/// The longest run of a set of discs in any direction, at most four.
fn longest(discs: u64) -> i32 {
    let run = |step: u32| {
        let (mut rest, mut length) = (discs, 0);
        while rest != 0 && length < 4 {
            rest &= rest >> step;
            length += 1;
        }
        length
    };
    DIRECTIONS.into_iter().map(run).max().unwrap_or(0)
}

impl Evaluator<Connect4> for LongestLine {
    type State = ();

    fn evaluate(&self, _state: &(), position: &Connect4, viewpoint: Side) -> i32 {
        longest(position.discs(viewpoint)) - longest(position.discs(!viewpoint))
    }

    fn terminal(&self, _: &(), position: &Connect4, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        finished(position, margin, viewpoint)
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// The number of alignments of two, three and four, weighted. An alignment is a maximal run of one colour in one
/// direction, and a longer one counts as four.
pub struct WeightedLines(pub [i32; 3]);

impl WeightedLines {
    fn side(&self, discs: u64) -> i32 {
        let [two, three, four] = self.0;
        let lines = |step: u32| {
            // A run starts at a disc with none before it; the longer runs are among the starts of the shorter.
            let starts = discs & !(discs << step);
            let twos = starts & discs >> step;
            let threes = twos & discs >> (2 * step);
            let fours = threes & discs >> (3 * step);
            let count = |set: u64| set.count_ones() as i32;
            two * count(twos & !threes) + three * count(threes & !fours) + four * count(fours)
        };
        DIRECTIONS.into_iter().map(lines).sum()
    }
}

impl Evaluator<Connect4> for WeightedLines {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Connect4, viewpoint: Side) -> i32 {
        self.side(position.discs(viewpoint)) - self.side(position.discs(!viewpoint))
    }

    fn terminal(&self, _: &(), position: &Connect4, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        finished(position, margin, viewpoint)
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// Fours that one side can still complete, by the discs it already has there. What the opponent threatens counts more
/// than what one threatens oneself: a threat that is not parried loses, one that is not carried out waits.
pub struct Threats {
    /// The weight of two discs and two empty cells.
    pub(super) two: i32,
    /// The weight of three discs and an empty cell.
    pub(super) three: i32,
    /// The weight of the opponent's, in hundredths of one's own.
    pub(super) percent: i32,
}

impl Threats {
    fn side(&self, own: u64, other: u64) -> i32 {
        let lines = |index: usize| {
            let step = DIRECTIONS[index];
            let at = |set: u64, place: u32| set >> (place * step);
            let blocked = other | at(other, 1) | at(other, 2) | at(other, 3);
            let free = STARTS[index] & !blocked;
            // Two half adders and a full one count the discs of all fours at once.
            let [a, b, c, d] = [own, at(own, 1), at(own, 2), at(own, 3)];
            let (left, left_carry, right, right_carry) = (a ^ b, a & b, c ^ d, c & d);
            let ones = left ^ right;
            let twos = left_carry ^ right_carry ^ (left & right);
            let count = |set: u64| (set & free).count_ones() as i32;
            self.two * count(twos & !ones) + self.three * count(twos & ones)
        };
        (0..4).map(lines).sum()
    }
}

impl Evaluator<Connect4> for Threats {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Connect4, viewpoint: Side) -> i32 {
        let (own, other) = (position.discs(viewpoint), position.discs(!viewpoint));
        100 * self.side(own, other) - self.percent * self.side(other, own)
    }

    fn scale(&self) -> i32 {
        100
    }
}
