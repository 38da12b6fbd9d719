//! `POST /play` and `POST /play/{id}/rematch`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use grandline_games::{GameId, Side};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Key;
use crate::agents::OfferedAgent;
use crate::api::extract::{Body, InRoom};
use crate::error::{ApiError, check_range};
use crate::guard::Visitor;
use crate::limits::{LimitsRequest, Maximum};
use crate::live::{By, ClockSettings, GameDocument, ID_LENGTH, Ply, Rematch};
use crate::random;
use crate::state::{Shared, unix_time};
use crate::text::{agent_text, move_texts, setup_text, start_text};
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

/// Who a person plays against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opponent {
    #[default]
    Agent,
    Person,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
    #[serde(default)]
    opponent: Opponent,
    #[serde(default, deserialize_with = "agent_text")]
    agent: Option<String>,
    #[serde(default)]
    side: Choice,
    clock: Option<ClockSettings>,
    #[serde(default, rename = "strength")]
    limits: LimitsRequest,
}

/// The answer to a game that was started.
type Created = (StatusCode, Json<Value>);

pub(crate) async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    Body(asked): Body<NewGame>,
) -> Result<Created, ApiError> {
    let is_duel = asked.opponent == Opponent::Person;
    let agent = match is_duel {
        true => OfferedAgent::nobody(),
        false => OfferedAgent::resolve(&app.agents, asked.game, asked.agent.as_deref())?,
    };
    let limits = asked.limits.checked(&Maximum::MOVE)?;
    let clock = asked.clock;
    check_range("minutes", clock.map(|clock| clock.minutes), 0.1..=180.0)?;
    check_range("increment", clock.map(|clock| clock.increment), 0.0..=180.0)?;
    let position = play_out(asked.game, &asked.setup, &asked.moves)?;
    // A random set-up is stored as a position, so that the game does not depend on the generator.
    let setup = if asked.setup.trim() == "-" { start_text() } else { position.start_text() };
    let ply = |(text, player)| Ply { text, player, by: By::Setup, time_ms: None, analysis: None };
    let plies = position.played().into_iter().zip(movers(&position)).map(ply).collect();
    if position.outcome().is_some() {
        return Err(ApiError::wrong(format!("this game is already over: {}", position.reason())).with("field", "setup"));
    }
    let seed = getrandom::u64()?;
    let person = match asked.side {
        Choice::First => Side::First,
        Choice::Second => Side::Second,
        Choice::Random => Side::from_parity((seed >> 32) as usize),
    };
    let document = GameDocument {
        id: random::name(ID_LENGTH)?,
        key: random::name(KEY_LENGTH)?,
        guest_key: is_duel.then(|| random::name(KEY_LENGTH)).transpose()?,
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
        offer: None,
        seed,
        created: unix_time(),
    };
    begin(&app, visitor, document).await
}

/// Opens a game and lets the agent move, if it is its turn.
async fn begin(app: &Shared, visitor: Visitor, document: GameDocument) -> Result<Created, ApiError> {
    let (id, key, guest_key) = (document.id.clone(), document.key.clone(), document.guest_key.clone());
    let room = app.rooms.open(app, document).await?;
    room.let_agent_move(app, visitor);
    let address = format!("/game/{id}");
    let mut made = json!({ "id": id, "key": key, "address": address });
    if let Some(guest_key) = guest_key {
        made["guest_key"] = guest_key.into();
    }
    Ok((StatusCode::CREATED, Json(made)))
}

fn full_clocks(clock: ClockSettings) -> Both<u64> {
    Both::of(|_| clock.time().base.as_millis() as u64)
}

pub(crate) async fn rematch(
    State(app): State<Shared>,
    visitor: Visitor,
    InRoom(room): InRoom,
    Body(Key { key }): Body<Key>,
) -> Result<Created, ApiError> {
    let new_id = random::name(ID_LENGTH)?;
    let asked = room.act(&app, &key, |game, side, _| game.rematch(side, &new_id)).await?;
    let old = match asked {
        Rematch::Asked => return Ok((StatusCode::ACCEPTED, Json(json!({ "asked": true })))),
        // Both keep their keys.
        Rematch::Started(id) => {
            let made = json!({ "id": id, "key": key, "address": format!("/game/{id}") });
            return Ok((StatusCode::CREATED, Json(made)));
        }
        Rematch::Agreed(old) => *old,
    };
    let new_key = if old.is_duel() { old.key.clone() } else { random::name(KEY_LENGTH)? };
    let document = GameDocument {
        id: new_id,
        key: new_key,
        person: !old.person,
        left_ms: old.clock.map(full_clocks),
        plies: old.plies.into_iter().take_while(|ply| ply.by == By::Setup).collect(),
        ending: None,
        rematch: None,
        offer: None,
        seed: getrandom::u64()?,
        created: unix_time(),
        ..old
    };
    begin(&app, visitor, document).await
}
