//! A game as the database stores it: everything but the position, which follows from its moves.

use std::time::Duration;

use grandline_agents::{Analysis, Score};
use grandline_arena::BaseTime;
use grandline_games::{GameId, Side};
use serde::{Deserialize, Serialize};

use crate::limits::LimitsRequest;
use crate::random::same_secret;
use crate::view::Both;

/// A clock for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// Minutes per game.
    pub(crate) minutes: f64,
    /// Seconds that each move adds.
    #[serde(default)]
    pub(crate) increment: f64,
}

impl ClockSettings {
    /// The time of the whole game.
    pub(crate) fn time(&self) -> BaseTime {
        let increment = Duration::from_secs_f64(self.increment);
        BaseTime { base: Duration::from_secs_f64(self.minutes * 60.0), increment, moves: None }
    }
}

/// Who made a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// It was there when the game began.
    Setup,
    Person,
    Agent,
}

/// A move with what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ply {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) player: Side,
    pub(crate) by: By,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_ms: Option<u64>,
    /// What the agent found.
    #[serde(flatten)]
    pub(crate) analysis: Option<PlyAnalysis>,
}

/// What is stored of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlyAnalysis {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) value: f64,
    pub(crate) words: String,
    pub(crate) exact: bool,
    pub(crate) chance: f64,
    pub(crate) pv: Vec<String>,
}

impl From<Analysis> for PlyAnalysis {
    fn from(analysis: Analysis) -> Self {
        let Analysis { depth, nodes, score: Score { value, words, exact, chance, .. }, pv, .. } = analysis;
        PlyAnalysis { depth, nodes, value, words, exact, chance, pv }
    }
}

/// How a game ended otherwise than by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    pub(crate) winner: Side,
    pub(crate) by: EndedBy,
    pub(crate) reason: String,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EndedBy {
    Rules,
    Resignation,
    Time,
    /// The agent found no move, or failed in another way.
    Failure,
}

/// What one of two people asks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub(crate) kind: OfferKind,
    /// The side that asks.
    pub(crate) by: Side,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OfferKind {
    /// To take back the last move of the side that asks.
    Undo,
    /// To play again.
    Rematch,
}

impl GameDocument {
    /// Whether two people play, without an agent.
    pub(crate) fn is_duel(&self) -> bool {
        self.guest_key.is_some()
    }

    /// The side that a secret plays.
    pub(crate) fn seat(&self, key: &str) -> Option<Side> {
        if same_secret(key, &self.key) {
            return Some(self.person);
        }
        let is_guest = self.guest_key.as_ref().is_some_and(|guest| same_secret(key, guest));
        is_guest.then_some(!self.person)
    }
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameDocument {
    pub(crate) id: String,
    /// The secret of the person who plays.
    pub(crate) key: String,
    /// The secret of the other person, where two people play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) guest_key: Option<String>,
    pub(crate) game: GameId,
    pub(crate) setup: String,
    /// Empty where two people play.
    pub(crate) agent: String,
    pub(crate) person: Side,
    /// The limits of the agent's searches.
    #[serde(rename = "strength")]
    pub(crate) limits: LimitsRequest,
    pub(crate) clock: Option<ClockSettings>,
    /// What the clocks showed when the present turn began.
    pub(crate) left_ms: Option<Both<u64>>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) ending: Option<Ending>,
    pub(crate) rematch: Option<String>,
    /// What waits for an answer, where two people play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) offer: Option<Offer>,
    /// The seed of the agent's randomness.
    pub(crate) seed: u64,
    /// Seconds since 1970.
    pub(crate) created: u64,
}
