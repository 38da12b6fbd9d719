//! One game as a state machine. It is told what happens and when, and looks at no clock itself.

use std::time::Duration;

use grandline_games::random::mix;
use grandline_games::{AnyPosition, GameId, Side};
use grandline_search::Remaining;

use super::document::{By, ClockSettings, EndedBy, Ending, GameDocument, Ply, PlyThought};
use super::thinking::{Choice, FAILED};
use crate::agents::{Mind, Opponent};
use crate::error::ApiError;
use crate::text::MOST_MOVES;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Person,
    Agent,
    Over,
}

/// A game in memory.
pub(crate) struct LiveGame {
    pub(super) document: GameDocument,
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) opponent: Opponent,
    /// When the present turn began, by the server's clock.
    turn_began: Duration,
    /// Counts changes of the position, so that a move that was thought out for another one is noticed.
    generation: u64,
}

/// What an agent needs to know to think.
pub(crate) struct Task {
    pub(crate) game: GameId,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) mind: Mind,
    /// The seed of the whole game.
    pub(crate) seed: u64,
    pub(crate) generation: u64,
    /// What both clocks show.
    pub(crate) clocks: Option<[Remaining; 2]>,
}

impl Task {
    /// Another seed each ply: an agent that is built anew for every move must not choose alike every time.
    pub(super) fn ply_seed(&self) -> u64 {
        mix(self.seed.wrapping_add(self.position.played().len() as u64))
    }
}

impl LiveGame {
    /// A game from its document; the turn begins now.
    pub(crate) fn new(document: GameDocument, opponent: Opponent, now: Duration) -> Result<Self, ApiError> {
        let wrong = |words: String| ApiError::wrong(words).with("field", "setup");
        let mut position = document.game.set_up(&document.setup).map_err(|error| wrong(error.to_string()))?;
        for (index, ply) in document.plies.iter().enumerate() {
            position.play(&ply.text).map_err(|error| wrong(format!("move {}: {error}", index + 1)))?;
        }
        Ok(LiveGame { document, position, opponent, turn_began: now, generation: 0 })
    }

    pub(crate) fn document(&self) -> &GameDocument {
        &self.document
    }

    pub(crate) fn person(&self) -> Side {
        self.document.person
    }

    pub(crate) fn turn(&self) -> Turn {
        if self.is_over() {
            Turn::Over
        } else if self.position.to_move() == self.person() {
            Turn::Person
        } else {
            Turn::Agent
        }
    }

    fn is_over(&self) -> bool {
        self.document.ending.is_some() || self.position.outcome().is_some()
    }

    /// Whether the clock of the player to move runs: from the first move that was made here on.
    pub(crate) fn is_timed(&self) -> bool {
        self.document.clock.is_some() && !self.is_over() && self.document.plies.iter().any(|ply| ply.by != By::Setup)
    }

    /// What a player's clock shows.
    pub(crate) fn left(&self, player: Side, now: Duration) -> Option<Duration> {
        let left = Duration::from_millis(*self.document.left_ms.as_ref()?.get(player));
        let runs = self.is_timed() && self.position.to_move() == player;
        Some(if runs { left.saturating_sub(now.saturating_sub(self.turn_began)) } else { left })
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
        *self.clock_of(mover) = 0;
        let reason = format!("{} ran out of time", self.position.side_name(mover));
        self.end(!mover, EndedBy::Time, reason);
        true
    }

    /// The kept time of a player; of no meaning without a clock.
    fn clock_of(&mut self, player: Side) -> &mut u64 {
        self.document.left_ms.get_or_insert_default().get_mut(player)
    }

    fn end(&mut self, winner: Side, by: EndedBy, reason: String) {
        self.document.ending = Some(Ending { winner, by, reason });
        self.generation += 1;
    }

    /// Makes a move and starts the next turn.
    fn advance(&mut self, text: &str, by: By, thinking: Option<PlyThought>, now: Duration) -> Result<(), ApiError> {
        let mover = self.position.to_move();
        let spent = now.saturating_sub(self.turn_began);
        let left = self.left(mover, now);
        let full =
            self.position.play(text).map_err(|error| ApiError::wrong(error.to_string()).with("field", "move"))?;
        let time_ms = Some(spent.as_millis() as u64);
        self.document.plies.push(Ply { text: full, player: mover, by, time_ms, thinking });
        if let (Some(ClockSettings { increment, .. }), Some(left)) = (self.document.clock, left) {
            *self.clock_of(mover) = (left + Duration::from_secs_f64(increment)).as_millis() as u64;
        }
        self.turn_began = now;
        self.generation += 1;
        Ok(())
    }

