//! `GET /games`: the games.

use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId, Side};
use serde_json::{Value, json};

use crate::agents::champion;
use crate::assets::File;
use crate::error::{Answer, ApiError, answer};
use crate::view::Both;

pub(super) async fn list(headers: HeaderMap) -> Response {
    // The list has pictures, and changes only with the program.
    static LIST: OnceLock<Option<File>> = OnceLock::new();
    let list = LIST.get_or_init(|| {
        let games = json!({ "games": described().iter().map(|(_, game)| listed(game)).collect::<Vec<_>>() });
        File::new("application/json", games.to_string().as_bytes())
    });
    list.as_ref().map_or_else(
        || ApiError::failure("the list of games could not be made").into_response(),
        |list| list.answer(&headers, StatusCode::OK),
    )
}

pub(super) async fn one(Path(name): Path<String>) -> Answer {
    let id = parse(&name)?;
    let found = described().iter().find(|(known, _)| *known == id);
    answer(found.map(|(_, game)| game.clone()).unwrap_or_default())
}

/// The game of a name in an address.
pub(super) fn parse(name: &str) -> Result<GameId, ApiError> {
    name.parse().map_err(|error: grandline_games::UnknownGame| ApiError::not_found(error.to_string()))
}

/// Everything about the games, drawn once.
fn described() -> &'static [(GameId, Value)] {
    static GAMES: OnceLock<Vec<(GameId, Value)>> = OnceLock::new();
    GAMES.get_or_init(|| GameId::ALL.iter().map(|&id| (id, describe(id))).collect())
}

/// A game in the list: a variant has no picture there, which would be most of the first page.
fn listed(game: &Value) -> Value {
    let mut game = game.clone();
    if game["name"] != game["family"] {
        game["picture"] = Value::Null;
    }
    game
}

fn describe(id: GameId) -> Value {
    let (name, middle) = (id.name(), middle_game(id));
    json!({
        "name": name,
        "title": id.title(),
        "summary": id.summary(),
        "family": name.split('/').next().unwrap_or(name),
        "players": Both::of(|side: Side| id.sides()[side.index()]),
        "named_sides": has_named_sides(id),
        "paints": middle.as_ref().map(|position| Both::of(|side: Side| position.side_paint(side).class())),
        "random_setup": id.has_random_setups(),
        "champion": champion(id).ok().map(|preset| preset.name),
        "formats": super::records::formats_of(id),
        "picture": middle.map(|position| position.scene(true).to_bare_svg()),
    })
}

/// Whether the sides have names of their own, and are not called by their order.
fn has_named_sides(id: GameId) -> bool {
    let is_own = |side: Side| !id.sides()[side.index()].eq_ignore_ascii_case(side.name());
    Side::BOTH.into_iter().any(is_own)
}

/// A position from the middle of a game: half of a random one.
fn middle_game(id: GameId) -> Option<AnyPosition> {
    let mut position = id.set_up(&format!("seed:{SEED}")).ok()?;
    let mut random = seeded(SEED);
    while position.plies() < LONGEST
        && let Some(mv) = position.random_move(&mut random)
    {
        position.play(mv);
    }
    let half = position.plies() / 2;
    while position.plies() > half {
        position.undo();
    }
    Some(position)
}

/// The seed of the pictures.
const SEED: u64 = 5;
/// The most plies of a random game.
const LONGEST: usize = 200;
