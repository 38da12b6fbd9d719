//! `GET /status`: how busy the server is, and what the visitor may ask for.

use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::json;

use crate::error::{Answer, answer};
use crate::guard::Visitor;
use crate::state::Shared;

pub(super) async fn status(State(app): State<Shared>, visitor: Visitor, headers: HeaderMap) -> Answer {
    let (running, waiting) = app.organiser.load();
    answer(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "token_needed": app.token.0.is_some(),
        "authorised": app.token.allows(&headers),
        "searches": app.pool.load(&visitor),
        "tournaments": { "running": running, "waiting": waiting, "at_once": app.organiser.at_once() },
        "games_in_memory": app.rooms.count(),
        "sockets": super::MOST_SOCKETS - app.sockets.available_permits(),
    }))
}
