//! Counts of the server in Prometheus' text format, at an address of their own that visitors need not reach.

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use grandline_arena::metrics::{MEDIA_TYPE, Metrics};

use crate::api::MOST_SOCKETS;
use crate::state::Shared;

/// `GET /metrics` and nothing else.
pub(crate) fn router(app: Shared) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<Shared>) -> Response {
    let (running, waiting) = app.organiser.load();
    let sockets = MOST_SOCKETS - app.sockets.available_permits();
    let mut metrics = Metrics::default();
    metrics
        .info("grandline_server_info", "The version of the server.", &[("version", env!("CARGO_PKG_VERSION"))])
        .gauge("grandline_server_searches_running", "Searches under way.", app.pool.running() as u64)
        .gauge("grandline_server_searches_waiting", "Searches that wait for a core.", app.pool.waiting() as u64)
        .gauge("grandline_server_tournaments_running", "Tournaments under way.", running.is_some().into())
        .gauge("grandline_server_tournaments_waiting", "Tournaments that wait for others.", waiting as u64)
        .gauge("grandline_server_games_in_memory", "Games of visitors in memory.", app.rooms.count() as u64)
        .gauge("grandline_server_sockets", "Open WebSockets.", sockets as u64);
    ([(CONTENT_TYPE, MEDIA_TYPE)], metrics.text().to_owned()).into_response()
}
