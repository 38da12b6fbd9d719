//! Matches and tournaments: the arena with Python agents among its contestants.
//!
//! - `entrant`: who takes part, by name or as an object
//! - `guest`: a Python agent as the arena sees it
//! - `host`: the thread that called us, in which all Python agents think
//! - `clock`: what an agent is told about its time
//! - `results`: what came of it
//!
//! Games are played in threads of the arena, but Python code runs only in the thread that asked for the match: Ctrl-C then
//! reaches an agent's code as it always does, debuggers and prints work, and no time is lost, since Python runs one thread
//! at a time anyway.

mod clock;
mod entrant;
mod guest;
mod host;
mod results;

use grandline_arena::allowance::{Allowance, TimeControl};
use grandline_arena::openings::OpeningSource;
use grandline_arena::statistics::SprtTerms;
use grandline_arena::tournament::Format;
use grandline_arena::{Adjudication, ClockKind, Tournament};
use pyo3::prelude::*;

use crate::arguments::TimeArgument;
use crate::error::wrong;
use crate::game::GameArgument;

pub(crate) use clock::{Clock, Spending};
pub(crate) use results::Results;

/// Plays a tournament; `grandline.match` and `grandline.tournament` are made of it. Agents come with their names.
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
    let limits = Allowance {
        tc: tc.map(|text| text.parse::<TimeControl>().map_err(wrong)).transpose()?,
        movetime: time.map(|time| time.resolve()).transpose()?,
        nodes,
        depth,
        clock: clock.parse::<ClockKind>().map_err(wrong)?,
        ..Allowance::default()
    };
    let (entrants, guests) = entrant::invite(agents)?;
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
        agents: entrants,
    };
    host::host(py, tournament, guests, concurrency)
}

fn format(text: &str) -> PyResult<Format> {
    match text {
        "round-robin" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet),
        "swiss" => Ok(Format::Swiss),
        "knockout" => Ok(Format::Knockout),
        _ => Err(wrong(format!("'{text}' is not a format: round-robin, gauntlet, swiss and knockout are"))),
    }
}
