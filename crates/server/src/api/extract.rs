//! What handlers take from a request. What cannot be read is refused in the API's own words.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use grandline_arena::store::TournamentKey;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::tournaments;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::live::Room;
use crate::state::Shared;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, ApiError> {
        let body = tokio::time::timeout(app.body_patience, Json::from_request(request, app)).await;
        let Json(body) = body.map_err(|_| {
            let words = format!("the body did not arrive within {} s", app.body_patience.as_secs_f64());
            ApiError::new(StatusCode::REQUEST_TIMEOUT, words)
        })??;
        Ok(Body(body))
    }
}

/// The query of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Query(query) = Query::from_request_parts(parts, app).await?;
        Ok(Asked(query))
    }
}

/// The part of an address that names a game or a tournament.
#[derive(Deserialize)]
struct Id {
    id: String,
}

/// The live game of an address.
pub(crate) struct InRoom(pub(crate) Arc<Room>);

impl FromRequestParts<Shared> for InRoom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Path(Id { id }) = Path::from_request_parts(parts, app).await?;
        let visitor = Visitor::from_request_parts(parts, app).await?;
        app.rooms.find(app, visitor, &id).await.map(InRoom)
    }
}

/// The key of the tournament of an address; the store may not have it.
pub(crate) struct OfTournament(pub(crate) TournamentKey);

impl FromRequestParts<Shared> for OfTournament {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Path(Id { id }) = Path::from_request_parts(parts, app).await?;
        tournaments::key(&id).map(OfTournament)
    }
}
