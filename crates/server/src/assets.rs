//! The files of the page: embedded in a release, read from disk in a debug build.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grandline_games::scene::Scene;
use rust_embed::{Embed, EmbeddedFile};

use crate::error::ApiError;

#[derive(Embed)]
#[folder = "assets/"]
struct Assets;

/// What a file is, by the end of its name.
const MEDIA_TYPES: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
];

fn media_type(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    MEDIA_TYPES.iter().find(|(known, _)| *known == end).map_or("application/octet-stream", |(_, media)| media)
}

/// `GET /assets/...`
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let found = is_plain(&name).then(|| embedded(&headers, StatusCode::OK, &name)).flatten();
    found.unwrap_or_else(|| ApiError::not_found("this file does not exist").into_response())
}

/// A file of the build.
fn embedded(headers: &HeaderMap, status: StatusCode, name: &str) -> Option<Response> {
    let EmbeddedFile { data, metadata } = Assets::get(name)?;
    Some(file(headers, status, media_type(name), &metadata.sha256_hash()[..], data.into_owned()))
}

/// `GET /assets/board.css`: the style all boards share, as the games define it.
pub(crate) async fn board_style(headers: HeaderMap) -> Response {
    let style = Scene::stylesheet().into_bytes();
    // The style changes only with the program, whose version and length of style are tag enough.
    let tag = format!("{}-{}", env!("CARGO_PKG_VERSION"), style.len());
    file(&headers, StatusCode::OK, media_type("board.css"), tag.as_bytes(), style)
}

/// The one page that stands behind every address; it decides by the address what to show.
pub(crate) fn index(headers: &HeaderMap, status: StatusCode) -> Response {
    let found = embedded(headers, status, "index.html");
    found.unwrap_or_else(|| ApiError::failure("the page is missing from this build").into_response())
}

/// Names of files have no way out of their folder.
fn is_plain(name: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    name.split('/').all(plain) && !name.contains(['\\', '\0', ':'])
}

/// A file that is asked for again each time, and sent again only if it has changed.
fn file(asked: &HeaderMap, status: StatusCode, media: &'static str, hash: &[u8], data: Vec<u8>) -> Response {
    let tag: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known =
        known.is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
    let mut response = if is_known && status == StatusCode::OK {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (status, [(header::CONTENT_TYPE, media)], data).into_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}
