//! `GET /tournaments/{id}/games` and `/games/{number}`.

use axum::extract::{Path, State};
use grandline_agents::{Preset, Score};
use grandline_arena::store::Excerpt;
use grandline_arena::{Agent, Played, SearchSummary, Tournament};
use grandline_games::{AnyPosition, Side};
use grandline_search::Scale;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{find, find_readable};
use crate::api::extract::{Asked, OfTournament};
use crate::error::{Answer, ApiError, answer, check_range};
use crate::state::Shared;
use crate::view::{Both, merged, stored_score};

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
    OfTournament(key): OfTournament,
    Asked(Which { from, most, agent, opponent }): Asked<Which>,
) -> Answer {
    let most = most.unwrap_or(USUAL);
    check_range("most", most, 1..=MOST)?;
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

pub(crate) async fn game(
    State(app): State<Shared>,
    OfTournament(key): OfTournament,
    Path((_, number)): Path<(String, String)>,
) -> Answer {
    let unknown = || ApiError::not_found("a game of that number does not exist in this tournament");
    let number: u64 = number.parse().map_err(|_| unknown())?;
    let told = app.archive.ask(move |store| {
        let (entry, tournament) = find_readable(store, key)?;
        let game = store.game(key, number)?.ok_or_else(unknown)?;
        let told = listed(&game);
        let outcome =
            json!({ "winner": told["winner"], "margin": game.margin, "reason": game.reason, "by": game.ending });
        let more = json!({
            "tournament": { "id": key.0, "name": entry.entered.name },
            "game": tournament.game,
            "title": tournament.game.title(),
            "setup": game.opening.setup,
            "plies": plies(&tournament, &game)?,
            "outcome": outcome,
            "evidence": game.evidence,
        });
        Ok(merged(told, &more))
    });
    answer(told.await?)
}

/// Every move from the start, with its score on the scale that all games share.
fn plies(tournament: &Tournament, game: &Played) -> Result<Vec<Value>, ApiError> {
    let damaged = || ApiError::failure("this game cannot be replayed; another version may have stored it");
    let mut position = tournament.game.set_up(&game.opening.setup).map_err(|_| damaged())?;
    let mut plies = Vec::new();
    for text in &game.opening.moves {
        plies.push(json!({ "move": text, "player": position.to_move().name(), "by": "setup" }));
        position.play_text(text).map_err(|_| damaged())?;
    }
    let presets = game.players.each_ref().map(|name| preset(tournament, name));
    for ply in &game.plies {
        let mover = position.to_move();
        let mut told = json!({
            "move": ply.mv,
            "player": mover.name(),
            "by": "agent",
            "time_ms": ply.micros as f64 / 1000.0,
            "depth": ply.search.depth,
            "nodes": ply.search.nodes,
        });
        if let Some(score) = score(presets[mover.index()].as_ref(), &position, &ply.search) {
            told = merged(told, &score);
        }
        plies.push(told);
        position.play_text(&ply.mv).map_err(|_| damaged())?;
    }
    Ok(plies)
}

/// The preset of a player, which says how its values are to be read; those of external engines are not known.
fn preset(tournament: &Tournament, name: &str) -> Option<Preset> {
    let spec = tournament.agents.iter().find(|spec| spec.name == name)?;
    match Agent::preset(tournament.game, &spec.agent) {
        Ok(Agent::Preset(preset)) => Some(*preset),
        _ => None,
    }
}

/// The score of a move; `None` where no search stands behind it.
fn score(preset: Option<&Preset>, position: &AnyPosition, search: &SearchSummary) -> Option<Score> {
    let (preset, value) = (preset?, search.value?);
    let scale = preset.scale(position, search.depth.unwrap_or(0));
    let is_founded = search.exact || scale != Scale::Silent;
    is_founded.then(|| stored_score(value, search.exact, position.to_move(), &scale))
}
