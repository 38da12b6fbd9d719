//! The alpha-beta window.

use std::ops::Neg;

use crate::value::INFINITY;

/// The open interval of values that still matter, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The player to move already has at least this value.
    pub alpha: i32,
    /// The other player already avoids this value or more.
    pub beta: i32,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The values strictly between two bounds.
    #[inline]
    pub const fn new(alpha: i32, beta: i32) -> Self {
        Window { alpha, beta }
    }

    /// The question whether a value is larger than `alpha` (a null window).
    #[inline]
    pub const fn above(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The values near a guess (an aspiration window).
    pub const fn around(guess: i32, radius: i32) -> Self {
        let alpha = guess.saturating_sub(radius);
        let beta = guess.saturating_add(radius);
        Window {
            alpha: if alpha < -INFINITY { -INFINITY } else { alpha },
            beta: if beta > INFINITY { INFINITY } else { beta },
        }
    }

    /// Whether no value lies strictly inside, so that a search only answers yes or no.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Whether a value is too good to be allowed: the other player avoids this position.
    #[inline]
    pub const fn fails_high(self, value: i32) -> bool {
        value >= self.beta
    }

    /// Whether a value is no better than what the player to move already has.
    #[inline]
    pub const fn fails_low(self, value: i32) -> bool {
        value <= self.alpha
    }
}

/// The same window seen by the other player.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
