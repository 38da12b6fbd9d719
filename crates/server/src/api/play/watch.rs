//! `/play/{id}/live`: a socket that tells a page about a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tokio::time::Instant;

use super::Looking;
use crate::api::extract::{Asked, InRoom};
use crate::api::socket::{self, Connection, Upgrade};
use crate::error::ApiError;
use crate::live::Room;
use crate::state::Shared;

/// Reports of a search are sent at most this often.
const PACE: Duration = Duration::from_millis(100);

pub(crate) async fn live(
    State(app): State<Shared>,
    Asked(Looking { turned }): Asked<Looking>,
    InRoom(room): InRoom,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    socket::open(app.clone(), upgrade, move |line| watch(app, room, turned, line))
}

/// Tells a page about a game until it leaves.
async fn watch(app: Shared, room: Arc<Room>, turned: bool, mut line: Connection) {
    let (mut versions, mut reports) = (room.versions(), room.reports());
    versions.mark_changed();
    let mut next_report = Instant::now();
    loop {
        tokio::select! {
            heard = line.hear() => if heard.is_none() { return },
            changed = versions.changed() => {
                if changed.is_err() || !line.say(&json!({ "type": "state", "state": room.view(&app, turned) })).await {
                    return;
                }
            }
            Ok(()) = async { tokio::time::sleep_until(next_report).await; reports.changed().await } => {
                let report = reports.borrow_and_update().clone();
                if let Some(report) = report {
                    next_report = Instant::now() + PACE;
                    if !line.say(&report).await {
                        return;
                    }
                }
            }
        }
    }
}
