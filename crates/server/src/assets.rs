//! The files of the page, compressed: embedded in a release, read from disk in a debug build.
//!
//! Their addresses contain a hash of all of them, so that a browser keeps them for good and a new version has new
//! addresses. Scripts name each other relative to themselves and need not know it.

use std::borrow::Cow;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use grandline_games::scene::Scene;
use sha2::{Digest, Sha256};

use crate::compression::{accepts, mark, pack, unpack};
use crate::error::ApiError;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The style all boards share, as the games define it.
const BOARD_STYLE: &str = "board.css";
/// What stands before a hash in an address.
const VERSION_MARK: &str = "v-";

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

/// How long a browser may keep a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// For good: another content has another address.
    Forever,
    /// As long as it is the same, which is asked for each time.
    Checked,
}

/// A file as it is sent.
pub(crate) struct File {
    media: &'static str,
    tag: String,
    packed: Cow<'static, [u8]>,
}

impl File {
    /// A file of this content.
    pub(crate) fn new(media: &'static str, data: &[u8]) -> Option<Self> {
        Some(File { media, tag: hash(data), packed: pack(data, Compression::best())?.into() })
    }

    /// Sends the file, unless the browser has it.
    pub(crate) fn answer(&self, asked: &HeaderMap, status: StatusCode) -> Response {
        self.send(asked, status, Keep::Checked)
    }

    fn send(&self, asked: &HeaderMap, status: StatusCode, keep: Keep) -> Response {
        let tag = format!("\"{}\"", self.tag);
        let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
        let is_known =
            known.is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
        let mut response = if is_known && status == StatusCode::OK {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let is_packed = accepts(asked);
            let data = if is_packed { Some(self.packed.to_vec()) } else { unpack(&self.packed) };
            let Some(data) = data else {
                return ApiError::failure("a file of this build is damaged").into_response();
            };
            let mut response = (status, [(header::CONTENT_TYPE, self.media)], data).into_response();
            mark(response.headers_mut(), is_packed);
            response
        };
        let keep = match keep {
            Keep::Forever => "public, max-age=31536000, immutable",
            Keep::Checked => "no-cache",
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}

fn hash(data: &[u8]) -> String {
    Sha256::digest(data).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of everything that has an address with it.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| hash(format!("{HASH}{}", Scene::stylesheet()).as_bytes()))
}

/// The data of a file, as it is kept.
fn find(name: &str) -> Option<File> {
    let media = media_type(name);
    if name == BOARD_STYLE {
        return File::new(media, Scene::stylesheet().as_bytes());
    }
    if cfg!(debug_assertions) {
        let data = std::fs::read(format!("{}/assets/{name}", env!("CARGO_MANIFEST_DIR"))).ok()?;
        return File::new(media, &data);
    }
    let (_, packed) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(File { media, tag: format!("{HASH}-{}", packed.len()), packed: Cow::Borrowed(packed) })
}

/// `GET /assets/v-HASH/...`, or without the hash.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let versioned = path.strip_prefix(VERSION_MARK).and_then(|rest| rest.split_once('/'));
    let (name, is_present) = match versioned {
        Some((hash, name)) => (name, hash == version()),
        None => (path.as_str(), false),
    };
    // Files on disk change while the server runs.
    let keep = if is_present && !cfg!(debug_assertions) { Keep::Forever } else { Keep::Checked };
    let found = is_plain(name).then(|| find(name)).flatten();
    found.map_or_else(
        || ApiError::not_found("this file does not exist").into_response(),
        |file| file.send(&headers, StatusCode::OK, keep),
    )
}

/// The one page that stands behind every address; it decides by the address what to show.
pub(crate) fn index(headers: &HeaderMap, status: StatusCode) -> Response {
    let versioned = |file: &File| {
        let text = String::from_utf8(unpack(&file.packed)?).ok()?;
        File::new(file.media, text.replace("\"/assets/", &format!("\"/assets/{VERSION_MARK}{}/", version())).as_bytes())
    };
    let found = find("index.html").as_ref().and_then(versioned);
    found.map_or_else(
        || ApiError::failure("the page is missing from this build").into_response(),
        |file| file.answer(headers, status),
    )
}

/// Names of files have no way out of their folder.
fn is_plain(name: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    name.split('/').all(plain) && !name.contains(['\\', '\0', ':'])
}
