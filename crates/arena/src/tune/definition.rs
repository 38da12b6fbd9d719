//! What is tuned, how long and under which conditions.

use std::fmt;
use std::str::FromStr;

use grandline_games::GameId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::TuneError;
use crate::adjudication::Adjudication;
use crate::openings::OpeningSource;
use crate::time_control::TimeControl;

/// Everything that decides which games a tuning plays. Two runs of the same tuning play the same games, unless a clock limits
/// them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The game.
    pub game: GameId,
    /// The preset, with or without changes, or a TOML file with one. Its values are the start.
    pub agent: String,
    /// The numbers to tune.
    pub parameters: Vec<ParameterRange>,
    /// How often the values move.
    pub iterations: u64,
    /// Pairs of games per iteration.
    pub pairs: u64,
    /// How far values move in the first iteration if one variant wins every game, as a share of their ranges.
    pub step: f64,
    /// How far from the values both variants are in the first iteration, as a share of the ranges.
    pub spread: f64,
    /// Games of the closing match between the tuned values and those of the start; 0 for no match.
    pub games: u64,
    /// What everything random comes from.
    pub seed: u64,
    /// Where games begin; each game has a custom of its own.
    #[serde(default, with = "crate::texts::optional", skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// What each variant may spend.
    #[serde(default)]
    pub limits: TimeControl,
    /// When games end early.
    #[serde(default, skip_serializing_if = "is_default")]
    pub adjudicate: Adjudication,
}

fn is_default(adjudication: &Adjudication) -> bool {
    *adjudication == Adjudication::default()
}

impl Tuning {
    /// The iterations of a tuning that says nothing else.
    pub const ITERATIONS: u64 = 200;
    /// Its pairs per iteration.
    pub const PAIRS: u64 = 8;
    /// Its step.
    pub const STEP: f64 = 0.05;
    /// Its spread.
    pub const SPREAD: f64 = 0.1;
    /// Its closing match.
    pub const GAMES: u64 = 400;

    /// A tuning of some numbers with the default of everything else.
    pub fn new(game: GameId, agent: impl Into<String>, parameters: Vec<ParameterRange>) -> Self {
        Tuning {
            game,
            agent: agent.into(),
            parameters,
            iterations: Tuning::ITERATIONS,
            pairs: Tuning::PAIRS,
            step: Tuning::STEP,
            spread: Tuning::SPREAD,
            games: Tuning::GAMES,
            seed: 0,
            openings: None,
            limits: TimeControl::default(),
            adjudicate: Adjudication::default(),
        }
    }

    /// Whether it can be run, as far as that shows without its agent.
    pub fn check(&self) -> Result<(), TuneError> {
        let impossible = |reason: String| Err(TuneError::Impossible(reason));
        if self.parameters.is_empty() {
            return impossible("no parameter is named; write one as NAME=FROM..TO".to_owned());
        }
        for (index, range) in self.parameters.iter().enumerate() {
            if self.parameters[..index].iter().any(|earlier| earlier.name == range.name) {
                return impossible(format!("parameter '{}' is named twice; name each once", range.name));
            }
        }
        for (name, value) in [("iterations", self.iterations), ("pairs", self.pairs)] {
            if !(1..=1_000_000).contains(&value) {
                return impossible(format!("{name} = {value} must be between 1 and 1000000"));
            }
        }
        for (name, value, most) in [("step", self.step, 1.0), ("spread", self.spread, 0.5)] {
            if !(value > 0.0 && value <= most) {
                return impossible(format!(
                    "{name} = {value} must be above 0 and at most {most}, a share of the range"
                ));
            }
        }
        if !self.games.is_multiple_of(2) {
            return impossible(format!(
                "games = {} is not an even number: openings are played from both sides",
                self.games
            ));
        }
        // A file of TOML has no larger numbers.
        if i64::try_from(self.seed).is_err() {
            return impossible(format!("seed = {} must be below 2^63", self.seed));
        }
        Ok(())
    }

