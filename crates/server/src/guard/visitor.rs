//! Who is asking, so that searches can be shared out fairly. It is no proof of anything.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;

use super::{cookie, set_cookie};
use crate::error::ApiError;
use crate::random;

/// The cookie that tells visitors of one address apart.
const COOKIE: &str = "grandline-visitor";
/// Its letters.
const LENGTH: usize = 16;

/// A browser by its cookie, or an address by its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor(Arc<str>);

impl Visitor {
    /// The server itself, which takes up games it finds unfinished.
    pub(crate) fn server() -> Self {
        Visitor(Arc::from("server"))
    }

    /// The server itself, when it judges the games of tournaments.
    pub(crate) fn judge() -> Self {
        Visitor(Arc::from("judge"))
    }
}

fn known(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE).filter(|name| random::is_name(name, LENGTH))
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        if let Some(name) = known(&parts.headers) {
            return Ok(Visitor(Arc::from(name)));
        }
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Visitor(address.map_or_else(|| Arc::from("unknown"), |info| Arc::from(info.0.ip().to_string()))))
    }
}

/// Gives a visitor of a page a name.
pub(crate) async fn name_visitor(request: Request, next: Next) -> Response {
    let named = known(request.headers()).is_some();
    let mut response = next.run(request).await;
    // Without randomness a visitor stays known by address, which is only less fair.
    if !named && let Ok(name) = random::name(LENGTH) {
        set_cookie(&mut response, COOKIE, &name);
    }
    response
}
