//! `POST /review`: the review of a game that was made before, by anyone, so that a link to it works for everyone.

use axum::extract::State;
use grandline_games::{AnyPosition, GameId};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::extract::Body;
use crate::error::{Answer, ApiError, answer};
use crate::state::{Shared, unix_time};
use crate::text::{move_texts, setup_text, start_text};
use crate::view::play_out;

/// The game whose review is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
}

/// Answers with the review, or with null where there is none.
pub(crate) async fn show(State(app): State<Shared>, Body(wanted): Body<Wanted>) -> Answer {
    let position = play_out(wanted.game, &wanted.setup, &wanted.moves)?;
    let kept = app.store.review(key(&position), now()).await?;
    // One that another version wrote and this one cannot read is made again.
    let review: Option<Value> = kept.and_then(|text| serde_json::from_str(&text).ok());
    answer(json!({ "review": review }))
}

/// Keeps the review of a game: a message for each position, and the tallies of the players.
pub(super) async fn keep(
    app: &Shared,
    position: &AnyPosition,
    plies: &[Value],
    players: &Value,
) -> Result<(), ApiError> {
    let document = json!({ "plies": plies, "players": players });
    Ok(app.store.keep_review(key(position), document.to_string(), now()).await?)
}

/// What tells reviewed games apart, however their start was written.
fn key(position: &AnyPosition) -> String {
    let start = [position.game().name().to_owned(), position.start_text()];
    start.into_iter().chain(position.played()).collect::<Vec<_>>().join(" ")
}

/// Seconds since 1970, as the database counts them.
fn now() -> i64 {
    i64::try_from(unix_time()).unwrap_or(i64::MAX)
}