    /// The keys in which two definitions differ.
    pub(super) fn differences(&self, other: &Tuning) -> Vec<&'static str> {
        let keys = [
            ("game", self.game == other.game),
            ("agent", self.agent == other.agent),
            ("parameters", self.parameters == other.parameters),
            ("iterations", self.iterations == other.iterations),
            ("pairs", self.pairs == other.pairs),
            ("step", self.step == other.step),
            ("spread", self.spread == other.spread),
            ("games", self.games == other.games),
            ("seed", self.seed == other.seed),
            ("openings", self.openings == other.openings),
            ("limits", self.limits == other.limits),
            ("adjudicate", self.adjudicate == other.adjudicate),
        ];
        keys.into_iter().filter(|(_, is_equal)| !is_equal).map(|(key, _)| key).collect()
    }
}

/// A number to tune and where it may go: `c=0..60`.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterRange {
    /// The name: a key of the preset or a parameter of its evaluation.
    pub name: String,
    /// The smallest value.
    pub from: f64,
    /// The largest value.
    pub to: f64,
}

impl ParameterRange {
    /// A range that is not empty.
    pub fn new(name: &str, from: f64, to: f64) -> Result<Self, String> {
        if name.is_empty() || ![from, to].iter().all(|end| end.is_finite()) {
            return Err(ParameterRange::form(&format!("{name}={from}..{to}")));
        }
        if from >= to {
            return Err(format!(
                "the range {from}..{to} of '{name}' is empty: write the smaller end first, as in 0..60"
            ));
        }
        Ok(ParameterRange { name: name.to_owned(), from, to })
    }

    fn form(text: &str) -> String {
        format!("'{text}' is not a parameter with its range: write NAME=FROM..TO, such as c=0..60")
    }
}

impl FromStr for ParameterRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(name, range)| Some((name.trim(), range.split_once("..")?)));
        // A third dot is a slip and not the point of a fraction.
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|_| !text.trim().starts_with('.'));
        let read = parts.and_then(|(name, (from, to))| Some((name, number(from)?, number(to)?)));
        let (name, from, to) = read.ok_or_else(|| ParameterRange::form(text))?;
        ParameterRange::new(name, from, to)
    }
}

impl fmt::Display for ParameterRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.from, self.to)
    }
}

impl Serialize for ParameterRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ParameterRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        for text in ["c=0..60", "centre=-100..100", "exploration=0.5..2.25", "reductions.after=1..20"] {
            assert_eq!(text.parse::<ParameterRange>().expect("a range").to_string(), text);
        }
        assert_eq!(" c = 0 .. 6e1 ".parse::<ParameterRange>().expect("a range").to_string(), "c=0..60");
        for text in ["c", "c=0", "c=0...60", "c=a..b", "=0..1", "c=0..inf", "c=NaN..1", "c=60..0", "c=1..1"] {
            let error = text.parse::<ParameterRange>().expect_err(text);
            assert!(error.contains("write "), "{error}");
        }
    }

    #[test]
    fn a_definition_round_trips() {
        let ranges = vec!["c=0..60".parse().expect("a range"), "r=-5.5..60".parse().expect("a range")];
        let tuning = Tuning {
            openings: Some("random:3".parse().expect("openings")),
            limits: TimeControl { nodes: Some(500), ..TimeControl::default() },
            ..Tuning::new(GameId::Divercite, "skypiea-v5:depth=2", ranges)
        };
        let text = toml::to_string(&tuning).expect("TOML");
        assert_eq!(toml::from_str::<Tuning>(&text).expect("a tuning"), tuning, "{text}");
        assert!(tuning.check().is_ok());
        assert_eq!(tuning.differences(&Tuning { seed: 3, pairs: 1, ..tuning.clone() }), ["pairs", "seed"]);
    }
}
