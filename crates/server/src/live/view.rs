//! A game as the page sees it.

use std::time::Duration;

use grandline_games::scene::Ending;
use grandline_search::Scale;
use serde_json::{Value, json};

use super::document::{EndedBy, Ply};
use super::game::LiveGame;
use crate::agents::OfferedAgent;
use crate::view::{Both, outcome, position_view, stored_score};

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
            "agent": (!document.is_duel()).then(|| {
                let OfferedAgent { name, description, is_champion, .. } = &self.agent;
                json!({ "name": name, "description": description, "is_champion": is_champion })
            }),
            "strength": document.limits,
            "turn": self.turn(),
            "agent_waits": self.is_agent_waiting(),
            "position": position_view(&self.position, turned, self.scene_ending().as_ref()),
            "plies": document.plies.iter().map(ply).collect::<Vec<_>>(),
            "clock": clock,
            "outcome": self.outcome(),
            "can_undo": self.can_undo(),
            "offer": document.offer,
            "can_hurry": self.agent.can_hurry(),
            "rematch": document.rematch,
            "created": document.created,
        })
    }

    /// What the picture says of an end that the rules do not know.
    fn scene_ending(&self) -> Option<Ending> {
        let ending = self.document.ending.as_ref()?;
        Some(Ending { winner: Some(ending.winner), reason: ending.reason.clone() })
    }

    fn outcome(&self) -> Option<Value> {
        if let Some(ending) = &self.document.ending {
            return Some(json!({ "winner": ending.winner, "margin": null, "reason": ending.reason, "by": ending.by }));
        }
        let mut outcome = outcome(&self.position)?;
        outcome["by"] = json!(EndedBy::Rules);
        Some(outcome)
    }
}

/// A ply as it is stored, with a proven result as data.
fn ply(ply: &Ply) -> Value {
    let mut view = json!(ply);
    if let Some(analysis) = &ply.analysis {
        // A proof needs no scale.
        view["result"] = json!(stored_score(analysis.value, analysis.exact, ply.player, &Scale::Silent).result);
    }
    view
}