    /// Makes a move of the person, meant for a ply if one is given.
    pub(crate) fn person_moves(&mut self, text: &str, ply: Option<usize>, now: Duration) -> Result<(), ApiError> {
        self.look_at_clock(now);
        if ply.is_some_and(|ply| ply != self.document.plies.len()) {
            let words = format!("this move is for another ply; {} have been played", self.document.plies.len());
            return Err(ApiError::conflict(words));
        }
        match self.turn() {
            Turn::Over => Err(ApiError::conflict("the game is over")),
            Turn::Agent => Err(ApiError::conflict("it is not your turn")),
            Turn::Person if self.is_left() => {
                let name = &self.opponent.name;
                let words =
                    format!("{name} is not offered by this server now; who starts it can add --agent {name}=...");
                Err(ApiError::conflict(words))
            }
            Turn::Person if self.document.plies.len() >= MOST_MOVES => {
                Err(ApiError::conflict(format!("a game has at most {MOST_MOVES} moves here")))
            }
            Turn::Person => self.advance(text, By::Person, None, now),
        }
    }

    /// Whether the agent has left: then the game waits until the server has it again.
    fn is_left(&self) -> bool {
        matches!(self.opponent.mind, Mind::Gone)
    }

    /// Whether an agent is to think.
    pub(crate) fn awaits_agent(&self) -> bool {
        self.turn() == Turn::Agent && !self.is_left()
    }

    /// What the agent is to think about, if it is its turn.
    pub(crate) fn task(&self, now: Duration) -> Option<Task> {
        if !self.awaits_agent() {
            return None;
        }
        let increment = Duration::from_secs_f64(self.document.clock.map_or(0.0, |clock| clock.increment));
        let remaining = |left| Remaining { left, increment, moves_to_go: None };
        let clocks = match Side::BOTH.map(|player| self.left(player, now)) {
            [Some(first), Some(second)] => Some([first, second].map(remaining)),
            _ => None,
        };
        Some(Task {
            game: self.document.game,
            position: self.position.boxed(),
            mind: self.opponent.mind.clone(),
            seed: self.document.seed,
            generation: self.generation,
            clocks,
        })
    }

    /// Makes the move the agent found, if the game still waits for it.
    pub(super) fn agent_moves(&mut self, generation: u64, choice: Result<Choice, String>, now: Duration) {
        if self.look_at_clock(now) || generation != self.generation {
            return;
        }
        let moved = choice.and_then(|Choice { text, thinking }| {
            self.advance(&text, By::Agent, thinking, now).map_err(|_| FAILED.to_owned())
        });
        if let Err(reason) = moved {
            let reason = format!("{} {reason}", self.opponent.name);
            self.end(self.person(), EndedBy::Failure, reason);
        }
    }

    /// Whether the agent may be told to answer with what it has.
    pub(crate) fn may_hurry(&self) -> Result<(), ApiError> {
        if self.opponent.can_hurry() {
            return Ok(());
        }
        Err(ApiError::conflict(format!("{} is a program that cannot be hurried", self.opponent.name)))
    }

    /// Where a person's last own move was made, if it may be taken back.
    fn undo_to(&self) -> Option<usize> {
        if self.document.ending.is_some() {
            return None;
        }
        self.document.plies.iter().rposition(|ply| ply.by == By::Person)
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.undo_to().is_some()
    }

    /// Takes back to the person's last own move. Clocks stay as they are.
    pub(crate) fn undo(&mut self, now: Duration) -> Result<(), ApiError> {
        if self.look_at_clock(now) {
            return Err(ApiError::conflict("the game is over"));
        }
        let target = self.undo_to().ok_or_else(|| ApiError::conflict("there is no move of yours to take back"))?;
        if self.is_timed() {
            let mover = self.position.to_move();
            *self.clock_of(mover) = self.left(mover, now).unwrap_or_default().as_millis() as u64;
        }
        while self.document.plies.len() > target {
            self.document.plies.pop();
            self.position.undo();
        }
        self.turn_began = now;
        self.generation += 1;
        Ok(())
    }

    /// The person gives up.
    pub(crate) fn resign(&mut self, now: Duration) -> Result<(), ApiError> {
        if self.look_at_clock(now) || self.is_over() {
            return Err(ApiError::conflict("the game is over"));
        }
        let person = self.person();
        let reason = format!("{} resigned", self.position.side_name(person));
        self.end(!person, EndedBy::Resignation, reason);
        Ok(())
    }

    /// The position for which the person may ask for a hint.
    pub(crate) fn for_hint(&self) -> Result<(GameId, Box<dyn AnyPosition>), ApiError> {
        match self.turn() {
            Turn::Person => Ok((self.document.game, self.position.boxed())),
            Turn::Agent => Err(ApiError::conflict("it is not your turn")),
            Turn::Over => Err(ApiError::conflict("the game is over")),
        }
    }

    pub(crate) fn set_rematch(&mut self, id: &str) {
        self.document.rematch = Some(id.to_owned());
    }
}
