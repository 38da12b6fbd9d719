//! What a training tells while it runs.

use serde::{Deserialize, Serialize};

/// One pass over the examples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u32,
    /// The mean loss over the examples while they were learned from.
    pub training: f64,
    /// The mean loss over those kept back, after the epoch.
    pub validation: f64,
}

/// What a round has come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundResult {
    /// Its number, from 1.
    pub round: u32,
    /// How many positions the weights were fitted to.
    pub positions: u64,
    /// The loss over positions kept back.
    pub loss: f64,
    /// The learning curve.
    pub epochs: Vec<Epoch>,
    /// What the weights were tested against.
    pub against: String,
    /// Games of the test.
    pub games: u64,
    /// The share of the points the new weights made.
    pub score: f64,
    /// The estimate of the difference and half its 95 % interval.
    pub elo: Option<f64>,
    /// Half the interval.
    pub elo_error: Option<f64>,
    /// Whether the new weights are kept.
    pub accepted: bool,
    /// The verdict in words.
    pub words: String,
}

/// Something that happened in a training; as JSON its kind is in the field `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TrainEvent {
    /// A round begins or resumes.
    Round {
        /// Its number, from 1.
        round: u32,
        /// How many rounds there are.
        rounds: u32,
        /// How many games are there already.
        done: u64,
        /// How many games it has.
        games: u64,
    },
    /// A game was played and written down.
    Game {
        /// The round.
        round: u32,
        /// How many games there are now.
        done: u64,
    },
    /// A warning for the user.
    Warning {
        /// What.
        text: String,
    },
    /// The fit begins.
    Fitting {
        /// The round.
        round: u32,
        /// How many positions there are.
        positions: u64,
    },
    /// An epoch of a fit.
    Epoch {
        /// The round.
        round: u32,
        /// The epoch.
        #[serde(flatten)]
        epoch: Epoch,
    },
    /// The test goes on.
    Testing {
        /// The round.
        round: u32,
        /// What the new weights are tested against.
        against: String,
        /// Games so far.
        games: u64,
        /// Games at most.
        most: u64,
    },
    /// A round is over.
    RoundFinished(RoundResult),
    /// All rounds are over, or the training was stopped.
    Finished {
        /// Whether nothing is left to do.
        complete: bool,
        /// The file of the best weights, if there are some.
        weights: Option<String>,
    },
}
