//! A Python agent as a player of the arena: it sends requests to the host's thread, where Python code runs.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use grandline_arena::{Answer, Ending, Failure, Player, Said, Turn};
use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::Watch;

use super::clock::Clock;

/// A request of an arena thread to the host.
pub(super) enum Request {
    /// A player begins a game.
    Begin { agent: usize, player: u64, seed: u64, reply: Sender<Result<(), Failure>> },
    /// A player chooses a move.
    Choose { player: u64, position: AnyPosition, clock: Box<Clock>, reply: Sender<Result<Choice, Failure>> },
    /// All games are over.
    Done,
}

/// What a Python agent returned, and what it cost.
pub(super) struct Choice {
    /// The text of the move.
    pub(super) text: String,
    /// What the agent said of its search.
    pub(super) said: Said,
    /// Positions made.
    pub(super) nodes: u64,
    /// The time by the clock of the match.
    pub(super) time: Duration,
}

/// A Python agent in one game at a time.
pub(super) struct PythonPlayer {
    /// The index of the agent.
    pub(super) agent: usize,
    /// The number of this player, which no other one has.
    pub(super) player: u64,
    pub(super) requests: Sender<Request>,
}

/// The failure of an agent that cannot answer because the match is being stopped.
pub(super) fn stopped() -> Failure {
    Failure::new(Ending::Silence, "was stopped before its move")
}

impl PythonPlayer {
    /// Sends a request and waits for the answer.
    fn ask<T>(&self, request: impl FnOnce(Sender<Result<T, Failure>>) -> Request) -> Result<T, Failure> {
        let (reply, answer) = channel();
        self.requests.send(request(reply)).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }
}

impl Player for PythonPlayer {
    fn begin(&mut self, _game: GameId, seed: u64) -> Result<(), Failure> {
        let (agent, player) = (self.agent, self.player);
        self.ask(|reply| Request::Begin { agent, player, seed, reply })
    }

    fn choose(&mut self, turn: &Turn<'_>, _watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        let (player, position, clock) = (self.player, turn.position.clone(), Box::new(Clock::of(turn)));
        let Choice { text, said, nodes, time } =
            self.ask(|reply| Request::Choose { player, position, clock, reply })?;
        let mv = turn.position.parse_move(text.trim()).map_err(|error| {
            let legal = turn.position.legal_moves().join(", ");
            Failure::new(Ending::Illegal, format!("played an illegal move: {error}; legal are {legal}"))
        })?;
        Ok(Answer { mv, report: said.report(turn.position, mv, nodes, time), time })
    }
}
