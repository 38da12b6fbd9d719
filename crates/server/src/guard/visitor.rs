//! Who is asking, so that searches can be shared out fairly. It is no proof of anything.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;

use super::{Sender, cookie, set_cookie};
use crate::error::ApiError;
use crate::random;

/// The cookie that tells visitors of one address apart.
const COOKIE: &str = "grandline-visitor";
/// Its letters.
const LENGTH: usize = 16;

/// A browser by its address and its cookie, or a program without one by its connection. Anyone can make up cookies, so the
/// address counts first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor {
    address: IpAddr,
    name: Arc<str>,
}

impl Visitor {
    /// The visitor of a name at an address.
    pub(crate) fn at(address: IpAddr, name: &str) -> Self {
        Visitor { address: network(address), name: Arc::from(name) }
    }

    /// The visitor who sent a request.
    pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions) -> Self {
        let sender = Sender::of(extensions);
        Visitor::at(sender.address, known(headers).unwrap_or(&sender.name))
    }

    /// The server itself, when it judges the games of tournaments.
    pub(crate) fn judge() -> Self {
        Visitor::at(IpAddr::V4(Ipv4Addr::UNSPECIFIED), "judge")
    }

    /// Where the visitor comes from.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

/// The address that a subscriber has. Of version 6 a subscriber has a whole network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

fn known(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE).filter(|name| random::is_name(name, LENGTH))
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        Ok(Visitor::of(&parts.headers, &parts.extensions))
    }
}

/// Gives a visitor of a page a name.
pub(crate) async fn name_visitor(request: Request, next: Next) -> Response {
    let named = known(request.headers()).is_some();
    let sender = Sender::of(request.extensions());
    let mut response = next.run(request).await;
    // Without randomness a visitor stays known by address, which is only less fair.
    if !named && let Ok(name) = random::name(LENGTH) {
        set_cookie(&mut response, COOKIE, &name, &sender);
    }
    response
}
