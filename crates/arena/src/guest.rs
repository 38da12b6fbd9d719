//! Agents that live in the program that runs the arena, such as objects of a scripting language. They are asked through
//! texts and without knowing the type of their game; what they answer is checked here.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_agents::Family;
use grandline_games::{AnyPosition, Erased};
use grandline_search::{Clock, Remaining, Report};

use crate::allowance::Allowance;
use crate::clock::clock_of_this_thread;
use crate::contestant::{Answer, Contestant, Failure, Turn};
use crate::played::{Ending, Thought};

/// Somebody who takes part without being a preset or a program: see [`RunOptions`](crate::tournament::RunOptions).
pub trait Guest: Send + Sync {
    /// One who plays for it, one game at a time.
    fn seat(&self) -> Box<dyn GuestSeat>;
}

/// A guest at a board.
pub trait GuestSeat: Send {
    /// A new game begins; whatever is done at random comes from the seed.
    fn begin(&mut self, seed: u64) -> Result<(), Failure>;

    /// The move for the player whose turn it is.
    fn choose(&mut self, turn: &GuestTurn<'_>) -> Result<GuestAnswer, Failure>;
}

/// What a guest is told when it is its turn: see [`Turn`].
pub struct GuestTurn<'a> {
    /// The game so far.
    pub game: &'a dyn AnyPosition,
    /// What may be spent on each move.
    pub allowance: &'a Allowance,
    /// What the clocks of both sides show, where the game has clocks.
    pub clocks: Option<[Remaining; 2]>,
    /// Set from outside when the game is to be given up.
    pub stop: &'a Arc<AtomicBool>,
    /// The clock by which its time is measured, in the thread that thinks.
    pub clock: Arc<dyn Clock>,
}

/// What a guest answers.
#[derive(Clone, Debug, PartialEq)]
pub struct GuestAnswer {
    /// The move as it was said.
    pub text: String,
    /// What was thought.
    pub thought: Thought,
    /// The time it took by the clock of the turn.
    pub time: Duration,
}

/// A guest that can be compared and shown, as contenders are.
#[derive(Clone)]
pub struct Invited {
    /// What it is called.
    pub name: String,
    /// Who it is.
    pub guest: Arc<dyn Guest>,
}

impl fmt::Debug for Invited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invited").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Invited {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.guest, &other.guest)
    }
}

/// The bridge from a guest to a contestant of one game.
pub(crate) struct GuestContestant(pub(crate) Box<dyn GuestSeat>);

impl<G: Family> Contestant<G> for GuestContestant {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.0.begin(seed)
    }

    fn choose(&mut self, turn: &Turn<'_, G>, _watch: &mut dyn FnMut(&Report<G>)) -> Result<Answer<G>, Failure> {
        let game = Erased(turn.record.clone());
        let GuestAnswer { text, thought, time } = self.0.choose(&GuestTurn {
            game: &game,
            allowance: turn.allowance,
            clocks: turn.clocks,
            stop: turn.stop,
            clock: clock_of_this_thread(turn.allowance.clock),
        })?;
        let mv = turn.record.position().parse_move(text.trim()).map_err(|error| {
            let legal = game.legal_moves().join(", ");
            Failure::new(Ending::Illegal, format!("played an illegal move: {error}; legal are {legal}"))
        })?;
        Ok(Answer { mv, thought, time })
    }
}
