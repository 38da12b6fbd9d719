//! The token that is needed for what costs when others can reach the server.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::cookie;
use crate::error::ApiError;
use crate::random::same_secret;

/// The cookie that carries the token.
const COOKIE: &str = "grandline-token";

/// The token, or `None` where nobody needs one.
#[derive(Clone, Debug)]
pub(crate) struct Token(pub(crate) Option<Arc<str>>);

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
    State(token): State<Token>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if token.allows(request.headers()) {
        return Ok(next.run(request).await);
    }
    let words = "a token is needed for this: open the address that the server printed when it started, which ends in ?token=...";
    Err(ApiError::new(StatusCode::UNAUTHORIZED, words))
}

/// Turns `?token=...` of a page into a cookie, and the address into one without it, so that it is not shared by accident.
pub(crate) async fn take_token(State(token): State<Token>, request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let (Some(given), Some(kept), &Method::GET) = (given, &token.0, request.method()) else {
        return next.run(request).await;
    };
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
    let path = request.uri().path();
    // Two slashes would begin the name of another host.
    let path = if path.starts_with("//") { "/" } else { path };
    let address = if rest.is_empty() { path.to_owned() } else { format!("{path}?{}", rest.join("&")) };
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(address) = HeaderValue::from_str(&address) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    if same_secret(given, kept) {
        let line = format!("{COOKIE}={kept}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        if let Ok(line) = HeaderValue::from_str(&line) {
            response.headers_mut().insert(header::SET_COOKIE, line);
        }
    }
    response
}
