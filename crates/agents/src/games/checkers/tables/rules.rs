//! What the tables of a variant count, and what their bytes say under its draw rule.
//!
//! English draughts count plies to the end of the game: the byte is that number plus one, and the winner makes the last
//! move, so its parity says who that is.
//!
//! In the course's game 25 plies without a capture are a draw, so a win is a chain of captures with at most 25 plies before
//! each. Its tables count plies to the next capture that keeps the result, or to the end of the game: the byte of a win is
//! twice that number, that of a loss one more. A position is won if the counter allows so many plies, and nothing else
//! matters: these tables are exact under the draw rule.

use std::sync::{Arc, OnceLock};

use grandline_games::checkers::{Aiarena, Checkers, English, Move, Variant};
use grandline_search::{Exact, Known, Verdict};

use super::code::{Code, DRAW, LOST, is_loss};
use super::tables::Tables;

/// A variant of checkers with endgame tables.
pub trait Tabled: Variant {
    /// The byte before a move that leads to a position with this byte, by that move alone.
    fn before(code: Code) -> Code;

    /// The same before a capture.
    fn before_capture(code: Code) -> Code;

    /// The plies that the byte of a win or a loss counts; 0 for a draw.
    fn plies(code: Code) -> u32;

    /// Whether the plies of a byte lead to the end of the game, and not only to the next capture.
    const TO_THE_END: bool;

    /// What a byte says about a position with its counter of the draw rule.
    fn known(position: &Checkers<Self>, code: Code) -> Known;

    /// The tables that all agents of the process ask.
    fn shared() -> &'static OnceLock<Arc<Tables<Self>>>;

    /// Whether a move sets the counter of the draw rule back.
    fn is_progress(position: &Checkers<Self>, mv: Move) -> bool {
        mv.is_capture() || Self::MAN_RESETS && position.men(position.colour_to_move()) >> mv.from() & 1 == 1
    }

    /// The result that a byte stands for, with the distance to the end of the game if the tables count it.
    fn exact(code: Code) -> Exact {
        let plies = (code != DRAW && Self::TO_THE_END).then(|| Self::plies(code));
        Exact { verdict: verdict(code), margin: None, plies }
    }
}

/// Who wins.
pub(super) fn verdict(code: Code) -> Verdict {
    match code {
        DRAW => Verdict::Draw,
        _ if is_loss(code) => Verdict::Loss,
        _ => Verdict::Win,
    }
}

/// With up to this many pieces no win that is played by the tables of English draughts goes longer than [`STRETCH`] plies
/// without a capture or a man's move, whatever the loser does: `grandline tables show checkers --stretch` computes it.
const STRETCH_PIECES: u32 = 4;
/// See [`STRETCH_PIECES`].
const STRETCH: u32 = 54;

impl Tabled for English {
    const TO_THE_END: bool = true;

    #[inline]
    fn before(code: Code) -> Code {
        if code == DRAW { DRAW } else { code.saturating_add(1) }
    }

    #[inline]
    fn before_capture(code: Code) -> Code {
        Self::before(code)
    }

    #[inline]
    fn plies(code: Code) -> u32 {
        u32::from(code.saturating_sub(1))
    }

    /// Proven is what the draw rule cannot change: the game ends before the counter is full, or the counter is set back in
    /// time. Otherwise the rule may take the win away and nothing more.
    #[inline]
    fn known(position: &Checkers<Self>, code: Code) -> Known {
        let mut plies = Self::plies(code);
        if position.piece_count() <= STRETCH_PIECES {
            // In a lost position the loser's own move comes first.
            plies = plies.min(STRETCH + u32::from(is_loss(code)));
        }
        if plies + u32::from(position.counter()) <= u32::from(Self::DRAW_AFTER) {
            Known::Exact(Self::exact(code))
        } else if is_loss(code) {
            Known::AtMost(Exact::only(Verdict::Draw))
        } else {
            Known::AtLeast(Exact::only(Verdict::Draw))
        }
    }

    fn shared() -> &'static OnceLock<Arc<Tables<Self>>> {
        static SHARED: OnceLock<Arc<Tables<English>>> = OnceLock::new();
        &SHARED
    }
}

impl Tabled for Aiarena {
    const TO_THE_END: bool = false;

    /// Further from a capture than the draw rule allows, a win is a draw.
    #[inline]
    fn before(code: Code) -> Code {
        match code {
            DRAW => DRAW,
            _ if Self::plies(code) >= u32::from(Self::DRAW_AFTER) => DRAW,
            _ if is_loss(code) => code + 1,
            _ => code + 3,
        }
    }

    #[inline]
    fn before_capture(code: Code) -> Code {
        match code {
            DRAW => DRAW,
            _ if is_loss(code) => LOST + 1,
            _ => LOST + 2,
        }
    }

    #[inline]
    fn plies(code: Code) -> u32 {
        u32::from(code / 2)
    }

    #[inline]
    fn known(position: &Checkers<Self>, code: Code) -> Known {
        let is_in_time = Self::plies(code) + u32::from(position.counter()) <= u32::from(Self::DRAW_AFTER);
        Known::Exact(Self::exact(if is_in_time { code } else { DRAW }))
    }

    fn shared() -> &'static OnceLock<Arc<Tables<Self>>> {
        static SHARED: OnceLock<Arc<Tables<Aiarena>>> = OnceLock::new();
        &SHARED
    }
}
