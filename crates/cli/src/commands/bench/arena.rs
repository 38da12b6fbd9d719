//! What the arena itself costs: a game played and stored, a move of another program, and its confinement.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grandline_arena::external::{CommandLine, Sandbox, SandboxMode, StartError, json};
use grandline_arena::report::words::scaled;
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{AgentSpec, Event, ExternalOptions, Tournament, store};
use grandline_games::GameId;
use rustix::time::ClockId;
use serde_json::json as json_value;

use super::{time_of, with_database};
use crate::output;

/// Random games to play and store.
const GAMES: u64 = 100_000;
/// Games against another program.
const PROGRAM_GAMES: u64 = 500;

/// Processes to start with and without confinement.
const STARTS: usize = 100;

/// Plays random Connect 4 into a database, and against a program whose thinking costs next to nothing: our own UGI
/// engine with the agent `random`. What remains is the arena's.
pub(super) fn print(as_json: bool) -> Result<()> {
    let stored = with_database(|file| play("random", GAMES, &file.display().to_string()))?;
    let program = std::env::current_exe().context("cannot find this program")?;
    let asked = play(&format!("ugi:\"{}\" ugi connect4 --agent random", program.display()), PROGRAM_GAMES, ":memory:")?;

    let by_clock = GAMES as f64 / stored.wall.as_secs_f64();
    let by_processor = GAMES as f64 / stored.processor.as_secs_f64();
    let confinement_ms = confinement();
    let move_ms = asked.wall.as_secs_f64() * 1e3 / asked.moves as f64;
    if as_json {
        return output::json(&json_value!({
            "stored_games_per_s": by_clock.round(),
            "stored_games_per_processor_s": by_processor.round(),
            "program_moves": asked.moves,
            "program_move_ms": move_ms,
            "confinement_ms": confinement_ms,
        }));
    }
    output::line(&format!(
        "{GAMES} random games of Connect 4, one at a time, each in the database when it counts:\n  \
         {} per second of wall time, {} per second of CPU time\n\
         {PROGRAM_GAMES} more against an external engine that moves at once, by UGI:\n  \
         {move_ms:.3} ms per move over its {} moves, its start included",
        scaled(by_clock),
        scaled(by_processor),
        asked.moves,
    ))?;
    match confinement_ms {
        Ok(ms) => output::line(&format!("{ms:.1} ms more to start a process that is confined (median of {STARTS})")),
        Err(reason) => output::line(&format!("processes cannot be confined here: {reason}")),
    }
}

/// How much longer it takes to run a program that does nothing if it is confined, in milliseconds.
fn confinement() -> Result<f64, String> {
    let command: CommandLine = "true".parse().map_err(|error: StartError| error.to_string())?;
    let median = |sandbox: Sandbox| -> Result<f64, StartError> {
        let options = ExternalOptions { sandbox, ..ExternalOptions::default() };
        let mut times = Vec::new();
        // The first one finds out how to confine at all.
        for _ in 0..=STARTS {
            let begin = Instant::now();
            json::check(&command, &options)?;
            times.push(begin.elapsed());
        }
        times.remove(0);
        times.sort();
        Ok(times[times.len() / 2].as_secs_f64() * 1e3)
    };
    let free = Sandbox { mode: SandboxMode::Off, ..Sandbox::default() };
    let confined = Sandbox { mode: SandboxMode::Require, engines: true, ..Sandbox::default() };
    let confined = median(confined).map_err(|error| error.to_string())?;
    Ok(confined - median(free).map_err(|error| error.to_string())?)
}

/// What a match took, and how often B moved.
struct Cost {
    wall: Duration,
    processor: Duration,
    moves: u64,
}

fn play(opponent: &str, games: u64, database: &str) -> Result<Cost> {
    let named = |name: &str, agent: &str| AgentSpec { name: name.to_owned(), ..AgentSpec::new(agent) };
    let between = Tournament::between(GameId::Connect4, named("a", "random"), named("b", opponent));
    let tournament = Tournament { games, ..between };
    let mut store = store::open(database)?;
    let (begin, processor) = (Instant::now(), time_of(ClockId::ProcessCPUTime));
    let (mut b_is_second, mut moves) = (false, 0);
    // Telling of every move costs too; it is left out where the games are counted.
    let options = RunOptions { tells_moves: games == PROGRAM_GAMES, ..RunOptions::default() };
    run(&tournament, store.as_mut(), &options, &mut |event| match event {
        Event::GameStarted { players, .. } => b_is_second = players[1] == "b",
        Event::Move { player, .. } => moves += u64::from((player.index() == 1) == b_is_second),
        _ => {}
    })?;
    Ok(Cost { wall: begin.elapsed(), processor: time_of(ClockId::ProcessCPUTime) - processor, moves })
}
