//! What one does in a game: look at it, move, take back, ask for a hint, give up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use grandline_agents::build_any;
use serde::Deserialize;
use serde_json::json;

use super::{Key, Looking, room};
use crate::agents::champion;
use crate::error::{Answer, ApiError, answer};
use crate::guard::Visitor;
use crate::live::LiveGame;
use crate::state::Shared;
use crate::strength::Strength;
use crate::text::MoveText;

/// How long the champion thinks about a hint.
const HINT: Duration = Duration::from_secs(1);

pub(crate) async fn show(
    State(app): State<Shared>,
    Path(id): Path<String>,
    looking: Result<Query<Looking>, QueryRejection>,
) -> Answer {
    let Query(Looking { turned }) = looking?;
    answer(room(&app, &id).await?.view(&app, turned))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    key: String,
    #[serde(rename = "move")]
    text: MoveText,
    ply: Option<usize>,
}

pub(crate) async fn make_move(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Json<Move>, JsonRejection>,
) -> Answer {
    let Json(Move { key, text, ply }) = asked?;
    let room = room(&app, &id).await?;
    // Asked for first: a move that the agent cannot answer is better not made.
    let ticket = app.pool.enter(&visitor)?;
    room.act(&app, &key, |game, now| game.person_moves(&text, ply, now)).await?;
    room.let_agent_move(&app, ticket);
    answer(room.view(&app, false))
}

pub(crate) async fn undo(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, LiveGame::undo).await?;
    answer(room.view(&app, false))
}

pub(crate) async fn resign(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, LiveGame::resign).await?;
    answer(room.view(&app, false))
}

pub(crate) async fn hurry(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, |game, _| game.may_hurry()).await?;
    room.hurry();
    answer(room.view(&app, false))
}

pub(crate) async fn hint(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    let (game, position) = room.act(&app, &key, |game, _| game.for_hint()).await?;
    let ticket = app.pool.enter(&visitor)?;
    let preset = champion(game)?.without_time();
    let name = preset.name.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Strength::default().or_time(HINT).limits(stop.clone());
    let thought = ticket.run(stop, HINT * 4, move || {
        let mut engine = build_any(&preset, 0).ok()?;
        engine.search(position.as_ref(), &limits, &mut |_| {})
    });
    let thought = thought.await?.ok_or_else(|| ApiError::failure("the search failed"))?;
    let path = thought.lines.first().map(|line| line.path.clone());
    let worth = &thought.worth;
    answer(json!({
        "move": thought.best,
        "path": path,
        "value": worth.value,
        "words": worth.words,
        "exact": worth.exact,
        "chance": worth.chance,
        "pv": thought.pv,
        "agent": name,
    }))
}
