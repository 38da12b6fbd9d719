//! The time control of a game: clocks and limits, as people write them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_search::time::{format_duration, parse_duration, readable_duration};
use grandline_search::{Clock, Limits, Remaining};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// What each agent may spend in a game; a limit that is absent does not bind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// The clock of the game.
    #[serde(with = "crate::texts::optional", skip_serializing_if = "Option::is_none")]
    pub tc: Option<BaseTime>,
    /// Time per move.
    #[serde(with = "optional_duration", skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Duration>,
    /// Nodes to visit per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Whose time counts.
    pub clock: ClockKind,
    /// What a clock may be overdrawn by before the game is lost.
    #[serde(with = "duration")]
    pub margin: Duration,
}

impl Default for TimeControl {
    fn default() -> Self {
        TimeControl {
            tc: None,
            movetime: None,
            nodes: None,
            depth: None,
            clock: ClockKind::Wall,
            margin: Duration::from_millis(50),
        }
    }
}

impl TimeControl {
    /// Whether results depend on the speed of the machine.
    pub fn is_timed(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some()
    }

    /// The same for a machine on which everything takes this many times as long. Limits of nodes and depth stay as they are.
    pub fn scaled(&self, factor: f64) -> Self {
        // A factor that is no number, or too large, leaves the time as it is.
        let scale = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(time);
        let tc = self.tc.map(|tc| BaseTime { base: scale(tc.base), increment: scale(tc.increment), ..tc });
        TimeControl { tc, movetime: self.movetime.map(scale), ..self.clone() }
    }

    /// The limits of one search for a side whose clock shows `remaining`.
    pub fn limits(&self, remaining: Option<Remaining>, stop: &Arc<AtomicBool>, clock: Arc<dyn Clock>) -> Limits {
        let (depth, nodes, time) = (self.depth, self.nodes, self.movetime);
        Limits { depth, nodes, time, remaining, stop: stop.clone(), clock, ..Limits::default() }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.map(|tc| tc.to_string()));
        parts.extend(self.movetime.map(|time| format!("{} per move", readable_duration(time))));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes per move")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            return f.write_str("each agent's own limits");
        }
        let clock = if self.is_timed() && self.clock == ClockKind::Cpu { " of CPU time" } else { "" };
        write!(f, "{}{clock}", parts.join(", "))
    }
}

/// Whose time a clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Wall time.
    #[default]
    Wall,
    /// CPU time of the agent, which a busy machine does not shorten.
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

/// The time of a whole game: `10+0.1`, or `40/60+0.5` for periods of 40 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseTime {
    /// Time at the start, or for each period.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// The moves of a period, after which the base time is added again.
    pub moves: Option<u32>,
}

impl FromStr for BaseTime {
    type Err = BaseTimeError;

    fn from_str(text: &str) -> Result<Self, BaseTimeError> {
        let wrong = || BaseTimeError(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.trim().parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = BaseTime {
            base: parse_duration(base).map_err(|_| wrong())?,
            increment: parse_duration(increment).map_err(|_| wrong())?,
            moves,
        };
        if time.base.is_zero() && time.increment.is_zero() { Err(wrong()) } else { Ok(time) }
    }
}

impl fmt::Display for BaseTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The text is not the clock of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a time control: write 10+0.1 (seconds and increment), 5m+3s, or 40/60+0.5 for 40 moves per period"
)]
pub struct BaseTimeError(String);

/// Durations in files, as texts.
mod duration {
    use super::*;

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format_duration(*time))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        parse_duration(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

mod optional_duration {
    use super::*;

    pub(super) fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => duration::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        duration::deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_are_scaled() {
        let control = TimeControl {
            tc: "40/60+0.5".parse().ok(),
            movetime: Some(Duration::from_secs(2)),
            nodes: Some(100),
            depth: Some(3),
            ..TimeControl::default()
        };
        let slower =
            TimeControl { tc: "40/90+0.75".parse().ok(), movetime: Some(Duration::from_secs(3)), ..control.clone() };
        assert_eq!(control.scaled(1.5), slower);
        assert_eq!(control.scaled(f64::NAN), control);
    }
}
