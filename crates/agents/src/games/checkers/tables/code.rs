//! The byte of a position: who wins, and after how many plies.
//!
//! 0 is a draw. Otherwise the byte is the number of plies to the end of the game, plus one. The winner makes the last move,
//! so the parity says who that is: with an even number of plies left the side to move loses.

use grandline_search::{Exact, Verdict};

/// The byte of a position.
pub(super) type Code = u8;

pub(super) const DRAW: Code = 0;
/// The side to move has no move.
pub(super) const LOST: Code = 1;
/// A byte that stands for nothing: one more ply would not fit.
pub(super) const LONGEST: Code = Code::MAX;

/// Whether the side to move loses.
#[inline]
pub(super) const fn is_loss(code: Code) -> bool {
    code & 1 == 1
}

/// The result that a byte stands for.
pub(super) fn exact(code: Code) -> Exact {
    let verdict = match code {
        DRAW => Verdict::Draw,
        _ if is_loss(code) => Verdict::Loss,
        _ => Verdict::Win,
    };
    Exact { verdict, margin: None, plies: (code != DRAW).then(|| u32::from(code) - 1) }
}

/// The bytes of positions after moves, as far as the position before needs them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Children {
    quickest_loss: Code,
    slowest_win: Code,
    any_draw: bool,
}

impl Children {
    /// No moves yet.
    pub(super) const NONE: Children = Children { quickest_loss: LONGEST, slowest_win: 0, any_draw: false };

    /// Adds a move by the byte of the position after it, seen by the opponent.
    #[inline]
    pub(super) fn add(&mut self, code: Code) {
        if code == DRAW {
            self.any_draw = true;
        } else if is_loss(code) {
            self.quickest_loss = self.quickest_loss.min(code);
        } else {
            self.slowest_win = self.slowest_win.max(code);
        }
    }

    /// The byte of a win by the quickest of these moves; `None` if none wins.
    #[inline]
    pub(super) fn win(&self) -> Option<Code> {
        (self.quickest_loss != LONGEST).then(|| self.quickest_loss.saturating_add(1))
    }

    /// The byte of a loss by these moves; `None` if one of them keeps a draw or wins.
    #[inline]
    pub(super) fn loss(&self) -> Option<Code> {
        (!self.any_draw && self.quickest_loss == LONGEST).then(|| self.slowest_win.saturating_add(1))
    }

    /// The byte of a position with these moves and no others.
    #[inline]
    pub(super) fn code(&self) -> Code {
        self.win().or(self.loss()).unwrap_or(DRAW)
    }
}
