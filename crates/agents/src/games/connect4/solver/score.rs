//! Scores as is usual in Connect 4: 0 for a draw, `n` for a win with `n - 1` of one's own 21 discs still in hand.

use grandline_search::{Exact, Verdict};

/// The score of completing four with the next disc while this many cells are empty.
pub(super) const fn win_with(empty: i32) -> i32 {
    (empty + 1) / 2
}

/// The score of a player who cannot avoid that the opponent completes four with the next disc.
pub(super) const fn loss_at_once(empty: i32) -> i32 {
    -win_with(empty - 1)
}

/// The least score of a player to move who can avoid that.
pub(super) const fn least(empty: i32) -> i32 {
    if empty < 3 { 0 } else { -win_with(empty - 3) }
}

/// The greatest score of a player to move who cannot complete four at once.
pub(super) const fn most(empty: i32) -> i32 {
    if empty < 2 { 0 } else { win_with(empty - 2) }
}

/// A proven score with the number of plies it takes.
pub(in super::super) const fn exact(score: i32, empty: i32) -> Exact {
    let left = match score {
        0 => 0,
        1.. => last(score, empty % 2),
        _ => last(-score, (empty + 1) % 2),
    };
    let plies = if score == 0 { empty } else { empty - left + 1 };
    Exact { verdict: Verdict::of(score), margin: Some(score as i16), plies: Some(plies as u32) }
}

/// The empty cells before a winning disc of this score; their parity is that of the winner's turns.
const fn last(score: i32, parity: i32) -> i32 {
    2 * score - parity
}
