//! How much an agent may think: clocks and limits of a game, as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// What each agent may spend; a limit that is absent does not bind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// The clock of the game.
    #[serde(with = "crate::texts::optional", skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Time for each move.
    #[serde(with = "optional_span", skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Duration>,
    /// States to visit for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Whose time counts.
    pub clock: ClockKind,
    /// What a clock may be overdrawn by before the game is lost.
    #[serde(with = "span")]
    pub margin: Duration,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance {
            tc: None,
            movetime: None,
            nodes: None,
            depth: None,
            clock: ClockKind::Wall,
            margin: Duration::from_millis(50),
        }
    }
}

impl Allowance {
    /// Whether results depend on the speed of the machine.
    pub fn is_timed(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some()
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.map(|tc| tc.to_string()));
        parts.extend(self.movetime.map(|time| format!("{} a move", format_span(time))));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} states a move")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            return f.write_str("each agent's own limits");
        }
        let clock = if self.is_timed() && self.clock == ClockKind::Cpu { " of processor time" } else { "" };
        write!(f, "{}{clock}", parts.join(", "))
    }
}

/// Whose time a clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// The time on the wall.
    #[default]
    Wall,
    /// The processor time of the agent, which a busy machine does not shorten.
    Cpu,
}

impl FromStr for ClockKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "wall" => Ok(ClockKind::Wall),
            "cpu" => Ok(ClockKind::Cpu),
            _ => Err(format!("'{text}' is not a clock: write wall or cpu")),
        }
    }
}

/// A clock for a whole game: `10+0.1`, or `40/60+0.5` for a period of 40 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start, or for each period.
    pub total: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// The moves of a period, after which the total is added again.
    pub moves: Option<u32>,
}

impl FromStr for TimeControl {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Self, SpanError> {
        let wrong = || SpanError::Control(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.trim().parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (total, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control = TimeControl {
            total: parse_span(total).map_err(|_| wrong())?,
            increment: parse_span(increment).map_err(|_| wrong())?,
            moves,
        };
        if control.total.is_zero() && control.increment.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.total.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Why a text is not a time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpanError {
    /// It should be one duration.
    #[error("'{0}' is not a time: write 2s, 500ms or 1m")]
    Span(String),
    /// It should be the clock of a game.
    #[error(
        "'{0}' is not a time control: write 10+0.1 (seconds and increment), 5m+3s, or 40/60+0.5 for 40 moves a period"
    )]
    Control(String),
}

/// A duration with its unit: `2s`, `500ms`, `1m`; a bare number counts seconds.
pub fn parse_span(text: &str) -> Result<Duration, SpanError> {
    let wrong = || SpanError::Span(text.to_owned());
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let seconds = match unit.trim() {
        "us" => number / 1_000_000.0,
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// A duration as [`parse_span`] reads it, in the unit that fits.
pub fn format_span(span: Duration) -> String {
    let seconds = span.as_secs_f64();
    match seconds {
        0.0 => "0s".to_owned(),
        ..1e-3 => format!("{}us", rounded(seconds * 1e6)),
        ..1.0 => format!("{}ms", rounded(seconds * 1e3)),
        _ => format!("{}s", rounded(seconds)),
    }
}

/// A number without the dust of binary fractions.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// Durations in files, as texts.
mod span {
    use super::*;

    pub(super) fn serialize<S: Serializer>(span: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format_span(*span))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        parse_span(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

mod optional_span {
    use super::*;

    pub(super) fn serialize<S: Serializer>(span: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match span {
            Some(span) => span::serialize(span, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        span::deserialize(deserializer).map(Some)
    }
}
