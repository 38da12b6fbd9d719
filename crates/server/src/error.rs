//! The errors of the API: a message, a status and JSON.

use std::fmt::Display;
use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use crate::database::DatabaseError;

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    words: String,
    /// Facts for programs, such as the ply of a wrong move.
    more: Map<String, Value>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        ApiError { status, words: words.into(), more: Map::new() }
    }

    /// What is wrong, in words.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// The request has a form that is never right.
    pub(crate) fn malformed(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, words)
    }

    /// Understood, but wrong: an illegal move, an unknown agent.
    pub(crate) fn wrong(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, words)
    }

    pub(crate) fn forbidden(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, words)
    }

    pub(crate) fn not_found(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, words)
    }

    /// Right in itself, but not now.
    pub(crate) fn conflict(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::CONFLICT, words)
    }

    /// Too much is asked for at once, or the server closes.
    pub(crate) fn unavailable(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, words)
    }

    /// The server failed; the message says what failed and reveals nothing about the machine.
    pub(crate) fn failure(words: impl Into<String>) -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    /// The same error with a field for programs.
    #[must_use]
    pub(crate) fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.more.insert(field.to_owned(), value.into());
        self
    }

    /// The error as a message of a socket or a body.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert("error".to_owned(), self.words.as_str().into());
        body.insert("status".to_owned(), self.status.as_u16().into());
        body.extend(self.more.clone());
        body
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.to_json())).into_response();
        if matches!(self.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let words = match &rejection {
            JsonRejection::MissingJsonContentType(_) => {
                "the body must be JSON and say so with Content-Type: application/json".to_owned()
            }
            JsonRejection::BytesRejection(_) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                "the body is too large".to_owned()
            }
            other => other.body_text(),
        };
        // A body that is JSON but not what was asked for is as malformed as one that is not JSON.
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        let words = match words.strip_prefix("Failed to deserialize the JSON body into the target type: ") {
            Some(words) => without_place(words).to_owned(),
            None => words.replace("Failed to parse the request body as JSON: ", "not JSON: "),
        };
        ApiError::new(status, words)
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        ApiError::malformed(rejection.body_text().replace("Failed to deserialize query string: ", "the query: "))
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        ApiError::malformed(rejection.body_text())
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(_: getrandom::Error) -> Self {
        ApiError::failure("the system gives no random numbers")
    }
}

impl From<DatabaseError> for ApiError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Store(error) => error.into(),
            DatabaseError::Overtaken => ApiError::conflict(
                "the game was changed on another server at the same moment; look at it and try again",
            ),
            DatabaseError::Closed => ApiError::unavailable("the server is shutting down"),
        }
    }
}

/// The words of a JSON error without their line and column, which tell nothing about a body that a program wrote.
pub(crate) fn without_place(words: &str) -> &str {
    words.rsplit_once(" at line ").map_or(words, |(words, _)| words)
}

/// Refuses a number outside of its range; one that is absent is in it.
pub(crate) fn check_range<T: PartialOrd + Display>(
    field: &'static str,
    number: impl Into<Option<T>>,
    range: RangeInclusive<T>,
) -> Result<(), ApiError> {
    if number.into().is_none_or(|number| range.contains(&number)) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(ApiError::wrong(format!("{field} must be between {least} and {most}")).with("field", field))
}

/// The answer of a handler.
pub(crate) type Answer = Result<Json<Value>, ApiError>;

/// A body that is one JSON value.
pub(crate) fn answer(value: Value) -> Answer {
    Ok(Json(value))
}

/// The address does not exist in the API.
pub(crate) async fn no_such_address() -> ApiError {
    ApiError::not_found("this address does not exist in the API; docs/api.md lists those that do")
}

/// The address exists, but not for this method.
pub(crate) async fn wrong_method() -> ApiError {
    let words = "this address does not support this method; docs/api.md lists those that it does";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, words)
}
