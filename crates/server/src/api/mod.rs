//! The JSON API under `/api/v1`, which `docs/api.md` describes: a file for each group of addresses.
//!
//! Live things are WebSockets. A browser opens only six streams of server-sent events to one host, which a few tabs use up, and a
//! socket takes the next question without a new connection, so that a search is ended by asking for another.

mod agents;
mod analyse;
mod edit;
mod extract;
mod games;
mod play;
mod position;
mod records;
mod socket;
mod status;
mod tournaments;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::guard::require_token;
use crate::state::Shared;

pub(crate) use socket::MOST as MOST_SOCKETS;
pub(crate) use tournaments::exists as has_tournament;

/// The most bytes of a file to import.
const LARGEST_IMPORT: usize = 2 * 1024 * 1024;

/// All addresses of the API.
pub(crate) fn router(app: &Shared) -> Router<Shared> {
    // Searches and long texts need the token, where there is one.
    let costly = Router::new()
        .route("/play", post(play::create))
        .route("/play/{id}/move", post(play::make_move))
        .route("/play/{id}/undo", post(play::undo))
        .route("/play/{id}/decline", post(play::decline))
        .route("/play/{id}/hint", post(play::hint))
        .route("/play/{id}/hurry", post(play::hurry))
        .route("/play/{id}/resign", post(play::resign))
        .route("/play/{id}/rematch", post(play::rematch))
        .route("/analyse", get(analyse::socket))
        .route("/tournaments", post(tournaments::create))
        .route("/tournaments/estimate", post(tournaments::estimate))
        .route("/import", post(records::import).layer(DefaultBodyLimit::max(LARGEST_IMPORT)))
        .route("/tournaments/{id}/stop", post(tournaments::stop))
        .route("/tournaments/{id}/resume", post(tournaments::resume))
        .route("/tournaments/{id}/accuracy", get(tournaments::accuracy))
        .route("/tournaments/{id}/history", get(tournaments::history))
        .route("/tournaments/{id}/report/{file}", get(tournaments::file))
        .route_layer(from_fn_with_state(app.clone(), require_token));
    let free = Router::new()
        .route("/status", get(status::status))
        .route("/games", get(games::list))
        .route("/games/{*game}", get(games::one))
        .route("/agents", get(agents::list))
        .route("/agents/{*agent}", get(agents::one))
        .route("/position", post(position::show))
        .route("/position/why", post(position::why))
        .route("/review", post(analyse::review))
        .route("/edit", post(edit::edit))
        .route("/export", post(records::export))
        .route("/play/{id}", get(play::show))
        .route("/play/{id}/live", get(play::live))
        .route("/tournaments", get(tournaments::list))
        .route("/tournaments/presets", get(tournaments::presets))
        .route("/tournaments/{id}", get(tournaments::show))
        .route("/tournaments/{id}/games", get(tournaments::games))
        .route("/tournaments/{id}/games/{number}", get(tournaments::game))
        .route("/tournaments/{id}/live", get(tournaments::live));
    free.merge(costly)
}
