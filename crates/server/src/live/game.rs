//! One game as a state machine. It is told what happens and when, and looks at no clock itself.

use std::time::Duration;

use grandline_agents::{Preset, Thought};
use grandline_games::random::mix;
use grandline_games::{AnyPosition, GameId, Player};
use grandline_search::Remaining;

use super::document::{By, ClockSettings, EndedBy, Ending, GameDocument, Ply, PlyThought};
use crate::agents;
use crate::error::ApiError;
use crate::text::{AgentText, MOST_MOVES};

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
    pub(super) preset: Preset,
    /// When the present turn began, by the server's clock.
    turn_began: Duration,
    /// Counts changes of the position, so that a move that was thought out for another one is noticed.
    generation: u64,
}

/// What an agent needs to know to think.
pub(crate) struct Task {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) preset: Preset,
    pub(crate) seed: u64,
    pub(crate) generation: u64,
    pub(crate) remaining: Option<Remaining>,
}

impl LiveGame {
    /// A game from its document; the turn begins now.
    pub(crate) fn new(document: GameDocument, now: Duration) -> Result<Self, ApiError> {
        let wrong = |words: String| ApiError::wrong(words).with("field", "setup");
        let mut position = document.game.set_up(&document.setup).map_err(|error| wrong(error.to_string()))?;
        for (index, ply) in document.plies.iter().enumerate() {
            position.play(&ply.text).map_err(|error| wrong(format!("move {}: {error}", index + 1)))?;
        }
        let preset = agents::resolve(document.game, Some(&AgentText::from(document.agent.as_str())))?;
        Ok(LiveGame { document, position, preset, turn_began: now, generation: 0 })
    }

    pub(crate) fn document(&self) -> &GameDocument {
        &self.document
    }

    pub(crate) fn person(&self) -> Player {
        self.document.person.into()
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
    pub(crate) fn left(&self, player: Player, now: Duration) -> Option<Duration> {
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
        let reason = format!("{} ran out of time", self.position.player_name(mover));
        self.end(!mover, EndedBy::Time, reason);
        true
    }

    /// The kept time of a player; of no meaning without a clock.
    fn clock_of(&mut self, player: Player) -> &mut u64 {
        self.document.left_ms.get_or_insert_default().get_mut(player)
    }

    fn end(&mut self, winner: Player, by: EndedBy, reason: String) {
        self.document.ending = Some(Ending { winner: winner.into(), by, reason });
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
        self.document.plies.push(Ply { text: full, player: mover.into(), by, time_ms, thinking });
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
            Turn::Person if self.document.plies.len() >= MOST_MOVES => {
                Err(ApiError::conflict(format!("a game has at most {MOST_MOVES} moves here")))
            }
            Turn::Person => self.advance(text, By::Person, None, now),
        }
    }

    /// What the agent is to think about, if it is its turn.
    pub(crate) fn task(&self, now: Duration) -> Option<Task> {
        if self.turn() != Turn::Agent {
            return None;
        }
        let increment = self.document.clock.map_or(0.0, |clock| clock.increment);
        let remaining = self.left(self.position.to_move(), now).map(|left| Remaining {
            left,
            increment: Duration::from_secs_f64(increment),
            moves_to_go: None,
        });
        Some(Task {
            position: self.position.boxed(),
            preset: self.preset.clone(),
            // Another seed each ply: an agent that is built anew for every move must not choose alike every time.
            seed: mix(self.document.seed.wrapping_add(self.document.plies.len() as u64)),
            generation: self.generation,
            remaining,
        })
    }

    /// Makes the move the agent found, if the game still waits for it.
    pub(crate) fn agent_moves(&mut self, generation: u64, thought: Option<&Thought>, now: Duration) {
        if self.look_at_clock(now) || generation != self.generation {
            return;
        }
        let agent = !self.person();
        let moved = thought.and_then(|thought| {
            let best = thought.best.as_deref()?;
            self.advance(best, By::Agent, Some(thought.into()), now).ok()
        });
        if moved.is_none() {
            let reason = format!("{} failed to find a move", self.preset.name);
            self.end(!agent, EndedBy::Failure, reason);
        }
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
        let reason = format!("{} resigned", self.position.player_name(person));
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
