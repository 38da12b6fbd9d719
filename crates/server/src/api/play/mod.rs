//! Games against agents: `new.rs` starts them, `actions.rs` has the actions in them, `watch.rs` tells pages about them.

mod actions;
mod new;
mod watch;

pub(super) use actions::{decline, hint, hurry, make_move, resign, show, undo};
pub(super) use new::{create, rematch};
pub(super) use watch::live;

use serde::Deserialize;

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
