//! What several tests need.
#![allow(dead_code, reason = "every test takes what it needs")]

use std::io::Read;

use flate2::read::GzDecoder;
use grandline_agents::{AnyEngine, Catalogue, agent, build};
use grandline_games::{AnyPosition, GameId, ListedGame, MoveId, Record};
use grandline_search::{Limits, Report};

/// Reads a file of vectors.
pub(crate) fn vectors(file: &str) -> serde_json::Value {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("gzipped text");
    serde_json::from_str(&text).expect("JSON")
}

/// The engine of a text.
pub(crate) fn engine(game: GameId, specification: &str, seed: u64) -> Box<dyn AnyEngine> {
    build(&agent(game, specification).unwrap_or_else(|error| panic!("{error}")), seed)
}

/// Searches a position of the engine's game without watching.
pub(crate) fn search(engine: &mut dyn AnyEngine, position: &AnyPosition, limits: &Limits) -> Report<MoveId> {
    engine.search(position, limits, &mut |_| {}).expect("a position of the engine's game")
}

/// What an agent thinks of a position.
pub(crate) fn think<G: ListedGame>(specification: &str, record: &Record<G>) -> Report<MoveId> {
    let position = AnyPosition::new(record.clone());
    search(&mut *engine(G::ID, specification, 0), &position, &Limits::default())
}

/// The text of the best move of a report.
pub(crate) fn best_text(position: &AnyPosition, report: &Report<MoveId>) -> String {
    report.best().and_then(|mv| position.move_text(mv)).expect("a legal move")
}

/// The names of all agents of a game.
pub(crate) fn names(game: GameId) -> Vec<String> {
    Catalogue::of(game).list().into_iter().map(|preset| preset.name).collect()
}

/// Changes of an agent that make it quick enough for a debug build.
pub(crate) fn quick(name: &str) -> &'static str {
    match name {
        "mcts-flat" | "mcts" | "divercite-champion" => "simulations=30",
        name if name.starts_with("impel-down") => "simulations=30,depth=2",
        _ => "depth=2",
    }
}
