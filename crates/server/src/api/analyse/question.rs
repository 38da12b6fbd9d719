//! What a page asks, and what a search needs to answer it.

use std::time::Duration;

use grandline_agents::Preset;
use grandline_games::{AnyPosition, GameId};
use serde::Deserialize;

use crate::agents::analyst;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::limits::LimitsRequest;
use crate::pool::{Purpose, Ticket};
use crate::state::Shared;
use crate::text::{agent_text, move_texts, setup_text, start_text};
use crate::view::play_out;

/// What a page says.
#[derive(Deserialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    deny_unknown_fields,
    expecting = "an object whose type is position, review or stop"
)]
pub(super) enum Said {
    /// The best lines of a position.
    Position {
        number: Option<u64>,
        #[serde(flatten)]
        subject: Subject,
        #[serde(default = "one")]
        lines: usize,
    },
    /// The score of each position of a game, and the marks of its moves.
    Review {
        number: Option<u64>,
        #[serde(flatten)]
        subject: Subject,
    },
    /// End the present question.
    Stop,
}

fn one() -> usize {
    1
}

impl Said {
    /// The page's own number of the question.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Said::Position { number, .. } | Said::Review { number, .. } => *number,
            Said::Stop => None,
        }
    }
}

/// The subject of a question, and the agent asked.
#[derive(Deserialize)]
pub(super) struct Subject {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
    #[serde(default, deserialize_with = "agent_text")]
    agent: Option<String>,
    #[serde(default)]
    pub(super) limits: LimitsRequest,
}

impl Subject {
    /// The position, and the agent that analyses it.
    pub(super) fn resolve(&self, app: &Shared) -> Result<(AnyPosition, Preset), ApiError> {
        let position = play_out(self.game, &self.setup, &self.moves)?;
        Ok((position, analyst(&app.agents, self.game, self.agent.as_deref())?))
    }

    /// Whether neither an agent nor limits were chosen.
    pub(super) fn is_plain(&self) -> bool {
        self.agent.is_none() && self.limits == LimitsRequest::default()
    }
}

/// Asks for a place. A search that was just ended takes a moment to end; the
/// visitor's next one waits for it rather than being refused.
pub(super) async fn enter(app: &Shared, visitor: &Visitor, purpose: Purpose) -> Result<Ticket, ApiError> {
    let mut tries = 0;
    loop {
        match app.pool.analyse(visitor, purpose) {
            Err(_) if tries < 20 => tries += 1,
            entered => return entered,
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
