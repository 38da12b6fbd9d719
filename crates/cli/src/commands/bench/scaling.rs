//! How much sooner several threads reach the same depth.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use grandline_agents::{Catalogue, build};
use grandline_games::GameId;
use grandline_search::{Limits, WallClock};

use super::search::{champion, middle_game};
use crate::output;

/// Middle games searched for each game.
const POSITIONS: u64 = 20;

/// The games measured, with a depth that takes about a second.
const GAMES: [(GameId, u32, u32); 2] = [(GameId::Divercite, 14, 9), (GameId::Checkers, 16, 19)];

/// Prints the times of one thread and of `threads`, and their ratio.
pub(super) fn print(threads: usize) -> Result<()> {
    let mut rows = vec![
        ["to the same depth", "depth", "1 thread", &format!("{threads} threads"), "ratio"].map(String::from).to_vec(),
    ];
    for (game, plies, depth) in GAMES {
        let [one, all] = times(game, plies, depth, threads)?;
        rows.push(vec![
            format!("{game}, {POSITIONS} positions"),
            depth.to_string(),
            format!("{:.2} s", one.as_secs_f64()),
            format!("{:.2} s", all.as_secs_f64()),
            format!("{:.2}", one.as_secs_f64() / all.as_secs_f64()),
        ]);
    }
    output::table(&rows)
}

fn times(game: GameId, plies: u32, depth: u32, threads: usize) -> Result<[Duration; 2]> {
    let catalogue = Catalogue::of(game);
    let champion = champion(&catalogue)?;
    let mut engines = Vec::new();
    for threads in [1, threads] {
        engines.push(build(&catalogue.agent(&format!("{champion}:depth={depth},threads={threads}"))?, 0));
    }
    let mut spent = [Duration::ZERO; 2];
    for seed in 0..POSITIONS {
        let position = middle_game(game, seed, plies);
        if position.outcome().is_some() {
            continue;
        }
        // They take turns, so that whatever else the machine does slows both alike.
        for (engine, spent) in engines.iter_mut().zip(&mut spent) {
            engine.forget();
            let limits = Limits { depth: Some(depth), clock: Arc::new(WallClock::start()), ..Limits::default() };
            let start = Instant::now();
            engine.search(&position, &limits, &mut |_| {});
            *spent += start.elapsed();
        }
    }
    Ok(spent)
}
