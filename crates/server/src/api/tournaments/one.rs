//! `GET /tournaments/{id}`: a tournament and how it stands.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::State;
use grandline_agents::has_solver;
use grandline_arena::Tournament;
use grandline_arena::openings::OpeningSource;
use grandline_arena::report::{Workers, repeat};
use grandline_arena::store::{Entry, NoteKind, Store, TournamentKey};
use serde_json::{Value, json};

use super::find;
use crate::api::extract::OfTournament;
use crate::error::{Answer, ApiError, answer};
use crate::own_agents::OwnAgents;
use crate::state::Shared;
use crate::tournaments::{QueuePlace, admissible};
use crate::view::merged;

pub(crate) async fn show(State(app): State<Shared>, OfTournament(key): OfTournament) -> Answer {
    answer(state(&app, key).await?)
}

/// The names of the agents.
pub(super) fn names(tournament: &Tournament) -> Vec<&str> {
    tournament.agents.iter().map(|spec| spec.name.as_str()).collect()
}

/// What every list and page of tournaments begins with.
pub(super) fn headline(entry: &Entry, place: &QueuePlace, done: u64, expected: Option<u64>) -> Value {
    json!({
        "id": entry.key.0,
        "name": entry.entered.name,
        "game": entry.entered.game,
        "title": entry.entered.game.title(),
        "state": state_of(place, entry),
        "games": { "done": done, "expected": expected },
        "verdict": entry.verdict,
        "created": entry.entered.created,
    })
}

/// The state in a word.
fn state_of(place: &QueuePlace, entry: &Entry) -> &'static str {
    match place {
        QueuePlace::Running(running) if running.is_stopping() => "stopping",
        QueuePlace::Running(_) => "running",
        QueuePlace::Waiting(_) => "waiting",
        QueuePlace::Idle(_) if entry.verdict.is_some() => "finished",
        QueuePlace::Idle(Some(_)) => "failed",
        QueuePlace::Idle(None) => "stopped",
    }
}

/// Everything about a tournament.
pub(super) async fn state(app: &Shared, key: TournamentKey) -> Result<Value, ApiError> {
    let shared = app.clone();
    app.archive.ask(move |store| told(&shared, store, key)).await
}

/// A number that changes with what the database has of a tournament: its games, its end, and what is known of its workers.
pub(super) async fn stored(app: &Shared, key: TournamentKey) -> Result<u64, ApiError> {
    let read = move |store: &mut dyn Store| {
        let (entry, _) = find(store, key)?;
        let mut hasher = DefaultHasher::new();
        (entry.games, &entry.verdict).hash(&mut hasher);
        for kind in [NoteKind::Jobs, NoteKind::Worker] {
            for note in store.notes(key, kind)? {
                (note.worker, note.text).hash(&mut hasher);
            }
        }
        Ok(hasher.finish())
    };
    app.archive.ask(read).await
}

fn told(app: &Shared, store: &mut dyn Store, key: TournamentKey) -> Result<Value, ApiError> {
    let (entry, definition) = find(store, key)?;
    // Looked at after the store: a tournament that ended in between is still told as running, and again when it ends.
    let place = app.organiser.place(key);
    let standings = match (&place, &definition) {
        (QueuePlace::Running(running), _) => Some(running.standings()),
        (_, Some(definition)) => Some(app.digests.of(store, &entry, definition)?),
        (_, None) => None,
    };
    let workers = Workers::read(store, key)?;
    let (entry, place, definition) = (&entry, &place, definition.as_ref());
    let (done, expected) = match place {
        QueuePlace::Running(running) => running.progress(),
        _ => (entry.games, definition.map_or(entry.games, |definition| definition.expected_games().max(entry.games))),
    };
    let waiting = if let QueuePlace::Waiting(before) = place { Some(before) } else { None };
    let failure = if let QueuePlace::Idle(Some(words)) = place { Some(words) } else { None };
    let warnings = if let QueuePlace::Running(running) = place { running.warnings() } else { Vec::new() };
    let more = json!({
        "before": waiting,
        "failure": failure,
        "warnings": warnings,
        "obstacle": obstacle(entry, definition, place, &app.agents),
        "description": definition.map(|definition| definition.description.as_str()),
        "limits": definition.map(|definition| definition.limits.to_string()),
        "definition": definition,
        "toml": definition.map(repeat::toml),
        "command": definition.map(repeat::command),
        "standings": standings.as_deref(),
        "has_solver": has_solver(entry.entered.game),
        "dispatch": workers.as_ref().map(Workers::json),
    });
    Ok(merged(headline(entry, place, done, Some(expected)), &more))
}

/// Why the page cannot resume it, where it is not finished.
fn obstacle(entry: &Entry, definition: Option<&Tournament>, place: &QueuePlace, own: &OwnAgents) -> Option<Value> {
    if entry.verdict.is_some() || !matches!(place, QueuePlace::Idle(_)) {
        return None;
    }
    let Some(definition) = definition else {
        return Some("it was stored by another version of grandline".into());
    };
    // Its openings are not made to find out: balanced ones take searches.
    let mut looked_at = definition.clone();
    if !matches!(looked_at.openings, Some(OpeningSource::File(_))) {
        looked_at.openings = Some(OpeningSource::Start);
    }
    admissible(&looked_at, own).err().and_then(|error| error.to_json().remove("error"))
}
