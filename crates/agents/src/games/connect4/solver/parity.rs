//! Bounds of a score that need no search, from the oldest plan in Connect 4: answering every disc with one on top of it.
//!
//! Columns have an even number of cells, so a player who always answers in the same column gets the upper of every two
//! cells. Columns filled to an odd height have a single lowest cell, on an even row, and then pairs. When the number of
//! these single cells is even, the following player answers one with another. In the literature this is the second
//! player's *claimeven* (Allis, "A Knowledge-based Approach of Connect-Four", 1988), here for the whole board at once.

use super::bits::{BOARD, BOTTOM, EVEN, ODD, has_four, is_several, playable, row};
use super::node::Node;

/// What is known about a score without a search, given a bound it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glance {
    /// The score is this or less, which is not above the bound.
    AtMost(i32),
    /// The score is this or more, which is above the bound.
    AtLeast(i32),
    /// Nothing that decides the comparison.
    Open,
}

/// With more empty cells nearly everybody can still complete four somewhere.
const LATE: i32 = 18;

/// A position as the bounds see it.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Discs of the player to move.
    pub(super) own: u64,
    /// Discs of the opponent.
    pub(super) other: u64,
    /// Empty cells that complete four for the player to move.
    pub(super) threats: u64,
    /// Empty cells that complete four for the opponent.
    pub(super) danger: u64,
}

impl View {
    #[inline(always)]
    pub(super) const fn of(node: &Node) -> Self {
        View { own: node.own, other: node.own ^ node.filled, threats: node.threats, danger: node.danger }
    }
}

/// Whether the score of the player to move is above the bound, where that can be seen. The player to move is the first
/// one if the number of empty cells is even.
#[inline(always)]
pub(super) fn glance(view: View, empty: i32, bound: i32) -> Glance {
    let is_late = empty <= LATE;
    let cells = BOARD ^ (view.own | view.other);
    let single = playable(view.own | view.other) & EVEN;
    let cells = Cells { odd: cells & ODD, even: cells & EVEN & !single, single };
    match (empty % 2 == 0, bound >= 0) {
        (true, true) => first_wins(view, cells),
        (true, false) => first_holds(view, cells, bound, is_late),
        (false, true) => second_wins(view, cells, bound, is_late),
        (false, false) => second_holds(view, cells, bound),
    }
}

/// The empty cells by who gets them when a player follows up.
#[derive(Clone, Copy)]
struct Cells {
    odd: u64,
    /// Without the single cells.
    even: u64,
    /// The lowest cells of the columns filled to an odd height.
    single: u64,
}

/// The even cells that the second player may need at the latest to win with a score of 1, 2 or 3. Everything else can be
/// filled before the last of them; four, two or no cells above it stay empty.
const UP_TO: [u64; 3] = [row(2) | row(4) | row(6), row(2) | row(4), row(2)];

/// Whether the first player completes no four if the second one follows up: it gets at most the odd cells below the cells
/// where the second one wins, and one of each pair of single cells.
#[inline(always)]
fn first_is_held(first: u64, second_wins: u64, cells: Cells) -> bool {
    let discs = first | cells.odd & !above(second_wins & cells.even);
    is_split(discs, cells.single)
}

/// Whether single cells can be paired so that a player completes no four with one of each pair. Only two or four of them
/// are tried in pairs.
#[inline(always)]
fn is_split(discs: u64, single: u64) -> bool {
    if !has_four(discs | single) {
        return true;
    }
    if has_four(discs) {
        return false;
    }
    let a = single & single.wrapping_neg();
    let rest = single ^ a;
    let b = rest & rest.wrapping_neg();
    let rest = rest ^ b;
    if b == 0 {
        return false;
    }
    if rest == 0 {
        return !has_four(discs | a) && !has_four(discs | b);
    }
    let c = rest & rest.wrapping_neg();
    let d = rest ^ c;
    if d == 0 || is_several(d) {
        return false;
    }
    let holds = |x: u64, y: u64, z: u64, w: u64| {
        !has_four(discs | x | z) && !has_four(discs | x | w) && !has_four(discs | y | z) && !has_four(discs | y | w)
    };
    holds(a, b, c, d) || holds(a, c, b, d) || holds(a, d, b, c)
}

