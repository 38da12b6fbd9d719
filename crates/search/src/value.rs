//! Values of positions: integers during a search, estimates and proven results in a report.

use std::fmt;

/// A win at the root; a win `n` plies away is `n` less, so that the quickest win is the best.
/// Heuristic values stay below [`PROVEN`], and nothing ever reaches [`INFINITY`].
pub const WIN: i32 = 1_000_000_000;
/// The smallest size of a value that stands for a proven win or loss.
pub const PROVEN: i32 = WIN - 1_000_000;
/// The smallest size of a proven value whose distance is known; [`PROVEN`] itself is a win or a loss at an unknown one.
const DISTANT: i32 = PROVEN + 1;
/// Larger than every value.
pub const INFINITY: i32 = WIN + 1;

/// Whether a value stands for a win or a loss that was searched to the end of the game.
#[inline]
pub const fn is_proven(value: i32) -> bool {
    value >= PROVEN || value <= -PROVEN
}

/// A win whose last move leads to a position `ply` plies after the root.
#[inline]
pub const fn win_in(ply: u32) -> i32 {
    WIN - ply as i32
}

/// The value as the table keeps it: the distance of a proven result is counted from the position
/// itself, because another path may reach the same position earlier or later.
#[inline]
pub(crate) const fn to_table(value: i32, ply: u32) -> i32 {
    match value {
        DISTANT.. => value + ply as i32,
        _ if value <= -DISTANT => value - ply as i32,
        _ => value,
    }
}

/// The inverse of [`to_table`] at the place where the entry is used.
#[inline]
pub(crate) const fn from_table(value: i32, ply: u32) -> i32 {
    match value {
        DISTANT.. => value - ply as i32,
        _ if value <= -DISTANT => value + ply as i32,
        _ => value,
    }
}

/// A value as a report gives it, always seen by the player to move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An estimate, in the units the evaluation's description uses.
    Heuristic(f64),
    /// A proven result.
    Exact(Exact),
}

/// A proven result, seen by the player to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins.
    pub verdict: Verdict,
    /// By how much, where the search proved that too; negative for a loss.
    pub margin: Option<i16>,
    /// After how many plies the game ends, where it is known.
    pub plies: Option<u32>,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The other player wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Exact {
    /// The result of a finished game, by its margin seen by the player to move.
    pub const fn from_margin(margin: i16) -> Self {
        Exact { verdict: Verdict::of(margin as i32), margin: Some(margin), plies: None }
    }

    /// The result of the move that led to this one, seen by its player: `turned` if that is the other player.
    #[must_use]
    pub fn a_ply_earlier(self, turned: bool) -> Self {
        let Exact { verdict, margin, plies } = self;
        Exact {
            verdict: if turned { verdict.reversed() } else { verdict },
            margin: margin.map(|margin| if turned { -margin } else { margin }),
            plies: plies.map(|plies| plies + 1),
        }
    }

    /// A result of unknown size and distance.
    pub const fn only(verdict: Verdict) -> Self {
        Exact { verdict, margin: None, plies: None }
    }
}

impl Verdict {
    /// The verdict of the sign of a number.
    pub const fn of(number: i32) -> Self {
        match number {
            0 => Verdict::Draw,
            1.. => Verdict::Win,
            _ => Verdict::Loss,
        }
    }

    /// The result for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Verdict::of(-self.sign())
    }

    /// `loss`, `draw` or `win`, as JSON calls them.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        }
    }

    /// -1, 0 or 1.
    pub const fn sign(self) -> i32 {
        match self {
            Verdict::Loss => -1,
            Verdict::Draw => 0,
            Verdict::Win => 1,
        }
    }
}

impl Value {
    /// The size shown for a proven win without a margin; its distance is subtracted.
    const SHOWN_WIN: f64 = 1_000_000.0;

