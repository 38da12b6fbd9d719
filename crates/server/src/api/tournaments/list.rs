//! `GET /tournaments` and `GET /tournaments/presets`.

use axum::extract::State;
use grandline_arena::Tournament;
use grandline_arena::report::repeat;
use grandline_arena::store::Entry;
use grandline_arena::tournament::{PRESETS, preset};
use serde_json::{Value, json};

use super::one::{headline, names};
use crate::error::{Answer, answer};
use crate::state::Shared;
use crate::view::merged;

pub(crate) async fn list(State(app): State<Shared>) -> Answer {
    let entries = app.archive.ask(|store| Ok(store.list()?)).await?;
    let told: Vec<Value> = entries.iter().rev().map(|entry| describe(&app, entry)).collect();
    let (running, waiting) = app.organiser.load();
    answer(json!({ "tournaments": told, "running": running, "waiting": waiting, "at_once": app.organiser.at_once() }))
}

/// A line of the list.
fn describe(app: &Shared, entry: &Entry) -> Value {
    let definition: Option<Tournament> = serde_json::from_str(&entry.entered.definition).ok();
    let place = app.organiser.place(entry.key);
    let expected = definition.as_ref().map(|definition| definition.expected_games().max(entry.games));
    let more = json!({
        "format": definition.as_ref().map(|definition| definition.format),
        "agents": definition.as_ref().map(names),
    });
    merged(headline(entry, &place, entry.games, expected), &more)
}

pub(crate) async fn presets() -> Answer {
    let told = PRESETS.iter().filter_map(|(name, text)| {
        let definition = preset(name)?.ok()?;
        Some(json!({
            "name": name,
            "description": definition.description,
            "game": definition.game,
            "title": definition.game.title(),
            "format": definition.format,
            "agents": names(&definition),
            "games": definition.expected_games(),
            "limits": definition.limits.to_string(),
            "command": repeat::command(&definition),
            "toml": text,
        }))
    });
    answer(json!({ "presets": told.collect::<Vec<_>>() }))
}
