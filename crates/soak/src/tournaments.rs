//! Tournaments: a long one whose engines are killed, and short ones that are killed themselves and resumed.

use std::time::Duration;

use anyhow::{Context, Result};
use grandline_games::random::{Random, pick, seeded};
use rustix::process::Signal;

use crate::processes::{below, has_argument, outlive, send};
use crate::world::{Running, World};

/// The database of the long tournament, and that of the short ones.
pub(crate) const LONG: &str = "long.db";
pub(crate) const SHORT: &str = "short.db";
/// How long engines may take to end after their tournament was killed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The definition of a tournament with native agents and the engine.
fn definition(world: &World, name: &str, games: u64, nodes: u64) -> Result<String> {
    let file = format!("{name}.toml");
    let engine = world.engine();
    let text = format!(
        "name = \"{name}\"\ngame = \"connect4\"\ngames = {games}\nseed = 1\nopenings = \"random:3\"\n\
         agents = [\"mcts\", \"greedy\", {{ agent = \"{engine}\", name = \"engine\" }}, {{ agent = \"{engine}\", name = \"twin\" }}]\n\
         limits.nodes = {nodes}\n"
    );
    std::fs::write(world.file(&file), text)?;
    Ok(file)
}

/// Starts or resumes a tournament.
fn start(world: &World, file: &str, database: &str) -> Result<Running> {
    let arguments = ["tournament", file, "--db", database, "--concurrency", "2", "--force", "--sandbox-engines"];
    let child = world.command(&arguments, "tournaments.log")?.spawn().context("cannot start grandline")?;
    Ok(Running(child))
}

/// Starts the tournament that runs as long as the soak.
pub(crate) fn start_long(world: &World) -> Result<Running> {
    let file = definition(world, "long", 1_000_000, 2000)?;
    start(world, &file, LONG)
}

/// Whether a process is one of the engine's: its sandbox, or the engine itself.
fn engines(world: &World, id: u32) -> Vec<u32> {
    let file = world.file("engine/engine.py").display().to_string();
    below(id).into_iter().filter(|&id| has_argument(id, &file)).collect()
}

/// Kills an engine below one of these processes every few seconds.
pub(crate) fn kill_engines(world: &World, hosts: &[u32]) {
    let mut random = seeded(1);
    while !world.is_over() {
        world.pause(Duration::from_millis(3000 + u64::from(pick(&mut random, 4000))));
        let host = hosts[pick(&mut random, hosts.len() as u32) as usize];
        let engines = engines(world, host);
        if let Some(&engine) = engines.get(pick(&mut random, engines.len() as u32) as usize) {
            send(engine, Signal::KILL);
            world.count("engines killed");
        }
    }
}

/// Plays short tournaments one after the other, each killed once or twice, resumed, finished and verified.
pub(crate) fn kill_tournaments(world: &World) {
    let mut random = seeded(2);
    for number in 0.. {
        if world.is_over() {
            return;
        }
        if let Err(error) = one(world, &mut random, number) {
            world.problem(&format!("short tournament {number}: {error:#}"));
            world.pause(Duration::from_secs(1));
        }
    }
}

fn one(world: &World, random: &mut Random, number: u64) -> Result<()> {
    let name = format!("short-{number}");
    let file = definition(world, &name, 20, 200)?;
    for _ in 0..=pick(random, 2) {
        let mut running = start(world, &file, SHORT)?;
        world.pause(Duration::from_millis(500 + u64::from(pick(random, 4000))));
        let engines = engines(world, running.0.id());
        running.0.kill().context("it cannot be killed")?;
        running.0.wait()?;
        world.count("tournaments killed");
        let left = outlive(&engines, &world.file("engine/engine.py").display().to_string(), PATIENCE);
        if !left.is_empty() {
            world.problem(&format!("engines outlive their tournament: {left:?}"));
        }
    }
    let status = start(world, &file, SHORT)?.0.wait()?;
    if !status.success() {
        world.problem(&format!("{name} was not finished after a kill: {status}"));
    }
    world.count("tournaments resumed and finished");
    verify(world, SHORT, Some(&name))
}

/// Checks the results of a database, or of one tournament of it.
pub(crate) fn verify(world: &World, database: &str, tournament: Option<&str>) -> Result<()> {
    let mut arguments = vec!["verify", "--db", database];
    arguments.extend(tournament.iter().flat_map(|name| ["--tournament", name]));
    let status = world.command(&arguments, "verify.log")?.status().context("cannot start grandline")?;
    if !status.success() {
        world.problem(&format!("{} failed ({status}); see verify.log", arguments.join(" ")));
    }
    world.count("verifications");
    Ok(())
}
