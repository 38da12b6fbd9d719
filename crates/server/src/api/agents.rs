//! `GET /agents`: the agents of each game.

use axum::extract::{Path, State};
use grandline_agents::{Catalogue, Group, Preset};
use grandline_arena::Agent;
use grandline_games::GameId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::extract::Asked;
use crate::agents::{analyst, in_catalogue};
use crate::error::{Answer, ApiError, answer};
use crate::own_agents::OwnAgent;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    game: Option<GameId>,
}

pub(super) async fn list(State(app): State<Shared>, Asked(Which { game }): Asked<Which>) -> Answer {
    let games = game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
    let shared = app.clone();
    let agents = app.archive.ask(move |store| {
        let mut told = Vec::new();
        for game in games {
            let ratings = shared.measurements.of(store, game)?;
            told.extend(Catalogue::of(game).list().iter().map(|agent| describe(agent, ratings.get(&agent.name))));
            told.extend(shared.agents.of(game).map(|agent| describe_own(agent, ratings.get(&agent.name))));
        }
        Ok(told)
    });
    answer(json!({ "agents": agents.await? }))
}

/// The last part of the address is the agent; what comes before it is the game, which may have a slash of its own.
pub(super) async fn one(State(app): State<Shared>, Path(address): Path<String>) -> Answer {
    let Some((game, name)) = address.rsplit_once('/') else {
        return Err(ApiError::not_found("the address of an agent is /agents/GAME/NAME"));
    };
    let game = super::games::parse(game)?;
    let shared = app.clone();
    let ratings = app.archive.ask(move |store| shared.measurements.of(store, game)).await?;
    if let Some(agent) = app.agents.get(game, name) {
        return answer(describe_own(agent, ratings.get(&agent.name)));
    }
    if !name.split(':').next().is_some_and(|name| in_catalogue(game, name)) {
        return Err(ApiError::not_found(format!("agent '{name}' does not exist in {game}")));
    }
    let agent = analyst(&app.agents, game, Some(name))?;
    answer(describe(&agent, ratings.get(&agent.name)))
}

/// An agent, with its rating where it has played under its own name.
fn describe(preset: &Preset, rating: Option<&Value>) -> Value {
    let settings: Map<String, Value> =
        preset.settings().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
    json!({
        "game": preset.game,
        "name": preset.name,
        "kind": "preset",
        "group": preset.group.name(),
        "description": preset.description,
        "search": preset.search().name(),
        "evaluation": preset.evaluation(),
        "settings": settings,
        "elo": preset.elo,
        "rating": rating,
    })
}

/// One of the server's own agents. How an external engine searches is not known.
fn describe_own(agent: &OwnAgent, rating: Option<&Value>) -> Value {
    let mut told = match &agent.agent {
        Agent::Preset(preset) => describe(preset, rating),
        _ => json!({
            "game": agent.game,
            "kind": "program",
            "search": null,
            "evaluation": null,
            "settings": {},
            "elo": null,
            "rating": rating,
        }),
    };
    told["name"] = agent.name.as_str().into();
    told["group"] = Group::Own.name().into();
    told["description"] = agent.description.as_str().into();
    told
}
