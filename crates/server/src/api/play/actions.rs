//! The actions in a game: look at it, move, take back, ask for a hint, resign.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use grandline_agents::{Analysis, Score, build};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Key, Looking, room};
use crate::agents::champion;
use crate::error::{Answer, ApiError, answer};
use crate::guard::Visitor;
use crate::limits::LimitsRequest;
use crate::live::LiveGame;
use crate::state::Shared;
use crate::text::MoveText;

/// The time of the search for a hint.
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
    // Entered first: a move that the agent cannot answer is better not made.
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
    let position = room.act(&app, &key, |game, _| game.for_hint()).await?;
    let ticket = app.pool.enter(&visitor)?;
    let preset = champion(position.game())?;
    let name = preset.name.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = LimitsRequest::default().or_time(HINT).limits(stop.clone());
    let analysis = ticket.run(stop, HINT * 4, move || {
        let report = build(&preset, 0).search(&position, &limits, &mut |_| {})?;
        Some(Analysis::of(&position, &report))
    });
    let analysis = analysis.await?.ok_or_else(|| ApiError::failure("the search failed"))?;
    let path = analysis.lines.first().map(|line| line.path.as_slice());
    let Analysis { best, score, pv, .. } = &analysis;
    answer(json!(Hint { best: best.as_deref(), path, score, pv, agent: &name }))
}

/// A hint as the page sees it.
#[derive(Serialize)]
struct Hint<'a> {
    #[serde(rename = "move")]
    best: Option<&'a str>,
    path: Option<&'a [String]>,
    #[serde(flatten)]
    score: &'a Score,
    pv: &'a [String],
    agent: &'a str,
}
