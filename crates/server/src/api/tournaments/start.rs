//! `POST /tournaments`, `POST /tournaments/{id}/stop` and `/resume`.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::one::state;
use super::{find_readable, key};
use crate::error::{Answer, ApiError, answer};
use crate::state::Shared;
use crate::tournaments::{Application, admissible};

pub(crate) async fn create(
    State(app): State<Shared>,
    asked: Result<Json<Application>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let Json(application) = asked?;
    let shared = app.clone();
    let id = app.archive.ask(move |store| {
        let (tournament, may_rename) = application.read()?;
        admissible(&tournament, &shared.agents)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        let created = now.and_then(|since| since.as_secs().try_into().ok());
        shared.organiser.enter(store, tournament, may_rename, created)
    });
    let id = id.await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "address": format!("/tournaments/{id}") }))))
}

pub(crate) async fn stop(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let key = key(&id)?;
    // One that does not exist is not merely at rest.
    app.archive.ask(move |store| super::find(store, key).map(drop)).await?;
    app.organiser.stop(key)?;
    answer(state(&app, key).await?)
}

pub(crate) async fn resume(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let key = key(&id)?;
    let shared = app.clone();
    app.archive
        .ask(move |store| {
            let (entry, tournament) = find_readable(store, key)?;
            if entry.verdict.is_some() {
                return Err(ApiError::conflict("this tournament is finished"));
            }
            admissible(&tournament, &shared.agents)?;
            shared.organiser.line_up(key, tournament)
        })
        .await?;
    answer(state(&app, key).await?)
}
