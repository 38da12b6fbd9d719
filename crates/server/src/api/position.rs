//! `POST /position`: any position of any game, for looking at and stepping through; and `POST /position/why`: why a cell of it
//! cannot be touched next.

use grandline_games::GameId;
use serde::Deserialize;
use serde_json::json;

use super::extract::Body;
use crate::error::{Answer, answer};
use crate::text::{move_text, move_texts, setup_text, start_text};
use crate::view::{play_out, position_view};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shown {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
    #[serde(default)]
    turned: bool,
}

pub(super) async fn show(Body(shown): Body<Shown>) -> Answer {
    let position = play_out(shown.game, &shown.setup, &shown.moves)?;
    answer(position_view(&position, shown.turned, None))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Refused {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
    /// The cells of the same move that were touched before.
    #[serde(default, deserialize_with = "move_texts")]
    touched: Vec<String>,
    #[serde(deserialize_with = "move_text")]
    cell: String,
}

pub(super) async fn why(Body(refused): Body<Refused>) -> Answer {
    let position = play_out(refused.game, &refused.setup, &refused.moves)?;
    answer(json!({ "reason": position.why_not(&refused.touched, &refused.cell) }))
}
