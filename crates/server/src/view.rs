//! A position as the page sees it: the same shape wherever one is answered.

use grandline_agents::Score;
use grandline_games::{AnyPosition, GameId, Side};
use grandline_search::{Exact, Scale, Value as SearchValue};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::ApiError;

/// Something for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, serde::Deserialize)]
pub(crate) struct Both<T> {
    pub(crate) first: T,
    pub(crate) second: T,
}

impl<T> Both<T> {
    pub(crate) fn of(mut make: impl FnMut(Side) -> T) -> Self {
        Both { first: make(Side::First), second: make(Side::Second) }
    }

    pub(crate) fn get(&self, player: Side) -> &T {
        match player {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    pub(crate) fn get_mut(&mut self, player: Side) -> &mut T {
        match player {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

/// How a game ended by its rules.
pub(crate) fn outcome(position: &AnyPosition) -> Option<Value> {
    let margin = position.outcome()?;
    let winner = margin.winner().map_or("draw", Side::name);
    Some(json!({ "winner": winner, "margin": margin.0, "reason": position.reason() }))
}

/// All the page needs to show the last position of a game and to let a person move; `turned` turns the board by half a
/// circle.
pub(crate) fn position_view(position: &AnyPosition, turned: bool) -> Value {
    let moves = position.played();
    let scene = position.scene(true);
    let scene = if turned { scene.turned() } else { scene };
    // The centres of cells let keys move a focus in space.
    let cells = scene.items.iter().filter_map(|item| {
        let cell = item.cell.as_ref()?;
        Some(json!({ "id": cell.id, "label": cell.label, "x": rounded(item.at.x), "y": rounded(item.at.y) }))
    });
    let legal = position.paths().into_iter().map(|(text, path)| json!({ "move": text, "path": path }));
    // Only the position before a move knows its cells.
    let last_path = position.before().and_then(|(mv, before)| before.path(mv)).unwrap_or_default();
    json!({
        "game": position.game(),
        "start": position.start_text(),
        "moves": moves,
        "movers": movers(position),
        "text": position.text(),
        "ply": moves.len(),
        "to_move": position.to_move(),
        "players": Both::of(|player| position.side_name(player)),
        "paints": Both::of(|player| position.side_paint(player).class()),
        "near": scene.near,
        "legal": legal.collect::<Vec<_>>(),
        "svg": scene.to_bare_svg(),
        "size": { "x": rounded(scene.size.x), "y": rounded(scene.size.y) },
        "cells": cells.collect::<Vec<_>>(),
        "detail": position.detail(),
        "outcome": outcome(position),
        "last": moves.last(),
        "last_path": last_path,
        "description": scene.description,
    })
}

/// A JSON object with the fields of another value beside its own.
pub(crate) fn merged(mut object: Value, more: &impl Serialize) -> Value {
    if let (Value::Object(fields), Ok(Value::Object(more))) = (&mut object, serde_json::to_value(more)) {
        fields.extend(more);
    }
    object
}

/// Three decimals, as the picture has them.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}

/// Who made each move; in some games a player moves twice.
pub(crate) fn movers(position: &AnyPosition) -> Vec<Side> {
    let mut before = position.clone();
    let mut movers = Vec::with_capacity(before.plies());
    while before.undo().is_some() {
        movers.push(before.to_move());
    }
    movers.reverse();
    movers
}

/// The score of a value that was stored as a number, seen by the player who moved.
pub(crate) fn stored_score(number: f64, exact: bool, mover: Side, scale: &Scale) -> Score {
    let value = match SearchValue::from_number(number, exact) {
        // The number of a win at an unknown distance reads as a distance of 0, at which nobody moves.
        SearchValue::Exact(exact @ Exact { plies: Some(0), .. }) => SearchValue::Exact(Exact { plies: None, ..exact }),
        value => value,
    };
    Score::of(&value, mover, scale)
}

/// The game in progress that a request means.
pub(crate) fn play_out(game: GameId, setup: &str, moves: &[String]) -> Result<AnyPosition, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError::wrong(error.to_string());
    let mut position = game.set_up(setup).map_err(|error| wrong(&error).with("field", "setup"))?;
    position.play_all(moves).map_err(|error| wrong(&error).with("ply", error.ply))?;
    Ok(position)
}
