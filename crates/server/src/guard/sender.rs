//! Where a request comes from: the other end of the connection, or whom a reverse proxy names there.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;

use crate::state::Shared;

/// Who sent a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sender {
    /// The address.
    pub(crate) address: IpAddr,
    /// A text that tells senders of one address apart that have no cookie.
    pub(crate) name: String,
    /// Whether the request came over TLS.
    pub(crate) is_secure: bool,
}

impl Sender {
    /// The sender that [`know_sender`] has noted.
    pub(crate) fn of(extensions: &Extensions) -> Self {
        extensions.get::<Sender>().cloned().unwrap_or_else(|| Sender::direct(None))
    }

    /// A connection by address and port: programs without cookies on one address are not one visitor.
    fn direct(address: Option<SocketAddr>) -> Self {
        let address = address.unwrap_or_else(|| (Ipv4Addr::UNSPECIFIED, 0).into());
        Sender { address: address.ip(), name: format!("port {}", address.port()), is_secure: false }
    }

    /// Whom a proxy names. The last address of the list is the one that the proxy has seen itself; those before it are claims
    /// of the sender.
    fn behind_proxy(headers: &HeaderMap, proxy: Option<SocketAddr>) -> Self {
        let last = |name: &str| {
            let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next().map(str::trim)
        };
        let address = last("x-forwarded-for").and_then(|text| text.parse::<IpAddr>().ok());
        let is_secure = last("x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
        match address {
            Some(address) => Sender { address, name: String::new(), is_secure },
            None => Sender { is_secure, ..Sender::direct(proxy) },
        }
    }
}

/// Notes the sender of a request. Headers of a proxy are believed only if the operator said that there is one.
pub(crate) async fn know_sender(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let sender =
        if app.trusts_proxy { Sender::behind_proxy(request.headers(), address) } else { Sender::direct(address) };
    request.extensions_mut().insert(sender);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_believed_about_the_last_address() {
        let proxy = SocketAddr::from(([127, 0, 0, 1], 9));
        let mut headers = HeaderMap::new();
        assert_eq!(Sender::behind_proxy(&headers, Some(proxy)), Sender::direct(Some(proxy)));
        headers.insert("x-forwarded-for", "6.6.6.6, 192.0.2.7".parse().expect("a header"));
        headers.insert("x-forwarded-proto", "https".parse().expect("a header"));
        let expected = Sender { address: [192, 0, 2, 7].into(), name: String::new(), is_secure: true };
        assert_eq!(Sender::behind_proxy(&headers, Some(proxy)), expected);
        headers.insert("x-forwarded-for", "nonsense".parse().expect("a header"));
        assert_eq!(Sender::behind_proxy(&headers, Some(proxy)).address, proxy.ip());
    }
}
