//! Hosts and origins. A foreign page can make a browser send requests here, and can let its own name point at this machine;
//! the browser always says by which name it was sent and by which page.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::error::ApiError;
use crate::state::Shared;

/// The names this server answers to.
pub(crate) struct Hosts {
    names: Vec<String>,
    /// Bound to more than this machine: addresses in numbers are right too. They cannot be made to point here by a foreign page.
    open: bool,
}

impl Hosts {
    /// The names for a server bound to an address, and those it was told beside.
    pub(crate) fn new(bound: IpAddr, more: &[String]) -> Self {
        let names = more.iter().map(|name| name.to_ascii_lowercase()).chain(["localhost".to_owned()]).collect();
        Hosts { names, open: !bound.is_loopback() }
    }

    fn knows(&self, authority: &str) -> bool {
        // A name before an '@' is part of no header that a browser sends.
        let Some(authority) = authority.parse::<Authority>().ok().filter(|all| !all.as_str().contains('@')) else {
            return false;
        };
        let host = authority.host().to_ascii_lowercase();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        address.map_or_else(|_| self.names.contains(&host), |address| self.open || address.is_loopback())
    }
}

/// Lets a request pass that was sent to one of our names and, if it changes something or opens a socket, by one of our pages.
pub(crate) async fn check_origin(
    State(app): State<Shared>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    let host = request.uri().authority().map(Authority::as_str).or_else(|| text(headers, header::HOST));
    let Some(host) = host.filter(|host| app.hosts.knows(host)) else {
        let said = text(headers, header::HOST).unwrap_or_default();
        return Err(ApiError::forbidden(format!(
            "this server does not answer to the name '{said}'; use 127.0.0.1 or localhost, or start it with --name"
        )));
    };
    let is_socket = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_socket || changes {
        // Programs other than browsers send no origin, and nobody can make them send anything.
        let own = text(headers, header::ORIGIN).is_none_or(|origin| {
            origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host))
        });
        let site = text(headers, "sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"));
        if headers.contains_key(header::ORIGIN) && text(headers, header::ORIGIN).is_none() || !own || !site {
            return Err(ApiError::forbidden("this was sent by a page of another origin"));
        }
    }
    Ok(next.run(request).await)
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_known_by_name_or_number() {
        let local = Hosts::new(IpAddr::from([127, 0, 0, 1]), &["Board.Example".to_owned()]);
        for good in
            ["localhost", "localhost:7878", "LOCALHOST:1", "127.0.0.1:7878", "[::1]:80", "127.1.2.3", "board.example:8"]
        {
            assert!(local.knows(good), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "localhost.evil.example",
            "192.168.1.2:7878",
            "127.0.0.1.evil.example:80",
            "localhost:80:90",
        ] {
            assert!(!local.knows(bad), "{bad}");
        }
        let open = Hosts::new(IpAddr::from([0, 0, 0, 0]), &[]);
        assert!(open.knows("192.168.1.2:7878") && open.knows("[fe80::1]:7878") && open.knows("localhost"));
        assert!(!open.knows("evil.example"));
    }
}
