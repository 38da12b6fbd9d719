//! Who may ask for what: hosts and origins, the token, visitors, and the headers every answer carries.

mod headers;
mod origin;
mod sender;
mod token;
mod visitor;

pub(crate) use headers::secure;
pub(crate) use origin::{Hosts, check_origin};
pub(crate) use sender::{Sender, know_sender};
pub(crate) use token::{Token, require_token, take_token};
pub(crate) use visitor::{Visitor, name_visitor, network};

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

/// Gives a browser a cookie for a year that no script can read and no other site can send. Over TLS, it is only sent over TLS.
fn set_cookie(response: &mut Response, name: &str, value: &str, sender: &Sender) {
    let secure = if sender.is_secure { "; Secure" } else { "" };
    let line = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}");
    if let Ok(line) = HeaderValue::from_str(&line) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}

/// The value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| {
            let (key, value) = pair.trim().split_once('=')?;
            (key == name).then_some(value)
        })
}
