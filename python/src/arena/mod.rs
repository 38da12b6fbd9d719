//! Matches and tournaments with Python agents.
//!
//! - `spec`: the agents, by name or as objects
//! - `player`: a Python agent as a player of the arena
//! - `host`: the calling thread, in which all Python agents run
//! - `clock`: the limits of an agent's move
//! - `results`: the games and everything computed from them
//!
//! Games run in threads of the arena, but Python code runs only in the thread that started the match: Ctrl-C interrupts an
//! agent's code as usual, debuggers and prints work, and no time is lost, because Python runs one thread at a time anyway.

mod clock;
mod host;
mod player;
mod results;
mod spec;

use grandline_arena::openings::OpeningSource;
use grandline_arena::statistics::SprtTerms;
use grandline_arena::tournament::Format;
use grandline_arena::{Adjudication, BaseTime, ClockKind, TimeControl, Tournament};
use pyo3::prelude::*;

use crate::arguments::TimeArgument;
use crate::error::wrong;
use crate::game::GameArgument;

pub(crate) use clock::Clock;
pub(crate) use results::Results;

/// Runs a tournament; `grandline.match` and `grandline.tournament` call it. Each agent comes with its name.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, name = "match", format = "round-robin", games = 2, rounds = None, nodes = None, depth = None,
    time = None, tc = None, clock = "wall", openings = None, seed = 0, sprt = None, max_plies = None, concurrency = 1,
))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn play(
    py: Python<'_>,
    game: GameArgument,
    agents: Vec<(String, Bound<'_, PyAny>)>,
    name: &str,
    format: &str,
    games: u64,
    rounds: Option<u32>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<TimeArgument>,
    tc: Option<String>,
    clock: &str,
    openings: Option<String>,
    seed: u64,
    sprt: Option<String>,
    max_plies: Option<u32>,
    concurrency: usize,
) -> PyResult<Results> {
    let limits = TimeControl {
        tc: tc.map(|text| text.parse::<BaseTime>().map_err(wrong)).transpose()?,
        movetime: time.map(|time| time.resolve()).transpose()?,
        nodes,
        depth,
        clock: clock.parse::<ClockKind>().map_err(wrong)?,
        ..TimeControl::default()
    };
    let (specs, objects) = spec::read(agents)?;
    let tournament = Tournament {
        name: name.to_owned(),
        description: String::new(),
        game: game.resolve()?,
        format: self::format(format)?,
        games,
        rounds,
        openings: openings.map(|text| text.parse::<OpeningSource>().map_err(wrong)).transpose()?,
        seed,
        limits,
        adjudicate: Adjudication { max_plies, ..Adjudication::default() },
        sprt: sprt.map(|text| text.parse::<SprtTerms>().map_err(wrong)).transpose()?,
        agents: specs,
    };
    host::run(py, tournament, objects, concurrency)
}

fn format(text: &str) -> PyResult<Format> {
    let unknown = |_| wrong(format!("'{text}' is not a format: write round-robin, gauntlet, swiss or knockout"));
    serde_json::from_value(text.into()).map_err(unknown)
}
