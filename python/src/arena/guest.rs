//! A Python agent as the arena sees it: a letter box. What is put in is answered by the host's thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use grandline_agents::Family;
use grandline_arena::guest::{Guest, GuestAnswer, GuestSeat, GuestTurn};
use grandline_arena::{Ending, Failure};
use grandline_games::{AnyPosition, Erased, GameId, Numbered, with_game};

use super::clock::Clock;
use crate::board::{Board, of_record};

/// What the threads of the arena want of the host.
pub(super) enum Letter {
    /// A game begins at a seat.
    Begin { agent: usize, seat: u64, seed: u64, reply: Sender<Result<(), Failure>> },
    /// A move is wanted.
    Choose { seat: u64, board: Arc<dyn Board>, clock: Box<Clock>, reply: Sender<Result<GuestAnswer, Failure>> },
    /// All games are over.
    Done,
}

/// A Python agent by its number.
pub(super) struct PythonGuest {
    pub(super) agent: usize,
    pub(super) game: GameId,
    pub(super) letters: Sender<Letter>,
    pub(super) seats: Arc<AtomicU64>,
}

struct PythonSeat {
    agent: usize,
    seat: u64,
    game: GameId,
    letters: Sender<Letter>,
}

impl Guest for PythonGuest {
    fn seat(&self) -> Box<dyn GuestSeat> {
        let seat = self.seats.fetch_add(1, Ordering::Relaxed);
        Box::new(PythonSeat { agent: self.agent, seat, game: self.game, letters: self.letters.clone() })
    }
}

impl PythonSeat {
    /// Sends a letter and waits for the answer.
    fn ask<T>(&self, letter: impl FnOnce(Sender<Result<T, Failure>>) -> Letter) -> Result<T, Failure> {
        let (reply, answer) = channel();
        let gone = || Failure::new(Ending::Silence, "was stopped before its move");
        self.letters.send(letter(reply)).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

impl GuestSeat for PythonSeat {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        let (agent, seat) = (self.agent, self.seat);
        self.ask(|reply| Letter::Begin { agent, seat, seed, reply })
    }

    fn choose(&mut self, turn: &GuestTurn<'_>) -> Result<GuestAnswer, Failure> {
        let board = with_game!(self.game, G => board::<G>(self.game, turn.game));
        let board = board.ok_or_else(|| Failure::new(Ending::Crash, "was asked about another game"))?;
        let (seat, clock) = (self.seat, Box::new(Clock::of(turn)));
        self.ask(|reply| Letter::Choose { seat, board, clock, reply })
    }
}

/// The position of a turn as Python has it.
fn board<G: Family + Numbered>(id: GameId, game: &dyn AnyPosition) -> Option<Arc<dyn Board>> {
    let Erased(record) = game.as_any().downcast_ref::<Erased<G>>()?;
    Some(of_record(id, record))
}
