//! Tournaments: `list.rs` all of them and what can be started, `start.rs` starts, stops and resumes them, `one.rs` says how one
//! stands, `estimate.rs` how long one would take, `accuracy.rs` how accurately its agents play, `games.rs` its games, `history.rs` how it went, `report.rs` files to
//! read and download, `watch.rs` tells pages about it.

mod accuracy;
mod estimate;
mod games;
mod history;
mod list;
mod one;
mod report;
mod start;
mod watch;

pub(super) use accuracy::accuracy;
pub(super) use estimate::estimate;
pub(super) use games::{game, games};
pub(super) use history::history;
pub(super) use list::{list, presets};
pub(super) use one::show;
pub(super) use report::file;
pub(super) use start::{create, resume, stop};
pub(super) use watch::live;

use grandline_arena::Tournament;
use grandline_arena::store::{Entry, Store, TournamentKey};

use crate::error::ApiError;
use crate::state::Shared;

/// The key that an address names.
pub(super) fn key(id: &str) -> Result<TournamentKey, ApiError> {
    let number = id.parse().ok().filter(|number: &i64| *number > 0 && number.to_string() == id);
    number.map(TournamentKey).ok_or_else(unknown)
}

fn unknown() -> ApiError {
    ApiError::not_found("this tournament does not exist")
}

fn unreadable() -> ApiError {
    ApiError::wrong("this tournament was stored by another version and cannot be read")
}

/// Whether there is a tournament at an address of the page.
pub(crate) async fn exists(app: &Shared, id: &str) -> bool {
    let Ok(key) = key(id) else { return false };
    require(app, key).await.is_ok()
}

/// Refuses a tournament that is not in the store.
async fn require(app: &Shared, key: TournamentKey) -> Result<(), ApiError> {
    app.archive.ask(move |store| find(store, key).map(drop)).await
}

/// What the store knows of a tournament, and its definition if this version can read it.
fn find(store: &mut dyn Store, key: TournamentKey) -> Result<(Entry, Option<Tournament>), ApiError> {
    let entry = store.get(key)?.ok_or_else(unknown)?;
    let definition = serde_json::from_str(&entry.entered.definition).ok();
    Ok((entry, definition))
}

/// The same where nothing can be done without the definition.
fn find_readable(store: &mut dyn Store, key: TournamentKey) -> Result<(Entry, Tournament), ApiError> {
    let (entry, definition) = find(store, key)?;
    Ok((entry, definition.ok_or_else(unreadable)?))
}
