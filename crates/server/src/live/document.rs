//! What is kept of a game in the database: everything but the position, which its moves give again.

use grandline_agents::Thought;
use grandline_games::{GameId, Side};
use serde::{Deserialize, Serialize};

use crate::strength::Strength;
use crate::view::Both;

/// A clock for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// Minutes for the game.
    pub(crate) minutes: f64,
    /// Seconds that each move adds.
    #[serde(default)]
    pub(crate) increment: f64,
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
    /// What the agent thought.
    #[serde(flatten)]
    pub(crate) thinking: Option<PlyThought>,
}

/// What is kept of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlyThought {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) value: f64,
    pub(crate) words: String,
    pub(crate) exact: bool,
    pub(crate) chance: f64,
    pub(crate) pv: Vec<String>,
}

impl From<&Thought> for PlyThought {
    fn from(thought: &Thought) -> Self {
        PlyThought {
            depth: thought.depth,
            nodes: thought.nodes,
            value: thought.worth.value,
            words: thought.worth.words.clone(),
            exact: thought.worth.exact,
            chance: thought.worth.chance,
            pv: thought.pv.clone(),
        }
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

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameDocument {
    pub(crate) id: String,
    /// The secret of the person who plays.
    pub(crate) key: String,
    pub(crate) game: GameId,
    pub(crate) setup: String,
    pub(crate) agent: String,
    pub(crate) person: Side,
    pub(crate) strength: Strength,
    pub(crate) clock: Option<ClockSettings>,
    /// What the clocks showed when the present turn began.
    pub(crate) left_ms: Option<Both<u64>>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) ending: Option<Ending>,
    pub(crate) rematch: Option<String>,
    /// The seed of the agent's randomness.
    pub(crate) seed: u64,
    /// Seconds since 1970.
    pub(crate) created: u64,
}
