//! What is wrong with a preset, where it is written, and what would be right.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// Where a setting was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// In a file, by the name the caller gave.
    File {
        /// The name of the file.
        file: Arc<str>,
        /// The line, from 1.
        line: usize,
    },
    /// In the text by which an agent was asked for, such as `skypiea-v5:depth=3`.
    Specification(Arc<str>),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File { file, line } => write!(f, "{file}, line {line}"),
            Source::Specification(text) => write!(f, "agent '{text}'"),
        }
    }
}

impl Source {
    /// The place in front of a problem; nothing where the problem names the agent itself.
    fn before(&self, problem: &Problem) -> String {
        match (self, problem) {
            (Source::Specification(_), Problem::UnknownAgent { .. }) => String::new(),
            _ => format!("{self}: "),
        }
    }
}

/// Why a preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{problem}", .place.before(problem))]
pub struct PresetError {
    /// Where it is written.
    pub place: Source,
    /// What is wrong, and what is allowed.
    pub problem: Problem,
}

/// What is wrong with a preset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The text is not TOML.
    #[error("not a preset file: {0}")]
    Syntax(String),
    /// A preset has a key that does not exist.
    #[error("there is no key '{key}'{}; allowed are {}", suggestion(key, allowed), allowed.join(", "))]
    UnknownKey {
        /// The key as it was written.
        key: String,
        /// Every key there is.
        allowed: Vec<String>,
    },
    /// A key has a value that it cannot have.
    #[error("key '{key}' takes {expected}, not {found}")]
    WrongValue {
        /// The key.
        key: String,
        /// What it takes.
        expected: String,
        /// What is written.
        found: String,
    },
    /// A preset starts from one that does not exist, or an agent was asked for that does not.
    #[error("agent '{name}' does not exist; {} agents of this game are {}", did_you_mean(name, known), known.join(", "))]
    UnknownAgent {
        /// The name as it was written.
        name: String,
        /// Every agent of the game.
        known: Vec<String>,
    },
    /// The agent exists, but not for this variant of the game.
    #[error("agent '{name}' does not play {game}; it plays {}", games.join(", "))]
    OtherGame {
        /// The agent.
        name: String,
        /// The variant it was asked for.
        game: String,
        /// The variants it plays.
        games: Vec<String>,
    },
    /// Presets start from each other in a circle.
    #[error("presets start from each other in a circle: {}", chain.join(" -> "))]
    Circle {
        /// The names in order, the first again at the end.
        chain: Vec<String>,
    },
    /// A preset lacks a key without which it means nothing.
    #[error("key '{key}' is missing; it takes {expected}")]
    Missing {
        /// The key.
        key: String,
        /// What it takes.
        expected: String,
    },
    /// An evaluation that does not exist in this game.
    #[error("key '{key}': there is no evaluation '{name}'{}; allowed are {}", suggestion(name, known), known.join(", "))]
    UnknownEvaluation {
        /// The key.
        key: String,
        /// The name as it was written.
        name: String,
        /// The evaluations of the game with their parameters.
        known: Vec<String>,
    },
    /// An evaluation with parameters it does not have.
    #[error("key '{key}': {reason}; allowed is {signature}")]
    WrongParameters {
        /// The key.
        key: String,
        /// What is wrong.
        reason: String,
        /// The evaluation with its parameters.
        signature: String,
    },
    /// A book or weights that cannot be used. Fields: the key; why.
    #[error("key '{0}': {1}")]
    File(&'static str, String),
    /// Part of the text behind an agent's name is not `key=value`.
    #[error("'{part}' is not of the form key=value")]
    NotAnOverride {
        /// The part.
        part: String,
    },
}

impl Problem {
    pub(crate) fn at(self, place: &Source) -> PresetError {
        PresetError { place: place.clone(), problem: self }
    }
}

/// A hint at the name that was probably meant.
fn suggestion(name: &str, known: &[String]) -> String {
    nearest(name, known).map_or_else(String::new, |nearest| format!(" (perhaps '{nearest}')"))
}

/// A question about the name that was probably meant, and the first word after it.
fn did_you_mean(name: &str, known: &[String]) -> String {
    nearest(name, known).map_or_else(|| "the".to_owned(), |nearest| format!("did you mean '{nearest}'? The"))
}

/// The known name that is most like a wrong one, if any is.
fn nearest(name: &str, known: &[String]) -> Option<String> {
    // Evaluations are listed with their parameters, which are no part of the name.
    let plain = |known: &String| known.split('(').next().unwrap_or_default().to_owned();
    let nearest = known.iter().map(plain).map(|known| (strsim::damerau_levenshtein(name, &known), known)).min();
    nearest.filter(|(distance, _)| *distance <= 2.max(name.chars().count() / 3)).map(|(_, nearest)| nearest)
}
