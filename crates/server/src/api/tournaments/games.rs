//! `GET /tournaments/{id}/games` and `/games/{number}`.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use grandline_agents::{Appraiser, Worth};
use grandline_arena::store::{Excerpt, Store};
use grandline_arena::{Contender, Played, Thought, Tournament};
use grandline_games::{AnyPosition, Side};
use grandline_search::Value as SearchValue;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{find, find_readable, key};
use crate::error::{Answer, ApiError, answer};
use crate::state::Shared;
use crate::view::Both;

/// How many games come at once.
const USUAL: usize = 50;
const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    #[serde(default)]
    from: u64,
    most: Option<usize>,
    agent: Option<String>,
    opponent: Option<String>,
}

pub(crate) async fn games(
    State(app): State<Shared>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer {
    let Query(Which { from, most, agent, opponent }) = which?;
    let most = most.unwrap_or(USUAL);
    if !(1..=MOST).contains(&most) {
        return Err(ApiError::out_of_range("most", "1", &MOST.to_string()));
    }
    let key = key(&id)?;
    let wanted = Excerpt { from, most: most + 1, agents: [agent, opponent] };
    let found = app.archive.ask(move |store| {
        find(store, key)?;
        Ok(store.excerpt(key, &wanted)?)
    });
    let mut found = found.await?;
    let next = found.get(most).map(|game| game.number);
    found.truncate(most);
    answer(json!({ "games": found.iter().map(listed).collect::<Vec<_>>(), "next": next }))
}

/// A line of the list of games.
fn listed(game: &Played) -> Value {
    json!({
        "number": game.number,
        "round": game.round,
        "pair": game.pair,
        "players": players(game),
        "winner": game.winner.map_or("draw", Side::name),
        "margin": game.margin,
        "ending": game.ending,
        "forfeit": game.ending.is_forfeit(),
        "reason": game.reason,
    })
}

fn players(game: &Played) -> Both<&str> {
    Both { first: &game.players[0], second: &game.players[1] }
}

pub(crate) async fn game(State(app): State<Shared>, Path((id, number)): Path<(String, String)>) -> Answer {
    let key = key(&id)?;
    let unknown = || ApiError::not_found("this tournament has no game of that number");
    let number: u64 = number.parse().map_err(|_| unknown())?;
    let told = app.archive.ask(move |store| {
        let (entry, tournament) = find_readable(store, key)?;
        let game = store.game(key, number)?.ok_or_else(unknown)?;
        let mut told = listed(&game);
        told["tournament"] = json!({ "id": key.0, "name": entry.entered.name });
        told["game"] = json!(tournament.game);
        told["title"] = tournament.game.title().into();
        told["setup"] = game.opening.setup.as_str().into();
        told["plies"] = plies(&tournament, &game)?.into();
        told["outcome"] = json!({
            "winner": told["winner"],
            "margin": game.margin,
            "reason": game.reason,
            "by": game.ending,
        });
        told["evidence"] = game.evidence.into();
        Ok(told)
    });
    answer(told.await?)
}

/// Every move from the start, with what was thought of it in the words and chances that all games share.
fn plies(tournament: &Tournament, game: &Played) -> Result<Vec<Value>, ApiError> {
    let damaged = || ApiError::failure("this game cannot be played again; it may be of another version");
    let mut position = tournament.game.set_up(&game.opening.setup).map_err(|_| damaged())?;
    let mut plies = Vec::new();
    for text in &game.opening.moves {
        plies.push(json!({ "move": text, "player": position.to_move().name(), "by": "setup" }));
        position.play(text).map_err(|_| damaged())?;
    }
    let mut appraisers = game.players.each_ref().map(|name| appraiser(tournament, name));
    for ply in &game.plies {
        let mover = position.to_move();
        let mut told = json!({
            "move": ply.mv,
            "player": mover.name(),
            "by": "agent",
            "time_ms": ply.micros as f64 / 1000.0,
            "depth": ply.thought.depth,
            "nodes": ply.thought.nodes,
        });
        if let Some(worth) = worth(appraisers[mover.index()].as_mut(), position.as_ref(), &ply.thought) {
            told["value"] = worth.value.into();
            told["words"] = worth.words.into();
            told["exact"] = worth.exact.into();
            told["chance"] = worth.chance.into();
        }
        plies.push(told);
        position.play(&ply.mv).map_err(|_| damaged())?;
    }
    Ok(plies)
}

/// Whoever knows what the values of an agent mean; nobody does of programs of others.
fn appraiser(tournament: &Tournament, name: &str) -> Option<Appraiser> {
    let entrant = tournament.agents.iter().find(|entrant| entrant.name == name)?;
    match Contender::preset(tournament.game, &entrant.agent) {
        Ok(Contender::Preset(preset)) => Some(Appraiser::new(*preset)),
        _ => None,
    }
}

fn worth(appraiser: Option<&mut Appraiser>, position: &dyn AnyPosition, thought: &Thought) -> Option<Worth> {
    let value = SearchValue::from_number(thought.value?, thought.exact);
    appraiser?.worth(position, &value, thought.depth.unwrap_or(0))
}
