//! The actions in a game: look at it, move, take back, ask for a hint, resign.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::State;
use grandline_agents::{Analysis, build};
use serde::Deserialize;
use serde_json::json;

use super::{Key, Looking};
use crate::agents::champion;
use crate::api::extract::{Asked, Body, InRoom};
use crate::error::{Answer, answer};
use crate::guard::Visitor;
use crate::limits::LimitsRequest;
use crate::live::LiveGame;
use crate::pool::Purpose;
use crate::state::Shared;
use crate::text::move_text;
use crate::view::merged;

/// The time of the search for a hint.
const HINT: Duration = Duration::from_secs(1);

pub(crate) async fn show(State(app): State<Shared>, Asked(looking): Asked<Looking>, InRoom(room): InRoom) -> Answer {
    answer(room.view(&app, looking.turned))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    key: String,
    #[serde(rename = "move", deserialize_with = "move_text")]
    text: String,
    ply: Option<usize>,
}

pub(crate) async fn make_move(
    State(app): State<Shared>,
    visitor: Visitor,
    InRoom(room): InRoom,
    Body(Move { key, text, ply }): Body<Move>,
) -> Answer {
    room.act(&app, &key, |game, side, now| game.person_moves(side, &text, ply, now)).await?;
    room.let_agent_move(&app, visitor);
    answer(room.view(&app, false))
}

pub(crate) async fn undo(State(app): State<Shared>, InRoom(room): InRoom, Body(Key { key }): Body<Key>) -> Answer {
    room.act(&app, &key, LiveGame::undo).await?;
    answer(room.view(&app, false))
}

pub(crate) async fn decline(State(app): State<Shared>, InRoom(room): InRoom, Body(Key { key }): Body<Key>) -> Answer {
    room.act(&app, &key, |game, _, _| game.decline()).await?;
    answer(room.view(&app, false))
}

pub(crate) async fn resign(State(app): State<Shared>, InRoom(room): InRoom, Body(Key { key }): Body<Key>) -> Answer {
    room.act(&app, &key, LiveGame::resign).await?;
    answer(room.view(&app, false))
}

pub(crate) async fn hurry(State(app): State<Shared>, InRoom(room): InRoom, Body(Key { key }): Body<Key>) -> Answer {
    room.act(&app, &key, |game, _, _| game.may_hurry()).await?;
    room.hurry();
    answer(room.view(&app, false))
}

pub(crate) async fn hint(
    State(app): State<Shared>,
    visitor: Visitor,
    InRoom(room): InRoom,
    Body(Key { key }): Body<Key>,
) -> Answer {
    let position = room.act(&app, &key, |game, _, _| game.for_hint()).await?;
    let ticket = app.pool.analyse(&visitor, Purpose::Glance)?;
    let preset = champion(position.game())?;
    let name = preset.name.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = LimitsRequest::default().or_time(HINT).limits(stop.clone());
    let disposal = app.pool.disposal();
    let analysis = ticket.run(stop, HINT * 4, move || {
        let mut engine = disposal.owns(build(&preset, 0));
        let report = engine.get()?.search(&position, &limits, &mut |_| {})?;
        let words = report.best().and_then(|mv| position.move_words(mv));
        Some((Analysis::of(&position, &report), words))
    });
    let (Analysis { best, score, pv, lines, .. }, words) = analysis.await?;
    let path = lines.first().map(|line| &line.path);
    answer(merged(json!({ "move": best, "label": words, "path": path, "pv": pv, "agent": name }), &score))
}
