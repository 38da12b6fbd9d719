//! A game as the page sees it.

use std::time::Duration;

use serde_json::{Value, json};

use super::document::EndedBy;
use super::game::{LiveGame, Turn};
use crate::view::{Both, OutcomeView, PositionView};

impl LiveGame {
    /// Everything about the game, its secret left out.
    pub(crate) fn view(&self, now: Duration, turned: bool) -> Value {
        let document = &self.document;
        let clock = document.clock.map(|clock| {
            let left = |player| self.left(player, now).map_or(0, |left| left.as_millis() as u64);
            let running = self.is_timed().then(|| self.position.to_move().name());
            json!({
                "minutes": clock.minutes,
                "increment": clock.increment,
                "left_ms": Both::of(left),
                "running": running,
            })
        });
        json!({
            "id": document.id,
            "game": document.game,
            "title": document.game.title(),
            "setup": document.setup,
            "person": document.person,
            "agent": { "name": self.opponent.name, "description": self.opponent.description },
            "strength": document.strength,
            "turn": match self.turn() { Turn::Person => "person", Turn::Agent => "agent", Turn::Over => "over" },
            "position": PositionView::of(self.position.as_ref(), turned),
            "plies": document.plies,
            "clock": clock,
            "outcome": self.outcome(),
            "can_undo": self.can_undo(),
            "can_hurry": self.opponent.can_hurry(),
            "rematch": document.rematch,
            "created": document.created,
        })
    }

    fn outcome(&self) -> Option<Value> {
        if let Some(ending) = &self.document.ending {
            return Some(json!({ "winner": ending.winner, "margin": null, "reason": ending.reason, "by": ending.by }));
        }
        let OutcomeView { winner, margin, reason } = OutcomeView::of(self.position.as_ref())?;
        Some(json!({ "winner": winner, "margin": margin, "reason": reason, "by": EndedBy::Rules }))
    }
}
