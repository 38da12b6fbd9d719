//! One game as a state machine. It is told what happens and when, and looks at no clock itself.

use std::time::Duration;

use grandline_arena::clock::GameClock;
use grandline_arena::{Agent, BaseTime};
use grandline_games::random::mix;
use grandline_games::{AnyPosition, MoveError, MoveId, Side};
use grandline_search::Remaining;
use serde::Serialize;

use super::document::{By, EndedBy, Ending, GameDocument, OfferKind, Ply, PlyAnalysis};
use super::thinking::{Choice, FAILED};
use crate::agents::OfferedAgent;
use crate::error::ApiError;
use crate::text::MOST_MOVES;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Turn {
    Person,
    Agent,
    Over,
}

/// A game in memory.
pub(crate) struct LiveGame {
    pub(crate) document: GameDocument,
    pub(super) position: AnyPosition,
    pub(super) agent: OfferedAgent,
    /// When the present turn began, by the server's clock.
    turn_began: Duration,
    /// Counts changes of the position, so that a move that was found for another one is noticed.
    generation: u64,
    /// The agent waits for a place to search; no clock runs meanwhile.
    agent_waits: bool,
}

/// What an agent needs for a search.
pub(crate) struct Task {
    pub(crate) position: AnyPosition,
    pub(crate) agent: Agent,
    /// The seed of a player that is made for this ply.
    pub(crate) seed: u64,
    pub(crate) generation: u64,
    /// What both clocks show.
    pub(crate) clocks: Option<[Remaining; 2]>,
}

impl LiveGame {
    /// A game from its document; the turn begins now.
    pub(crate) fn new(document: GameDocument, agent: OfferedAgent, now: Duration) -> Result<Self, ApiError> {
        let wrong = |words: String| ApiError::wrong(words).with("field", "setup");
        let mut position = document.game.set_up(&document.setup).map_err(|error| wrong(error.to_string()))?;
        position.play_all(document.plies.iter().map(|ply| &ply.text)).map_err(|error| wrong(error.to_string()))?;
        Ok(LiveGame { document, position, agent, turn_began: now, generation: 0, agent_waits: false })
    }

    /// Becomes a later state of the same game. A search for the earlier one is noticed.
    pub(super) fn replace(&mut self, later: LiveGame) {
        *self = LiveGame { generation: self.generation + 1, ..later };
    }

    pub(crate) fn turn(&self) -> Turn {
        if self.is_over() {
            Turn::Over
        } else if self.document.is_duel() || self.position.to_move() == self.document.person {
            Turn::Person
        } else {
            Turn::Agent
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.document.ending.is_some() || self.position.outcome().is_some()
    }

    /// Whether the clock of the player to move runs: from the first move that was made here on.
    pub(crate) fn is_timed(&self) -> bool {
        self.document.clock.is_some()
            && !self.agent_waits
            && !self.is_over()
            && self.document.plies.iter().any(|ply| ply.by != By::Setup)
    }

    /// The clock of a side when the present turn began.
    fn clock(&self, side: Side) -> Option<GameClock> {
        let base = Duration::from_millis(*self.document.left_ms.as_ref()?.get(side));
        Some(GameClock::new(BaseTime { base, ..self.document.clock?.time() }))
    }

    /// The time that the present turn has taken off a side's clock.
    fn spent(&self, side: Side, now: Duration) -> Duration {
        let runs = self.is_timed() && self.position.to_move() == side;
        if runs { now.saturating_sub(self.turn_began) } else { Duration::ZERO }
    }

    /// What a side's clock shows, and what its moves add.
    fn remaining(&self, side: Side, now: Duration) -> Option<Remaining> {
        let shown = self.clock(side)?.remaining(side);
        Some(Remaining { left: shown.left.saturating_sub(self.spent(side, now)), ..shown })
    }

    /// What a side's clock shows.
    pub(crate) fn left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.remaining(side, now).map(|remaining| remaining.left)
    }

    /// Whether the time of the player to move is up.
    pub(crate) fn is_late(&self, now: Duration) -> bool {
        self.is_timed() && self.left(self.position.to_move(), now) == Some(Duration::ZERO)
    }

