//! Events of a tuning, for the terminal and for programs.

use grandline_games::GameId;
use serde::{Deserialize, Serialize};

use super::outcome::Tuned;
use super::values::Values;
use crate::statistics::Tally;

/// A finished iteration: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u64,
    /// The values of the first variant.
    pub plus: Values,
    /// The values of the other.
    pub minus: Values,
    /// Games that plus won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that plus lost.
    pub losses: u64,
    /// The values after it.
    pub values: Values,
}

impl Iteration {
    /// The games of plus.
    pub fn tally(&self) -> Tally {
        Tally::new(self.wins, self.draws, self.losses)
    }
}

/// The points of a side less those of the other, per game; 0 without games.
pub(super) fn lead(tally: &Tally) -> f64 {
    (tally.wins as f64 - tally.losses as f64) / tally.games().max(1) as f64
}

/// Something that happened in a tuning; as JSON its kind is in the field `event`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TuneEvent {
    /// It starts or resumes.
    Started {
        /// The game.
        game: GameId,
        /// The agent.
        agent: String,
        /// The parameters with their ranges; the values are those so far.
        parameters: Vec<Tuned>,
        /// How many iterations there are.
        iterations: u64,
        /// How many of them were already done.
        done: u64,
    },
    /// An iteration is over and in the log.
    Iteration(Iteration),
    /// The closing match goes on.
    Comparison {
        /// Games that are over.
        done: u64,
        /// How many there are.
        games: u64,
    },
    /// A warning for the user.
    Warning {
        /// What.
        text: String,
    },
    /// It is over, or was stopped: see [`Outcome::to_json`](super::Outcome::to_json).
    Finished {
        /// What came of it.
        #[serde(flatten)]
        outcome: serde_json::Value,
    },
}
