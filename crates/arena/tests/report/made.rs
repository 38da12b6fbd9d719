//! Games and tournaments for tests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::{Catalogue, Family};
use grandline_arena::contest::{Terms, play};
use grandline_arena::report::Summary;
use grandline_arena::store::{Entry, Memory, NewEntry, Store};
use grandline_arena::tournament::{Entrant, Tournament};
use grandline_arena::{Ending, InProcess, Opening, Played, Ply, Thought};
use grandline_games::{GameId, Record, Side};
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
    let thought = Thought { depth: Some(3), nodes: Some(nodes), value: Some(value), ..Thought::default() };
    Ply { mv: text.to_owned(), micros, thought }
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
    let [a, b] = [Entrant::new("a"), Entrant::new("b")];
    let agents = agents.iter().map(|&agent| Entrant::new(agent)).collect();
    Tournament { name: name.to_owned(), agents, ..Tournament::between(game, a, b) }
}

/// A store with this tournament and these games.
pub(crate) fn stored(tournament: &Tournament, games: &[Played], verdict: Option<&str>) -> (Memory, Entry) {
    let mut store = Memory::default();
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
pub(crate) fn played<G: Family>(tournament: &Tournament) -> Vec<Played> {
    let stop = Arc::new(AtomicBool::new(false));
    let terms = Terms { allowance: &tournament.limits, adjudication: &tournament.adjudicate, stop: &stop };
    let preset = |entrant: &Entrant| Catalogue::of(tournament.game).agent(&entrant.agent).expect("a preset");
    let mut games = Vec::new();
    for (index, a) in tournament.agents.iter().enumerate() {
        for pairing in tournament.agents[index + 1..].iter().flat_map(|b| [[a, b], [b, a]]) {
            let number = games.len() as u64;
            let [mut first, mut second] = pairing.map(|entrant| InProcess::<G>::new(preset(entrant)));
            let record = Record::new(G::start(0));
            let contest = play(record, [&mut first, &mut second], number, terms, &mut |_| {}).expect("nobody stops it");
            let still = |ply: Ply| Ply { micros: 0, ..ply };
            games.push(Played {
                plies: contest.plies.into_iter().map(still).collect(),
                winner: contest.margin.winner(),
                margin: contest.margin.0,
                ending: contest.ending,
                reason: contest.reason,
                detail: contest.detail,
                ..game(number, [&pairing[0].name, &pairing[1].name], None)
            });
        }
    }
    games
}
