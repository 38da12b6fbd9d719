//! Compressed answers. Only gzip: browsers accept it from every host, over any connection.

use std::io::{Read, Write};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::error::ApiError;

/// Answers shorter than this fit into one packet anyway.
const LEAST: usize = 1024;

/// Whether a client takes compressed answers.
pub(crate) fn accepts(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next() == Some("gzip") && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Compresses data; `None` if that fails, which it cannot in memory.
pub(crate) fn pack(data: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(data.len() / 4), level);
    encoder.write_all(data).ok()?;
    encoder.finish().ok()
}

/// The data of what [`pack`] made.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut data).ok()?;
    Some(data)
}

/// Marks an answer as compressed, or as one that could be.
pub(crate) fn mark(headers: &mut HeaderMap, is_packed: bool) {
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.remove(header::CONTENT_LENGTH);
    }
}

/// Compresses answers in JSON for clients that take them.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let accepted = accepts(request.headers());
    let response = next.run(request).await;
    let headers = response.headers();
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|media| media.as_bytes() == b"application/json");
    if !accepted || !is_json || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Answers in JSON are made in memory, so that they are here at once.
    let Ok(data) = to_bytes(body, usize::MAX).await else {
        return ApiError::failure("the answer could not be made").into_response();
    };
    let packed = if data.len() < LEAST { None } else { pack(&data, Compression::fast()) };
    mark(&mut parts.headers, packed.is_some());
    Response::from_parts(parts, packed.map_or_else(|| Body::from(data), Body::from))
}
