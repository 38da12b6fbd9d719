//! `GET /tournaments/{id}/history`: how ratings and the sequential test went, game by game.

use axum::extract::State;
use grandline_arena::Tournament;
use grandline_arena::report::Standings;
use grandline_arena::store::{Entry, Store};
use serde_json::{Value, json};

use super::find_readable;
use super::one::names;
use crate::api::extract::OfTournament;
use crate::error::{Answer, ApiError, answer};
use crate::state::Shared;

/// How many points a curve has at most.
const POINTS: u64 = 60;

pub(crate) async fn history(State(app): State<Shared>, OfTournament(key): OfTournament) -> Answer {
    let shared = app.clone();
    let told = app.archive.ask(move |store| {
        let (entry, tournament) = find_readable(store, key)?;
        shared.histories.get(entry.key.0, entry.games, || curves(store, &entry, &tournament))
    });
    answer(told.await?.as_ref().clone())
}

/// The ratings of all agents, and the log-likelihood ratio of the test if there is one, after some of the games in order.
fn curves(store: &mut dyn Store, entry: &Entry, tournament: &Tournament) -> Result<Value, ApiError> {
    let total = entry.games.max(1);
    let mut standings = Standings::of(tournament);
    let names = names(tournament);
    let mut games = Vec::new();
    let mut elo: Vec<Vec<Value>> = vec![Vec::new(); names.len()];
    let mut llr = Vec::new();
    let mut bounds = None;
    let mut done = 0;
    store.results(entry.key, &mut |game| {
        standings.add(&game);
        done += 1;
        // The number of points that are due by now grows by one at each point.
        if total > POINTS && done * POINTS / total == (done - 1) * POINTS / total {
            return;
        }
        games.push(done);
        let rows = standings.rows(&standings.ratings());
        let told: Vec<Value> = rows.iter().map(|row| standings.row_json(row, &rows)).collect();
        for (name, curve) in names.iter().zip(&mut elo) {
            let row = told.iter().find(|row| row["name"] == *name && row["unbounded"] != true);
            curve.push(row.map_or(Value::Null, |row| row["elo"].clone()));
        }
        if let Some(state) = standings.sprt() {
            llr.push(state.llr);
            bounds = Some([state.lower, state.upper]);
        }
    })?;
    let agents: Vec<Value> = names.iter().zip(elo).map(|(name, elo)| json!({ "name": name, "elo": elo })).collect();
    Ok(json!({ "games": games, "agents": agents, "llr": bounds.map(|_| llr), "bounds": bounds }))
}
