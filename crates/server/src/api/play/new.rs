//! `POST /play` and `POST /play/{id}/rematch`.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grandline_games::{GameId, Side};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Key, room};
use crate::agents::OfferedAgent;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::limits::{LimitsRequest, Maximum};
use crate::live::{By, ClockSettings, GameDocument, Ply, Rooms};
use crate::random;
use crate::state::Shared;
use crate::text::{AgentText, MoveTexts, SetupText};
use crate::view::{Both, movers, play_out};

/// The letters of a key: 120 bits.
const KEY_LENGTH: usize = 24;

/// The side a person wants.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    #[default]
    First,
    Second,
    Random,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    game: GameId,
    #[serde(default)]
    setup: SetupText,
    #[serde(default)]
    moves: MoveTexts,
    agent: Option<AgentText>,
    #[serde(default)]
    side: Choice,
    clock: Option<ClockSettings>,
    #[serde(default, rename = "strength")]
    limits: LimitsRequest,
}

pub(crate) async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    asked: Result<Json<NewGame>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(asked) = asked?;
    let agent = OfferedAgent::resolve(&app.agents, asked.game, asked.agent.as_ref())?;
    let limits = asked.limits.checked(&Maximum::MOVE)?;
    let clock = asked.clock.map(checked_clock).transpose()?;
    let position = play_out(asked.game, &asked.setup, &asked.moves)?;
    // A random set-up is stored as a position, so that the game does not depend on the generator.
    let setup = if asked.setup.as_str().trim() == "-" { "-".to_owned() } else { position.start_text() };
    let ply = |(text, player)| Ply { text, player, by: By::Setup, time_ms: None, analysis: None };
    let plies = position.played().into_iter().zip(movers(&position)).map(ply).collect();
    if position.outcome().is_some() {
        return Err(ApiError::wrong(format!("this game is already over: {}", position.reason())).with("field", "setup"));
    }
    let seed = random_number()?;
    let person = match asked.side {
        Choice::First => Side::First,
        Choice::Second => Side::Second,
        Choice::Random => Side::from_parity((seed >> 32) as usize),
    };
    let document = GameDocument {
        id: Rooms::fresh_id()?,
        key: fresh_key()?,
        game: asked.game,
        setup,
        agent: agent.name,
        person,
        limits,
        clock,
        left_ms: clock.map(full_clocks),
        plies,
        ending: None,
        rematch: None,
        seed,
        created: now(),
    };
    begin(&app, &visitor, document).await.map(IntoResponse::into_response)
}

/// Opens a game and lets the agent move, if it is its turn.
async fn begin(app: &Shared, visitor: &Visitor, document: GameDocument) -> Result<(StatusCode, Json<Value>), ApiError> {
    let ticket = app.pool.enter(visitor)?;
    let (id, key) = (document.id.clone(), document.key.clone());
    let room = app.rooms.open(app, document).await?;
    room.let_agent_move(app, ticket);
    let address = format!("/game/{id}");
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "key": key, "address": address }))))
}

fn checked_clock(clock: ClockSettings) -> Result<ClockSettings, ApiError> {
    if !(0.1..=180.0).contains(&clock.minutes) {
        return Err(ApiError::out_of_range("minutes", "0.1", "180"));
    }
    if !(0.0..=180.0).contains(&clock.increment) {
        return Err(ApiError::out_of_range("increment", "0", "180"));
    }
    Ok(clock)
}

fn full_clocks(clock: ClockSettings) -> Both<u64> {
    Both::of(|_| clock.time().base.as_millis() as u64)
}

fn random_number() -> Result<u64, ApiError> {
    random::number().map_err(|_| ApiError::failure("the system gives no random numbers"))
}

fn fresh_key() -> Result<String, ApiError> {
    random::name(KEY_LENGTH).map_err(|_| ApiError::failure("the system gives no random numbers"))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

pub(crate) async fn rematch(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    let new_id = Rooms::fresh_id()?;
    let old = room.act(&app, &key, |game, _| {
        game.set_rematch(&new_id);
        Ok(game.document().clone())
    });
    let old = old.await?;
    let document = GameDocument {
        id: new_id,
        key: fresh_key()?,
        person: !old.person,
        left_ms: old.clock.map(full_clocks),
        plies: old.plies.into_iter().take_while(|ply| ply.by == By::Setup).collect(),
        ending: None,
        rematch: None,
        seed: random_number()?,
        created: now(),
        ..old
    };
    begin(&app, &visitor, document).await.map(IntoResponse::into_response)
}
