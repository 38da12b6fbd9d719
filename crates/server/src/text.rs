//! Texts from outside, each with a bound on its length.

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

fn bounded<E: Error>(text: String, what: &str, most: usize) -> Result<String, E> {
    if text.len() > most {
        return Err(E::custom(format!("{what} has {} bytes; the maximum is {most}", text.len())));
    }
    Ok(text)
}

/// The setup of the start position.
pub(crate) fn start_text() -> String {
    "-".to_owned()
}

/// Reads a setup: a position text, `-`, `seed:N`.
pub(crate) fn setup_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    bounded(String::deserialize(deserializer)?, "setup", LONGEST_SETUP)
}

/// Reads a move.
pub(crate) fn move_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    bounded(String::deserialize(deserializer)?, "a move", LONGEST_MOVE)
}

/// Reads the name of an agent, with or without changes.
pub(crate) fn agent_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| bounded(text, "agent", LONGEST_AGENT)).transpose()
}

/// Reads the moves of a game in order.
pub(crate) fn move_texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    struct MoveText(#[serde(deserialize_with = "move_text")] String);

    struct Moves;

    impl<'de> Visitor<'de> for Moves {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of moves as texts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<String>, A::Error> {
            let mut moves = Vec::new();
            while let Some(MoveText(text)) = items.next_element()? {
                if moves.len() == MOST_MOVES {
                    return Err(Error::custom(format!("a game has at most {MOST_MOVES} moves")));
                }
                moves.push(text);
            }
            Ok(moves)
        }
    }

    deserializer.deserialize_seq(Moves)
}