    /// Ends the game if the time of the player to move is up; says whether it did.
    pub(crate) fn look_at_clock(&mut self, now: Duration) -> bool {
        if !self.is_late(now) {
            return false;
        }
        let mover = self.position.to_move();
        *self.left_ms(mover) = 0;
        let reason = format!("{} ran out of time", self.position.side_name(mover));
        self.end(!mover, EndedBy::Time, reason);
        true
    }

    /// The stored time of a player; of no meaning without a clock.
    fn left_ms(&mut self, player: Side) -> &mut u64 {
        self.document.left_ms.get_or_insert_default().get_mut(player)
    }

    fn end(&mut self, winner: Side, by: EndedBy, reason: String) {
        self.document.offer = None;
        self.document.ending = Some(Ending { winner, by, reason });
        self.generation += 1;
    }

    /// Makes a move and starts the next turn.
    ///
    /// Returns `None`, and nothing happens, if the move is not legal.
    fn advance(&mut self, mv: MoveId, by: By, analysis: Option<PlyAnalysis>, now: Duration) -> Option<()> {
        let text = self.position.move_text(mv)?;
        let mover = self.position.to_move();
        if let Some(mut clock) = self.clock(mover) {
            // A clock that ran out has ended the game before.
            let _ = clock.spend(mover, self.spent(mover, now), Duration::ZERO);
            *self.left_ms(mover) = clock.remaining(mover).left.as_millis() as u64;
        }
        self.position.play(mv);
        self.document.offer = None;
        let time_ms = Some(now.saturating_sub(self.turn_began).as_millis() as u64);
        self.document.plies.push(Ply { text, player: mover, by, time_ms, analysis });
        self.turn_began = now;
        self.generation += 1;
        Some(())
    }

    /// Makes a move of the person on a side, for a certain ply if one is given.
    pub(crate) fn person_moves(
        &mut self,
        side: Side,
        text: &str,
        ply: Option<usize>,
        now: Duration,
    ) -> Result<(), ApiError> {
        self.look_at_clock(now);
        if ply.is_some_and(|ply| ply != self.document.plies.len()) {
            let words = format!("this move is for another ply; {} plies have been played", self.document.plies.len());
            return Err(ApiError::conflict(words));
        }
        self.check_turn()?;
        if side != self.position.to_move() {
            return Err(ApiError::conflict("it is not your turn"));
        }
        if self.agent.agent.is_none() && !self.document.is_duel() {
            let name = &self.agent.name;
            let words = format!("this server does not offer {name} now; its operator can add --agent {name}=...");
            return Err(ApiError::conflict(words));
        }
        if self.document.plies.len() >= MOST_MOVES {
            return Err(ApiError::conflict(format!("a game has at most {MOST_MOVES} plies on this server")));
        }
        let wrong = |error: MoveError| ApiError::wrong(error.to_string()).with("field", "move");
        let mv = self.position.parse_move(text).map_err(wrong)?;
        self.advance(mv, By::Person, None, now).ok_or_else(|| ApiError::failure("the move cannot be made"))
    }

    /// Refuses what only the person to move may ask for.
    fn check_turn(&self) -> Result<(), ApiError> {
        match self.turn() {
            Turn::Person => Ok(()),
            Turn::Agent => Err(ApiError::conflict("it is not your turn")),
            Turn::Over => Err(ApiError::conflict("the game is over")),
        }
    }

    /// Whether it is the turn of an agent that the server still offers.
    pub(crate) fn awaits_agent(&self) -> bool {
        self.turn() == Turn::Agent && self.agent.agent.is_some()
    }

    /// Stops the agent's clock: the server has no place for its search yet.
    pub(crate) fn agent_waits(&mut self, now: Duration) {
        if self.turn() == Turn::Agent {
            self.settle_clock(now);
            self.agent_waits = true;
        }
    }

    /// Whether the agent waits for a place to search.
    pub(crate) fn is_agent_waiting(&self) -> bool {
        self.agent_waits && self.turn() == Turn::Agent
    }

    /// Starts the agent's clock again.
    pub(crate) fn agent_starts(&mut self, now: Duration) {
        if std::mem::take(&mut self.agent_waits) {
            self.turn_began = now;
        }
    }

