//! Games and tournaments for tests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_arena::report::Summary;
use grandline_arena::store::{Entry, NewEntry, Sqlite, Store};
use grandline_arena::tournament::{Job, Players, Tournament};
use grandline_arena::{Agent, AgentSpec, Ending, ExternalOptions, Opening, Played, Ply, SearchSummary};
use grandline_games::{GameId, Side};
use serde_json::json;

/// A game of Divercité without moves.
pub(crate) fn game(number: u64, players: [&str; 2], winner: Option<Side>) -> Played {
    Played {
        number,
        round: 0,
        pair: number - number % 2,
        players: players.map(str::to_owned),
        opening: Opening::start(),
        plies: Vec::new(),
        winner,
        margin: 0,
        ending: Ending::Rules,
        reason: "made by hand".to_owned(),
        detail: json!({ "score": [20, 15], "divercites": [2, 1] }),
        evidence: None,
    }
}

/// A move and what it cost.
pub(crate) fn ply(text: &str, micros: u64, nodes: u64, value: f64) -> Ply {
    let search = SearchSummary { depth: Some(3), nodes: Some(nodes), value: Some(value), ..SearchSummary::default() };
    Ply { mv: text.to_owned(), micros, search }
}

/// A game that its first player forfeits.
pub(crate) fn forfeit(number: u64, players: [&str; 2], ending: Ending, evidence: &str) -> Played {
    Played {
        ending,
        margin: -1,
        reason: format!("{} did not behave", players[0]),
        evidence: Some(evidence.to_owned()),
        ..game(number, players, Some(Side::Second))
    }
}

/// A tournament of these agents.
pub(crate) fn tournament(game: GameId, name: &str, agents: &[&str]) -> Tournament {
    let [a, b] = [AgentSpec::new("a"), AgentSpec::new("b")];
    let agents = agents.iter().map(|&agent| AgentSpec::new(agent)).collect();
    Tournament { name: name.to_owned(), agents, ..Tournament::between(game, a, b) }
}

/// A store with this tournament and these games.
pub(crate) fn stored(tournament: &Tournament, games: &[Played], verdict: Option<&str>) -> (Sqlite, Entry) {
    let mut store = Sqlite::in_memory().expect("memory");
    let (name, definition) = (tournament.name.clone(), tournament.to_json());
    let entry = store.create(&NewEntry { name, game: tournament.game, definition, created: Some(951_782_400) });
    let entry = entry.expect("the name is free");
    store.add(entry.key, games).expect("memory takes everything");
    verdict.iter().for_each(|words| store.finish(entry.key, words).expect("it is there"));
    let entry = store.find(&tournament.name).expect("memory").expect("it was entered");
    (store, entry)
}

/// The summary of this tournament and these games.
pub(crate) fn summary(tournament: &Tournament, games: &[Played], verdict: Option<&str>) -> Summary {
    let (mut store, entry) = stored(tournament, games, verdict);
    Summary::gather(&mut store, entry).expect("memory")
}

/// Every agent against every other, one pair from the start each; clocks stand still.
pub(crate) fn played(tournament: &Tournament) -> Vec<Played> {
    let stop = Arc::new(AtomicBool::new(false));
    let options = ExternalOptions::default();
    let agent = |spec: &AgentSpec| Agent::preset(tournament.game, &spec.agent).expect("a preset");
    let agents: Vec<Agent> = tournament.agents.iter().map(agent).collect();
    let mut players = Players::new(&agents, &options);
    let mut games = Vec::new();
    for a in 0..agents.len() {
        for agents in (a + 1..agents.len()).flat_map(|b| [[a, b], [b, a]]) {
            let number = games.len() as u64;
            let pair = number - number % 2;
            let job = Job { number, round: 0, pair, agents, opening: Opening::start() };
            let played = job.play(tournament, &mut players, &stop, &mut |_, _| {}).expect("a game");
            let mut played = played.expect("nobody stops it");
            played.plies.iter_mut().for_each(|ply| ply.micros = 0);
            games.push(played);
        }
    }
    games
}
