//! The JSON API under `/api/v1`, which `docs/api.md` describes: a file for each group of addresses.
//!
//! Live things are WebSockets. A browser opens only six streams of server-sent events to one host, which a few tabs use up, and a
//! socket takes the next question without a new connection, so that a search is ended by asking for another.
//! Tournaments will have a file of their own beside these.

mod agents;
mod analyse;
mod games;
mod play;
mod position;
mod records;
mod socket;
mod status;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::guard::require_token;
use crate::state::Shared;

/// The most bytes of a file to import.
const LARGEST_IMPORT: usize = 2 * 1024 * 1024;

/// All addresses of the API.
pub(crate) fn router(app: &Shared) -> Router<Shared> {
    // What makes agents think or reads long texts needs the token, where there is one.
    let costly = Router::new()
        .route("/play", post(play::create))
        .route("/play/{id}/move", post(play::make_move))
        .route("/play/{id}/undo", post(play::undo))
        .route("/play/{id}/hint", post(play::hint))
        .route("/play/{id}/hurry", post(play::hurry))
        .route("/play/{id}/resign", post(play::resign))
        .route("/play/{id}/rematch", post(play::rematch))
        .route("/analyse", get(analyse::socket))
        .route("/import", post(records::import).layer(DefaultBodyLimit::max(LARGEST_IMPORT)))
        .route_layer(from_fn_with_state(app.clone(), require_token));
    let free = Router::new()
        .route("/status", get(status::status))
        .route("/games", get(games::list))
        .route("/games/{*game}", get(games::one))
        .route("/agents", get(agents::list))
        .route("/agents/{*agent}", get(agents::one))
        .route("/position", post(position::show))
        .route("/export", post(records::export))
        .route("/play/{id}", get(play::show))
        .route("/play/{id}/live", get(play::live));
    free.merge(costly)
}
