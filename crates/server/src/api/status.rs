//! `GET /status`: how busy the server is, and what the visitor may ask for.

use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::json;

use crate::error::{Answer, answer};
use crate::guard::Visitor;
use crate::state::Shared;

pub(super) async fn status(State(app): State<Shared>, visitor: Visitor, headers: HeaderMap) -> Answer {
    let load = app.pool.load();
    let (running, waiting) = app.organiser.load();
    answer(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "token_needed": app.token.0.is_some(),
        "authorised": app.token.allows(&headers),
        "searches": {
            "running": load.running,
            "waiting": load.waiting,
            "yours": app.pool.load_of(&visitor),
            "at_once": load.limits.at_once,
            "most_waiting": load.limits.waiting,
            "most_a_visitor": load.limits.a_visitor,
        },
        "tournaments": { "running": running, "waiting": waiting, "at_once": app.organiser.at_once() },
        "games_in_memory": app.rooms.count(),
        "sockets": app.sockets.load(Ordering::SeqCst),
    }))
}
