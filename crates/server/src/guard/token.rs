//! The token that is needed for what costs when others can reach the server.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::{Sender, cookie, set_cookie};
use crate::error::ApiError;
use crate::random::same_secret;
use crate::state::Shared;

/// The cookie that carries the token.
const COOKIE: &str = "grandline-token";

/// The token, or `None` where nobody needs one.
pub(crate) struct Token(pub(crate) Option<String>);

impl Token {
    /// Whether a request may ask for what costs.
    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.0 else { return true };
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
        bearer.or_else(|| cookie(headers, COOKIE)).is_some_and(|given| same_secret(given, token))
    }
}

/// Refuses what costs to those without the token.
pub(crate) async fn require_token(
    State(app): State<Shared>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if app.token.allows(request.headers()) {
        return Ok(next.run(request).await);
    }
    let words = "a token is needed for this: open the address that the server printed when it started, which ends in ?token=...";
    Err(ApiError::new(StatusCode::UNAUTHORIZED, words))
}

/// Turns `?token=...` of a page into a cookie, and the address into one without it, so that it is not shared by accident.
pub(crate) async fn take_token(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let sender = &Sender::of(request.extensions());
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let (Some(given), Some(kept), &Method::GET) = (given, &app.token.0, request.method()) else {
        return next.run(request).await;
    };
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
    let path = request.uri().path();
    // An odd path could be read as another host's, as `//host` and `/\host` are.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.~%".contains(c);
    let path = if path.contains("//") || !path.chars().all(is_plain) { "/" } else { path };
    let address = if rest.is_empty() { path.to_owned() } else { format!("{path}?{}", rest.join("&")) };
    let mut response = Redirect::to(&address).into_response();
    if same_secret(given, kept) {
        set_cookie(&mut response, COOKIE, kept, sender);
    }
    response
}
