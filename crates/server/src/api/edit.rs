//! `POST /edit`: a position that is arranged by hand, one change at a time, and whether play can lead to it.

use grandline_games::{Change, GameId, Side};
use serde::Deserialize;
use serde_json::json;

use super::extract::Body;
use crate::error::{Answer, ApiError, answer};
use crate::text::{setup_text, start_text};
use crate::view::{cells, size};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    game: GameId,
    /// The sketch so far, or any position text.
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    sketch: String,
    change: Option<ChangeRequest>,
    #[serde(default)]
    turned: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum ChangeRequest {
    Put { cell: String, tool: String },
    Turn(Side),
    Clear,
}

impl From<ChangeRequest> for Change {
    fn from(asked: ChangeRequest) -> Self {
        match asked {
            ChangeRequest::Put { cell, tool } => Change::Put { cell, tool },
            ChangeRequest::Turn(side) => Change::Turn(side),
            ChangeRequest::Clear => Change::Clear,
        }
    }
}

pub(super) async fn edit(Body(Edit { game, sketch, change, turned }): Body<Edit>) -> Answer {
    let is_first = change.is_none();
    let change = change.map(Change::from);
    let sketched = game
        .sketch(sketch.trim(), change.as_ref())
        .ok_or_else(|| ApiError::wrong(format!("positions of {game} cannot be edited, only set up by their text")))?
        .map_err(|error| ApiError::wrong(error.to_string()).with("field", "sketch"))?;
    let scene = if turned { sketched.scene.turned() } else { sketched.scene };
    let (text, problem) = match sketched.position {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let mut found = json!({
        "game": game,
        "sketch": sketched.sketch,
        "text": text,
        "problem": problem,
        "refused": sketched.refused,
        "to_move": sketched.to_move,
        "chooses_turn": sketched.chooses_turn,
        "erases": sketched.erases,
        "near": scene.near,
        "svg": scene.to_bare_svg(),
        "size": size(&scene),
        "cells": cells(&scene),
    });
    // The tools are the same all the time, and asked for once.
    if is_first {
        let tools = game.tools().unwrap_or_default();
        let tools = tools
            .iter()
            .map(|tool| json!({ "code": tool.code, "label": tool.label, "svg": tool.picture.to_bare_svg() }));
        found["tools"] = tools.collect();
    }
    answer(found)
}