/// The odd cells above cells on even rows: nobody gets there if the game ends below.
#[inline(always)]
fn above(even: u64) -> u64 {
    // In each column the bit above the top less the cells has all odd bits from the lowest of the cells on.
    ((BOTTOM << 6) - even) & ODD
}

/// The first player, to move, wants to win.
#[inline(always)]
fn first_wins(view: View, cells: Cells) -> Glance {
    if first_is_held(view.own, view.danger, cells) { Glance::AtMost(0) } else { Glance::Open }
}

/// The first player, to move, wants a score above a bound below 0.
#[inline(always)]
fn first_holds(view: View, cells: Cells, bound: i32, is_late: bool) -> Glance {
    if bound >= -3
        && has_four(view.other | cells.even & UP_TO[(-1 - bound) as usize])
        && first_is_held(view.own, view.danger, cells)
    {
        return Glance::AtMost(bound);
    }
    if is_late && !has_four(view.other | cells.odd | cells.even | cells.single) { Glance::AtLeast(0) } else { Glance::Open }
}

/// The second player, to move, wants a score above a bound of at least 0.
#[inline(always)]
fn second_wins(view: View, cells: Cells, bound: i32, is_late: bool) -> Glance {
    if is_late && !has_four(view.own | cells.odd | cells.even | cells.single) {
        return Glance::AtMost(0);
    }
    if let Some(score) = odd_threat(view, cells, bound) {
        return Glance::AtMost(score);
    }
    if bound < 3
        && !is_several(cells.single)
        && has_four(view.own | cells.single | cells.even & UP_TO[bound as usize])
        && !has_four(view.other | cells.odd & !above(view.threats & cells.even))
    {
        return Glance::AtLeast(bound + 1);
    }
    Glance::Open
}

/// The second player, to move, wants a score above a bound below 0.
#[inline(always)]
fn second_holds(view: View, cells: Cells, bound: i32) -> Glance {
    if !is_several(cells.single) && !has_four(view.other | cells.odd & !above(view.threats & cells.even)) {
        return Glance::AtLeast(0);
    }
    match odd_threat(view, cells, bound) {
        Some(score) => Glance::AtMost(score),
        None => Glance::Open,
    }
}

/// The second player, to move, loses to a threat on row 3 or 5 if the first one can follow up everywhere else: at last the
/// second one has to play below the threat.
#[inline(always)]
fn odd_threat(view: View, cells: Cells, bound: i32) -> Option<i32> {
    let playable = playable(view.own | view.other);
    let mut threats = view.danger & cells.odd & !playable;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = 0x7F << (threat.trailing_zeros() / 7 * 7);
        // Above row 3 there are three cells, above row 5 one.
        let score = if threat & row(3) != 0 { -2 } else { -1 };
        if score > bound {
            continue;
        }
        // The lowest cell of a column of even height is one more single cell.
        let single = match cells.single & column {
            0 => cells.single | playable & column,
            own => cells.single ^ own,
        };
        let below = (cells.even | cells.single) & column & (threat - 1);
        let odd = cells.odd & !column & !above(view.danger & cells.even);
        let discs = view.own | odd | below;
        if is_split(discs, single) {
            return Some(score);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::bits::winning;
    use super::super::plain::Random;
    use super::*;

    /// Every answer is compared with a plain search, in thousands of positions and for every bound.
    #[test]
    fn no_bound_is_ever_wrong() {
        let mut random = Random(1);
        let mut answers = [0; 4];
        for round in 0..8_000 {
            let empty = 3 + round % 12;
            let position = random.position(empty);
            let score = position.score(-18, 18);
            let other = position.own ^ position.filled;
            let view = View { own: position.own, other, threats: winning(position.own, position.filled), danger: winning(other, position.filled) };
            for bound in -6..6 {
                let kind = match glance(view, empty, bound) {
                    Glance::AtMost(most) => {
                        assert!(score <= most && most <= bound, "{position:?}: {score}, not at most {most}");
                        0
                    }
                    Glance::AtLeast(least) => {
                        assert!(score >= least && least > bound, "{position:?}: {score}, not at least {least}");
                        2
                    }
                    Glance::Open => continue,
                };
                answers[kind + (empty % 2) as usize] += 1;
            }
        }
        assert!(answers.iter().all(|&answers| answers > 300), "{answers:?}");
    }
}
