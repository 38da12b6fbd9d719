//! `POST /tournaments`, `POST /tournaments/{id}/stop` and `/resume`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::one::state;
use super::{find_readable, require};
use crate::api::extract::{Body, OfTournament};
use crate::error::{Answer, ApiError, answer};
use crate::state::{Shared, unix_time};
use crate::tournaments::{Application, admissible};

pub(crate) async fn create(
    State(app): State<Shared>,
    Body(application): Body<Application>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let shared = app.clone();
    let id = app.archive.ask(move |store| {
        let (tournament, may_rename) = application.read()?;
        admissible(&tournament, &shared.agents)?;
        shared.organiser.enter(store, tournament, may_rename, unix_time().try_into().ok())
    });
    let id = id.await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "address": format!("/tournaments/{id}") }))))
}

pub(crate) async fn stop(State(app): State<Shared>, OfTournament(key): OfTournament) -> Answer {
    // One that does not exist is not merely at rest.
    require(&app, key).await?;
    app.organiser.stop(key)?;
    answer(state(&app, key).await?)
}

pub(crate) async fn resume(State(app): State<Shared>, OfTournament(key): OfTournament) -> Answer {
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