    /// Writes down what the clock of the player to move shows; the turn begins anew.
    fn settle_clock(&mut self, now: Duration) {
        if self.is_timed() {
            let mover = self.position.to_move();
            *self.left_ms(mover) = self.left(mover, now).unwrap_or_default().as_millis() as u64;
        }
        self.turn_began = now;
    }

    /// What the agent is to search, if it is its turn.
    pub(crate) fn task(&self, now: Duration) -> Option<Task> {
        if !self.awaits_agent() {
            return None;
        }
        let clocks = match Side::BOTH.map(|side| self.remaining(side, now)) {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        };
        Some(Task {
            position: self.position.clone(),
            agent: self.agent.agent.clone()?,
            seed: mix(self.document.seed.wrapping_add(self.position.plies() as u64)),
            generation: self.generation,
            clocks,
        })
    }

    /// Makes the move the agent found, if the game still waits for it.
    pub(super) fn agent_moves(&mut self, generation: u64, choice: Result<Choice, String>, now: Duration) {
        if self.look_at_clock(now) || generation != self.generation {
            return;
        }
        let moved = choice.and_then(|Choice { mv, analysis }| {
            self.advance(mv, By::Agent, analysis, now).ok_or_else(|| FAILED.to_owned())
        });
        if let Err(reason) = moved {
            let reason = format!("{} {reason}", self.agent.name);
            self.end(self.document.person, EndedBy::Failure, reason);
        }
    }

    /// Whether the agent may be told to answer with what it has.
    pub(crate) fn may_hurry(&self) -> Result<(), ApiError> {
        if self.agent.can_hurry() {
            return Ok(());
        }
        Err(ApiError::conflict(format!("{} is an external engine that cannot be told to move now", self.agent.name)))
    }

    /// Where a side's last own move was made, if it may be taken back.
    pub(super) fn undo_to(&self, side: Side) -> Option<usize> {
        // Between two people a game that is over is over.
        if self.document.ending.is_some() || self.document.is_duel() && self.is_over() {
            return None;
        }
        self.document.plies.iter().rposition(|ply| ply.by == By::Person && ply.player == side)
    }

    /// Whether the person, or one of two people, has a move to take back.
    pub(super) fn can_undo(&self) -> bool {
        let duel = self.document.is_duel();
        Side::BOTH.into_iter().any(|side| (duel || side == self.document.person) && self.undo_to(side).is_some())
    }

    /// Takes back to the last own move of a side. Clocks stay as they are. Between two people the other side is asked first,
    /// and agrees by asking for the same.
    pub(crate) fn undo(&mut self, side: Side, now: Duration) -> Result<(), ApiError> {
        if self.look_at_clock(now) {
            return Err(ApiError::conflict("the game is over"));
        }
        let agreed = !self.document.is_duel() || self.accepts(OfferKind::Undo, side);
        let side = if self.document.is_duel() && agreed { !side } else { side };
        let target = self.undo_to(side).ok_or_else(|| ApiError::conflict("you have not made a move to take back"))?;
        if !agreed {
            return self.ask(OfferKind::Undo, side);
        }
        self.settle_clock(now);
        self.agent_waits = false;
        while self.document.plies.len() > target {
            self.document.plies.pop();
            self.position.undo();
        }
        self.document.offer = None;
        self.generation += 1;
        Ok(())
    }

    /// The person on a side resigns.
    pub(crate) fn resign(&mut self, side: Side, now: Duration) -> Result<(), ApiError> {
        if self.look_at_clock(now) || self.is_over() {
            return Err(ApiError::conflict("the game is over"));
        }
        // The clocks stay as they are: a game that is over has no turn.
        self.settle_clock(now);
        let reason = format!("{} resigned", self.position.side_name(side));
        self.end(!side, EndedBy::Resignation, reason);
        Ok(())
    }

    /// The position for which the person may ask for a hint.
    pub(crate) fn for_hint(&self) -> Result<AnyPosition, ApiError> {
        if self.document.is_duel() {
            return Err(ApiError::conflict("there are no hints in a game between two people"));
        }
        self.check_turn()?;
        Ok(self.position.clone())
    }
}
