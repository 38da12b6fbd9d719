//! `GET /tournaments/{id}/accuracy`: how many moves of each agent keep the result that the solver of the game proves.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use grandline_agents::has_solver;
use grandline_arena::Tournament;
use grandline_arena::accuracy::NODES;
use grandline_arena::report::Judged;
use grandline_arena::report::json::accuracy_json;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::find;
use super::one::names;
use crate::api::extract::OfTournament;
use crate::error::ApiError;
use crate::state::Shared;
use crate::tournaments::{Judging, MOST_JUDGED};
use crate::view::merged;

/// How long a request waits for the end before it is told how far the judging is.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) async fn accuracy(
    State(app): State<Shared>,
    OfTournament(key): OfTournament,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (entry, definition) = app.archive.ask(move |store| find(store, key)).await?;
    let (game, stored) = (entry.entered.game, entry.games);
    if !has_solver(game) {
        let words = format!("{} has no solver, so its moves cannot be judged", game.title());
        return Err(ApiError::not_found(words));
    }
    let mut judging = app.judgements.follow(&app, entry)?;
    let ended = judging.wait_for(|judging| matches!(judging, Judging::Done(_)));
    if let Ok(Err(_)) = timeout(PATIENCE, ended).await {
        return Err(ApiError::failure("the moves could not be judged"));
    }
    let judging = judging.borrow().clone();
    let about = json!({ "of": stored.min(MOST_JUDGED as u64), "stored": stored, "nodes": NODES });
    match judging {
        Judging::Pending(games) => {
            let told = merged(json!({ "state": "judging", "games": games, "agents": null }), &about);
            Ok((StatusCode::ACCEPTED, Json(told)))
        }
        Judging::Done(judged) => {
            let judged = judged?;
            let agents = agents(&judged, definition.as_ref());
            let told = json!({ "state": "done", "games": judged.games(), "agents": agents });
            Ok((StatusCode::OK, Json(merged(told, &about))))
        }
    }
}

/// The accuracy of each agent of the definition, or of those with judged moves where the definition cannot be read.
fn agents(judged: &Judged, definition: Option<&Tournament>) -> Vec<Value> {
    let names = definition.map_or_else(|| judged.plies().map(|(name, _)| name).collect(), names);
    names.iter().map(|name| merged(json!({ "name": name }), &accuracy_json(&judged.total(name)))).collect()
}
