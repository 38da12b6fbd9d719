//! What several tests need.
#![allow(dead_code, reason = "every test takes what it needs")]

use std::io::Read;

use flate2::read::GzDecoder;
use grandline_agents::{Catalogue, Family, agent, build};
use grandline_games::{GameId, Record};
use grandline_search::{Engine, Limits, Report};

/// Reads a file of vectors.
pub(crate) fn vectors(file: &str) -> serde_json::Value {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("gzipped text");
    serde_json::from_str(&text).expect("JSON")
}

/// The id of a game's type.
pub(crate) fn id_of<G: Family>() -> GameId {
    G::NAME.parse().expect("a game of the registry")
}

/// The engine of a text.
pub(crate) fn engine<G: Family>(specification: &str, seed: u64) -> Box<dyn Engine<G>> {
    let preset = agent(id_of::<G>(), specification).unwrap_or_else(|error| panic!("{error}"));
    build(&preset, seed).unwrap_or_else(|error| panic!("{error}"))
}

/// What an agent thinks of a position.
pub(crate) fn think<G: Family>(specification: &str, record: &Record<G>) -> Report<G> {
    engine::<G>(specification, 0).search(record, &Limits::default(), &mut |_| {})
}

/// The names of all agents of a game.
pub(crate) fn names(game: GameId) -> Vec<String> {
    Catalogue::of(game).list().into_iter().map(|preset| preset.name).collect()
}

/// Changes of an agent that make it quick enough for a debug build.
pub(crate) fn quick(name: &str) -> &'static str {
    match name {
        "mcts-flat" | "mcts" => "simulations=30",
        name if name.starts_with("impel-down") => "simulations=30,depth=2",
        _ => "depth=2",
    }
}
