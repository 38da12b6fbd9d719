//! Games against agents: `new.rs` starts them, `actions.rs` has the actions in them, `watch.rs` tells pages about them.

mod actions;
mod new;
mod watch;

pub(super) use actions::{hint, hurry, make_move, resign, show, undo};
pub(super) use new::{create, rematch};
pub(super) use watch::live;

use std::sync::Arc;

use serde::Deserialize;

use crate::error::ApiError;
use crate::live::Room;
use crate::state::Shared;

/// How a game is looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Looking {
    #[serde(default)]
    turned: bool,
}

/// The right to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    key: String,
}

async fn room(app: &Shared, id: &str) -> Result<Arc<Room>, ApiError> {
    let found = app.rooms.find(app, id).await?;
    found.ok_or_else(|| ApiError::not_found("this game does not exist on this server"))
}
