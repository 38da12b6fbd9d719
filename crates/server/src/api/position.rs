//! `POST /position`: any position of any game, for looking at and stepping through.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use grandline_games::GameId;
use serde::Deserialize;

use crate::error::ApiError;
use crate::text::{MoveTexts, SetupText};
use crate::view::{PositionView, play_out};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    game: GameId,
    #[serde(default)]
    setup: SetupText,
    #[serde(default)]
    moves: MoveTexts,
    #[serde(default)]
    turned: bool,
}

pub(super) async fn show(asked: Result<Json<Asked>, JsonRejection>) -> Result<Json<PositionView>, ApiError> {
    let Json(asked) = asked?;
    let position = play_out(asked.game, &asked.setup, &asked.moves)?;
    Ok(Json(PositionView::of(&position, asked.turned)))
}
