//! Texts from outside, with a bound on their length in their type.

use std::ops::Deref;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The most bytes of a position text.
const LONGEST_SETUP: usize = 4096;
/// The most moves of a game.
pub(crate) const MOST_MOVES: usize = 1000;
/// The most bytes of a move; the longest that exists is a capture of twelve pieces.
const LONGEST_MOVE: usize = 64;
/// The most bytes of an agent with its changes.
const LONGEST_AGENT: usize = 256;

fn bounded<'de, D: Deserializer<'de>>(deserializer: D, what: &str, most: usize) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.len() > most {
        return Err(Error::custom(format!("{what} has {} bytes; the maximum is {most}", text.len())));
    }
    Ok(text)
}

/// A set-up: a position text, `-`, `seed:N`.
#[derive(Clone, Debug)]
pub(crate) struct SetupText(String);

impl SetupText {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for SetupText {
    fn default() -> Self {
        SetupText("-".to_owned())
    }
}

impl<'de> Deserialize<'de> for SetupText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bounded(deserializer, "setup", LONGEST_SETUP).map(SetupText)
    }
}

/// A move.
#[derive(Clone, Debug)]
pub(crate) struct MoveText(String);

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bounded(deserializer, "a move", LONGEST_MOVE).map(MoveText)
    }
}

/// The name of an agent, with or without changes.
#[derive(Clone, Debug)]
pub(crate) struct AgentText(String);

impl AgentText {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for AgentText {
    fn from(text: &str) -> Self {
        AgentText(text.chars().take(LONGEST_AGENT).collect())
    }
}

impl<'de> Deserialize<'de> for AgentText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bounded(deserializer, "agent", LONGEST_AGENT).map(AgentText)
    }
}

/// The moves of a game in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveTexts(Vec<String>);

impl MoveTexts {
    pub(crate) fn into_vec(self) -> Vec<String> {
        self.0
    }
}

impl Deref for MoveTexts {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl From<Vec<String>> for MoveTexts {
    fn from(moves: Vec<String>) -> Self {
        MoveTexts(moves)
    }
}

impl<'de> Deserialize<'de> for MoveTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Moves;

        impl<'de> Visitor<'de> for Moves {
            type Value = MoveTexts;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of moves as texts")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<MoveTexts, A::Error> {
                let mut moves = Vec::new();
                while let Some(MoveText(text)) = items.next_element()? {
                    if moves.len() == MOST_MOVES {
                        return Err(Error::custom(format!("a game has at most {MOST_MOVES} moves")));
                    }
                    moves.push(text);
                }
                Ok(MoveTexts(moves))
            }
        }

        deserializer.deserialize_seq(Moves)
    }
}
