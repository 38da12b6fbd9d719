//! The byte of a position: who wins, and after how many plies. `rules.rs` says what the plies of each variant lead to.

/// The byte of a position: 0 for a draw, an odd number for a loss of the side to move, an even one for a win. Of two wins or
/// two losses the quicker one has the smaller byte.
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

/// What the moves of a position amount to, each given by the byte that the position would have by that move alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    quickest_win: Code,
    slowest_loss: Code,
    any_draw: bool,
}

impl Choice {
    /// No moves yet.
    pub(super) const NONE: Choice = Choice { quickest_win: LONGEST, slowest_loss: LOST, any_draw: false };

    /// Adds a move.
    #[inline]
    pub(super) fn add(&mut self, code: Code) {
        if code == DRAW {
            self.any_draw = true;
        } else if is_loss(code) {
            self.slowest_loss = self.slowest_loss.max(code);
        } else {
            self.quickest_win = self.quickest_win.min(code);
        }
    }

    /// The byte of a win by the quickest of these moves; `None` if none wins.
    #[inline]
    pub(super) fn win(&self) -> Option<Code> {
        (self.quickest_win != LONGEST).then_some(self.quickest_win)
    }

    /// Whether all of these moves lose.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        !self.any_draw && self.quickest_win == LONGEST
    }

    /// The byte of a position with these moves and no others.
    #[inline]
    pub(super) fn code(&self) -> Code {
        self.win().unwrap_or(if self.any_draw { DRAW } else { self.slowest_loss })
    }
}
