//! A game that was played, as plain data: what the store keeps, events carry and reports read.

use grandline_games::{MoveId, Side};
use grandline_search::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::statistics::Score;

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the tournament, from 0: together they are its key.
    pub number: u64,
    /// The round of the tournament it belongs to, from 0.
    pub round: u32,
    /// The number of the first game of its pair: both begin with the same opening, with sides swapped.
    pub pair: u64,
    /// The names of the agents, the one that moves first in front.
    pub players: [String; 2],
    /// Where it began.
    pub opening: Opening,
    /// What the agents played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Ply>,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// By how much, seen by the first player; 0 where the board did not decide.
    pub margin: i16,
    /// What ended it.
    pub ending: Ending,
    /// How it ended, in words.
    pub reason: String,
    /// What the game itself says of its last position: scores and the like.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub detail: Json,
    /// What a student needs to understand a lost process: last position, last output, transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

impl Played {
    /// The result for a side.
    pub fn score(&self, side: Side) -> Score {
        match self.winner {
            None => Score::Draw,
            Some(winner) if winner == side => Score::Win,
            Some(_) => Score::Loss,
        }
    }

    /// Every move from the start of the game, the opening included.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.opening.moves.iter().map(String::as_str).chain(self.plies.iter().map(|ply| ply.mv.as_str()))
    }
}

/// Where a game begins: a set-up and moves that are made before the agents are asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// `-`, `seed:N` or a position text.
    pub setup: String,
    /// The moves from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Opening {
    /// The plain start of a game.
    pub fn start() -> Self {
        Opening { setup: "-".to_owned(), moves: Vec::new() }
    }
}

/// One move of an agent and what it cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// The full text of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The time it took, in microseconds by the clock of the tournament.
    pub micros: u64,
    /// What the agent says of its search.
    #[serde(flatten)]
    pub search: SearchSummary,
}

/// What an agent says of its search; an external engine may say nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchSummary {
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The value for the player who moves, in the units of its evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether the value is a proven result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// Cut-offs by the index of the move that made them; none are kept where there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cutoffs: Vec<u64>,
}

impl SearchSummary {
    /// What a report says. An agent that does not look ahead has neither depth nor value.
    pub fn of(report: &Report<MoveId>) -> Self {
        let cutoffs = &report.counts.cutoffs;
        let last = cutoffs.iter().rposition(|&count| count > 0);
        SearchSummary {
            depth: Some(report.depth).filter(|&depth| depth > 0),
            nodes: Some(report.counts.nodes).filter(|&nodes| nodes > 0),
            value: report.is_founded().then(|| report.value().number()),
            exact: report.value().is_exact(),
            cutoffs: last.map_or_else(Vec::new, |last| cutoffs[..=last].to_vec()),
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The rules of the game.
    Rules,
    /// The exact solver knew the result.
    Solver,
    /// Both agents agreed about the result.
    Agreement,
    /// It became longer than allowed, which is a draw.
    Length,
    /// A clock ran out.
    Time,
    /// A move broke a rule.
    Illegal,
    /// An agent died.
    Crash,
    /// An agent did not answer.
    Silence,
    /// An agent answered with something that is no answer.
    Protocol,
}

impl Ending {
    /// Every ending, the most natural first.
    pub const ALL: [Ending; 9] = {
        use Ending::{Agreement, Crash, Illegal, Length, Protocol, Rules, Silence, Solver, Time};
        [Rules, Solver, Agreement, Length, Time, Illegal, Crash, Silence, Protocol]
    };

    /// The words that records use, in the order of the variants.
    const NAMES: [&str; 9] =
        ["rules", "solver", "agreement", "length", "time", "illegal", "crash", "silence", "protocol"];

    /// Whether the loser lost by its own conduct, and not on the board.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Ending::Time | Ending::Illegal | Ending::Crash | Ending::Silence | Ending::Protocol)
    }

    /// The word that records use.
    pub fn name(self) -> &'static str {
        Ending::NAMES[self as usize]
    }

    /// The ending of a word of a record.
    pub fn from_name(name: &str) -> Option<Self> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Ending;

    #[test]
    fn endings_have_one_name() {
        for ending in Ending::ALL {
            assert_eq!(serde_json::to_value(ending).expect("a word"), ending.name());
            assert_eq!(Ending::from_name(ending.name()), Some(ending));
        }
    }
}
