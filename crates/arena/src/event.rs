//! Events of a run, for the terminal, the page and files.

use grandline_games::{GameId, Side};
use serde::{Deserialize, Serialize};

use crate::played::{Opening, Played, Ply};

/// Something that happened in a tournament; as JSON its kind is in the field `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// It starts or resumes.
    Started {
        /// Its name.
        tournament: String,
        /// The game played.
        game: GameId,
        /// Who takes part.
        agents: Vec<String>,
        /// How many games there will be; more may follow where rounds depend on results.
        games: u64,
        /// How many of them were already there.
        done: u64,
    },
    /// A round was paired.
    Round {
        /// Its number, from 0.
        round: u32,
        /// How many games were played before it.
        before: u64,
        /// How many games it has.
        games: u64,
    },
    /// A game begins.
    GameStarted {
        /// Its number.
        number: u64,
        /// Who plays, the first player in front.
        players: [String; 2],
        /// From where.
        opening: Opening,
    },
    /// A move was made.
    Move {
        /// The game.
        number: u64,
        /// How many plies were played before, the opening included.
        ply: u32,
        /// Whose move it was.
        player: Side,
        /// The move and what it cost.
        #[serde(flatten)]
        made: Ply,
    },
    /// A game is over and in the store.
    GameFinished {
        /// The game, without its plies, which came as events of their own and are in the store.
        #[serde(flatten)]
        game: Box<Played>,
    },
    /// Where a test of two agents stands.
    Sprt {
        /// The log-likelihood ratio so far.
        llr: f64,
        /// Below this the null hypothesis is accepted.
        lower: f64,
        /// Above this the alternative is accepted.
        upper: f64,
        /// Where it stands, in words.
        words: String,
    },
    /// A warning for the user.
    Warning {
        /// What.
        text: String,
    },
    /// It is over, or was stopped.
    Finished {
        /// Its name.
        tournament: String,
        /// How many games are in the store.
        games: u64,
        /// Whether nothing is left to play.
        complete: bool,
        /// The result in words.
        verdict: String,
    },
}
