//! `POST /play` and what one does in a game against an agent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grandline_agents::build_any;
use grandline_games::{GameId, Player};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::socket::{self, Heard, Line, Upgrade};
use crate::agents::{champion, resolve};
use crate::error::{Answer, ApiError, answer};
use crate::guard::Visitor;
use crate::live::{By, ClockSettings, GameDocument, Ply, Room, Rooms, Side};
use crate::pool::{Ticket, Unfinished};
use crate::random;
use crate::state::Shared;
use crate::strength::{Most, Strength};
use crate::text::{AgentText, MoveText, MoveTexts, SetupText};
use crate::view::{Both, play_out};

/// How long the champion thinks about a hint.
const HINT: Duration = Duration::from_secs(1);
/// Thoughts are sent at most this often.
const PACE: Duration = Duration::from_millis(100);
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
pub(super) struct NewGame {
    game: GameId,
    #[serde(default)]
    setup: SetupText,
    #[serde(default)]
    moves: MoveTexts,
    agent: Option<AgentText>,
    #[serde(default)]
    side: Choice,
    clock: Option<ClockSettings>,
    #[serde(default)]
    strength: Strength,
}

pub(super) async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    asked: Result<Json<NewGame>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(asked) = asked?;
    let agent = resolve(asked.game, asked.agent.as_ref())?;
    let strength = asked.strength.checked(&Most::OF_A_MOVE)?;
    let clock = asked.clock.map(checked_clock).transpose()?;
    let mut position = play_out(asked.game, &asked.setup, &MoveTexts::default())?;
    // A random set-up is written out, so that the game is the same after a restart whatever becomes of the generator.
    let setup = if asked.setup.as_str().trim() == "-" { "-".to_owned() } else { position.start_text() };
    let mut plies = Vec::new();
    for text in asked.moves.iter() {
        let player = position.to_move().into();
        let ply = plies.len() + 1;
        let text =
            position.play(text).map_err(|error| ApiError::wrong(format!("move {ply}: {error}")).with("ply", ply))?;
        plies.push(Ply { text, player, by: By::Setup, time_ms: None, thinking: None });
    }
    if position.outcome().is_some() {
        return Err(ApiError::wrong(format!("this game is over already: {}", position.reason())).with("field", "setup"));
    }
    let seed = random_number()?;
    let person = match asked.side {
        Choice::First => Player::First,
        Choice::Second => Player::Second,
        Choice::Random => Player::from_parity((seed >> 32) as usize),
    };
    let document = GameDocument {
        id: Rooms::fresh_id()?,
        key: fresh_key()?,
        game: asked.game,
        setup,
        agent: agent.name,
        person: person.into(),
        strength,
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

/// Opens a game and lets the agent begin, if it does.
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
    Both::of(|_| (clock.minutes * 60_000.0) as u64)
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Looking {
    #[serde(default)]
    turned: bool,
}

async fn room(app: &Shared, id: &str) -> Result<Arc<Room>, ApiError> {
    let found = app.rooms.find(app, id).await?;
    found.ok_or_else(|| ApiError::not_found("there is no such game; it may have been played on another server"))
}

pub(super) async fn show(
    State(app): State<Shared>,
    Path(id): Path<String>,
    looking: Result<Query<Looking>, QueryRejection>,
) -> Answer {
    let Query(Looking { turned }) = looking?;
    answer(room(&app, &id).await?.view(&app, turned))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Key {
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    key: String,
    #[serde(rename = "move")]
    text: MoveText,
    ply: Option<usize>,
}

pub(super) async fn make_move(
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

pub(super) async fn undo(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, |game, now| game.undo(now)).await?;
    answer(room.view(&app, false))
}

pub(super) async fn resign(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, |game, now| game.resign(now)).await?;
    answer(room.view(&app, false))
}

pub(super) async fn hurry(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    room.act(&app, &key, |_, _| Ok(())).await?;
    room.hurry();
    answer(room.view(&app, false))
}

pub(super) async fn hint(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Json<Key>, JsonRejection>,
) -> Answer {
    let Json(Key { key }) = asked?;
    let room = room(&app, &id).await?;
    let (game, position) = room.act(&app, &key, |game, _| game.for_hint()).await?;
    let ticket: Ticket = app.pool.enter(&visitor)?;
    let preset = champion(game)?.without_time();
    let name = preset.name.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Strength::default().or_time(HINT).limits(stop.clone());
    let thought = ticket.run(stop, HINT * 4, move || {
        let mut engine = build_any(&preset, 0).ok()?;
        engine.search(position.as_ref(), &limits, &mut |_| {})
    });
    let thought = thought.await.map_err(|unfinished| match unfinished {
        Unfinished::Closing => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server closes"),
        Unfinished::Failed => ApiError::failure("the search failed"),
    })?;
    let thought = thought.ok_or_else(|| ApiError::failure("the search failed"))?;
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

pub(super) async fn rematch(
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
    let person: Player = old.person.into();
    let document = GameDocument {
        id: new_id,
        key: fresh_key()?,
        person: Side::from(!person),
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

pub(super) async fn live(
    State(app): State<Shared>,
    Path(id): Path<String>,
    looking: Result<Query<Looking>, QueryRejection>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let Query(Looking { turned }) = looking?;
    let room = room(&app, &id).await?;
    socket::open(app.clone(), upgrade, move |line| watch(app, room, turned, line))
}

/// Tells a page about a game until it leaves.
async fn watch(app: Shared, room: Arc<Room>, turned: bool, mut line: Line) {
    let (mut versions, mut thoughts) = (room.versions(), room.thoughts());
    versions.mark_changed();
    let mut next_thought = Instant::now();
    loop {
        tokio::select! {
            heard = line.hear() => if let Heard::Gone = heard { return },
            changed = versions.changed() => {
                if changed.is_err() || !line.say(&json!({ "type": "state", "state": room.view(&app, turned) })).await {
                    return;
                }
            }
            Ok(()) = async { tokio::time::sleep_until(next_thought).await; thoughts.changed().await } => {
                let thought = thoughts.borrow_and_update().clone();
                if let Some(thought) = thought {
                    next_thought = Instant::now() + PACE;
                    if !line.say(&thought).await {
                        return;
                    }
                }
            }
        }
    }
}
