//! A position as the page sees it: the same shape wherever one is answered.

use std::collections::BTreeMap;

use grandline_agents::Score;
use grandline_games::scene::{Ending, Scene};
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
/// circle. After an `ending` nobody moves.
pub(crate) fn position_view(position: &AnyPosition, turned: bool, ending: Option<&Ending>) -> Value {
    let moves = position.played();
    let scene = ending.map_or_else(|| position.scene(true), |ending| position.scene_at_end(ending));
    let scene = if turned { scene.turned() } else { scene };
    let paths = if ending.is_some() { Vec::new() } else { position.paths() };
    let legal = paths.into_iter().map(|(text, path)| json!({ "move": text, "path": path }));
    let (worded, icons) = worded(position);
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
        "size": size(&scene),
        "cells": cells(&scene),
        "detail": position.detail(),
        "outcome": outcome(position),
        "last": moves.last(),
        "last_path": last_path,
        "worded": worded,
        "icons": icons,
        "prompts": if ending.is_some() { Vec::new() } else { prompts(position) },
        "description": scene.description,
    })
}

/// The moves that were made as a list for people shows them: in words, with the number of an icon; and the icons.
fn worded(position: &AnyPosition) -> (Vec<Value>, Vec<String>) {
    let mut steps = Vec::with_capacity(position.plies());
    let mut after = position.clone();
    while let Some((mv, before)) = after.before() {
        steps.push((before.move_words(mv), before.move_icon(mv)));
        after = before;
    }
    let mut icons: Vec<String> = Vec::new();
    let mut number = |icon: String| {
        icons.iter().position(|known| *known == icon).unwrap_or_else(|| {
            icons.push(icon);
            icons.len() - 1
        })
    };
    let word =
        |(words, icon): (Option<String>, Option<String>)| json!({ "label": words, "icon": icon.map(&mut number) });
    let worded = steps.into_iter().rev().map(word).collect();
    (worded, icons)
}

/// What to touch next, by the first cell that was touched and the number of cells since, where the game says so.
fn prompts(position: &AnyPosition) -> Vec<Value> {
    let mut steps: BTreeMap<Option<String>, usize> = BTreeMap::from([(None, 1)]);
    for (_, path) in position.paths() {
        let length = path.len();
        let longest = steps.entry(path.into_iter().next()).or_default();
        *longest = length.max(*longest);
    }
    let prompt = |first: &Option<String>, touched: usize| {
        let words = position.prompt(first.as_deref(), touched)?;
        Some(json!({ "first": first, "touched": touched, "label": words }))
    };
    let steps = steps.iter().flat_map(|(first, &length)| {
        let from = usize::from(first.is_some());
        (from..length).filter_map(move |touched| prompt(first, touched))
    });
    steps.collect()
}

/// The cells of a picture with their centres, which let keys move a focus in space.
pub(crate) fn cells(scene: &Scene) -> Vec<Value> {
    let cells = scene.items.iter().filter_map(|item| {
        let cell = item.cell.as_ref()?;
        Some(json!({ "id": cell.id, "label": cell.label, "x": rounded(item.at.x), "y": rounded(item.at.y) }))
    });
    cells.collect()
}

/// The size of a picture in board units.
pub(crate) fn size(scene: &Scene) -> Value {
    json!({ "x": rounded(scene.size.x), "y": rounded(scene.size.y) })
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