    /// What a search value means, `scale` units making 1.
    pub fn from_units(value: i32, scale: i32) -> Self {
        if is_proven(value) {
            // The smallest proven size stands for an unknown distance.
            let plies = (value.abs() > PROVEN).then_some((WIN - value.abs()) as u32);
            Value::Exact(Exact { verdict: Verdict::of(value), margin: None, plies })
        } else {
            Value::Heuristic(f64::from(value) / f64::from(scale))
        }
    }

    /// The same for a search that saw every line to the end of the game, with results as the only values: 0 is a proven
    /// draw.
    pub fn from_results(value: i32, scale: i32) -> Self {
        if value == 0 { Value::DRAW } else { Value::from_units(value, scale) }
    }

    /// The proven margin of a finished search.
    pub const fn from_margin(margin: i16) -> Self {
        Value::Exact(Exact::from_margin(margin))
    }

    /// A proven draw.
    pub const DRAW: Value = Value::Exact(Exact { verdict: Verdict::Draw, margin: None, plies: None });

    /// The value of a stored [`number`](Self::number); `exact` says whether it was proven.
    pub fn from_number(number: f64, exact: bool) -> Self {
        if !exact {
            return Value::Heuristic(number);
        }
        // Nothing that is a margin comes near half a million.
        if number.abs() <= f64::from(i16::MAX) {
            return Value::from_margin(number.round() as i16);
        }
        let (verdict, plies) = (Verdict::of(number.signum() as i32), (Self::SHOWN_WIN - number.abs()).max(0.0) as u32);
        // No unfinished game ends after 0 plies: the distance was not known.
        Value::Exact(Exact { verdict, margin: None, plies: Some(plies).filter(|&plies| plies > 0) })
    }

    /// Whether the value was proven.
    pub const fn is_exact(&self) -> bool {
        matches!(self, Value::Exact(_))
    }

    /// One number for tables and charts: the estimate, the proven margin, or a million less the
    /// distance for a win of unknown margin.
    pub fn number(&self) -> f64 {
        match *self {
            Value::Heuristic(value) => value,
            Value::Exact(Exact { margin: Some(margin), .. }) => f64::from(margin),
            Value::Exact(Exact { verdict, plies, .. }) => {
                f64::from(verdict.sign()) * (Self::SHOWN_WIN - f64::from(plies.unwrap_or(0)))
            }
        }
    }
}

/// The value in words: the estimate with its sign, or the proven result.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Heuristic(estimate) => write!(f, "{estimate:+.2}"),
            Value::Exact(Exact { verdict: Verdict::Draw, .. }) => f.write_str("draw"),
            Value::Exact(Exact { verdict, margin, plies }) => {
                f.write_str(if *verdict == Verdict::Win { "wins" } else { "loses" })?;
                match (margin, plies) {
                    (Some(margin), _) => write!(f, " by {}", margin.unsigned_abs()),
                    (None, Some(plies)) => write!(f, " in {plies}"),
                    (None, None) => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_distances_from_the_position() {
        for value in [0, 17, -PROVEN + 1, PROVEN, -PROVEN, win_in(9), -win_in(12)] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(from_table(to_table(win_in(9), 5), 7), win_in(11), "two plies later the win is two plies later");
        assert_eq!(from_table(to_table(-win_in(9), 5), 3), -win_in(7));
    }

    #[test]
    fn values_show_their_units() {
        assert_eq!(Value::from_units(30, 40), Value::Heuristic(0.75));
        assert_eq!(Value::from_units(-win_in(4), 40).number(), -999_996.0);
        assert_eq!(Value::from_margin(-3).number(), -3.0);
    }

    #[test]
    fn a_number_is_read_as_the_value_it_was() {
        let values = [Value::Heuristic(-2.5), Value::from_margin(0), Value::from_margin(-7), Value::from_margin(41)];
        for value in values
            .into_iter()
            .chain([win_in(3), -win_in(12), PROVEN, -PROVEN].map(|units| Value::from_units(units, 40)))
        {
            assert_eq!(Value::from_number(value.number(), value.is_exact()), value);
        }
    }
}
