//! A soak: tournaments, visitors of the page and faults together for hours. It samples memory, descriptors, threads,
//! processes and databases, and fails if something grows, breaks or stays behind. `cargo xtask soak` builds and starts it.

mod growth;
mod processes;
mod sample;
mod tournaments;
mod vanish;
mod visitors;
mod world;

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;
use grandline_server::client::Client;
use rustix::process::Signal;

use crate::sample::Sample;
use crate::visitors::{OFFERED, Visitor};
use crate::world::{Running, World};

/// The database of the page.
const PAGE: &str = "page.db";
const DATABASES: [&str; 3] = [PAGE, tournaments::LONG, tournaments::SHORT];
/// The samples of a soak, unless they would come too fast.
const SAMPLES: u32 = 180;
const FASTEST: Duration = Duration::from_secs(2);
/// How long a process may take to end when it is asked to.
const PATIENCE: Duration = Duration::from_secs(120);

/// Tournaments, visitors and faults together.
#[derive(Parser)]
struct Arguments {
    /// How long
    #[arg(long)]
    hours: f64,
    /// The program
    #[arg(long)]
    binary: PathBuf,
    /// Where databases and logs go; emptied first
    #[arg(long)]
    folder: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { hours, binary, folder } = Arguments::parse();
    let length = Duration::try_from_secs_f64(hours * 3600.0).context("--hours must be a positive number")?;
    let world = World::new(&binary, &folder, length)?;
    let (mut page, address) = start_page(&world)?;
    let mut long = tournaments::start_long(&world)?;
    let samples = soak(&world, page.0.id(), long.0.id(), address);
    for (name, process) in [("the page", &mut page), ("the long tournament", &mut long)] {
        end(&world, name, process)?;
    }
    tournaments::verify(&world, tournaments::LONG, None)?;
    tournaments::verify(&world, PAGE, None)?;
    report(&world, &samples)
}

/// Prints a line at once: a soak may be looked at while it runs.
fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// Starts the page, and returns where it is.
fn start_page(world: &World) -> Result<(Running, SocketAddr)> {
    let agent = format!("connect4:{OFFERED}={}", world.engine());
    let arguments = ["serve", "--port", "0", "--db", PAGE, "--agent", &agent, "--sandbox-engines"];
    let child =
        world.command(&arguments, "page.log")?.stdout(Stdio::piped()).spawn().context("cannot start grandline")?;
    let mut page = Running(child);
    let mut line = String::new();
    BufReader::new(page.0.stdout.take().context("no output")?).read_line(&mut line)?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let address =
        address.trim().parse().with_context(|| format!("the page does not say where it is: {line}; see page.log"))?;
    Ok((page, address))
}

/// Lets everything happen until the time is over, and takes samples.
fn soak(world: &World, page: u32, long: u32, address: SocketAddr) -> Vec<Sample> {
    let client = Client::new(address);
    let files = DATABASES.map(|name| world.file(name));
    let mut samples = Vec::new();
    say(&Sample::head(&DATABASES));
    thread::scope(|scope| {
        scope.spawn(|| tournaments::kill_engines(world, &[page, long]));
        scope.spawn(|| tournaments::kill_tournaments(world));
        scope.spawn(|| vanish::vanish(world, address));
        let visitor = |number| Visitor::new(world, &client, number);
        for number in 0..4 {
            let player = visitor(number);
            scope.spawn(|| player.live("games on the page", Visitor::play));
        }
        let (first, second, looker, organiser) = (visitor(4), visitor(5), visitor(6), visitor(7));
        scope.spawn(|| first.live("analyses", Visitor::analyse));
        scope.spawn(|| second.live("analyses", Visitor::analyse));
        scope.spawn(|| looker.live("looks at the page", Visitor::look));
        scope.spawn(|| organiser.live("tournaments on the page", Visitor::organise));
        while !world.is_over() {
            world.pause((world.length() / SAMPLES).max(FASTEST));
            match Sample::take(world.elapsed(), page, long, &files) {
                Some(sample) => {
                    say(&sample.line());
                    samples.push(sample);
                }
                None => world.problem("the page or the long tournament has ended"),
            }
        }
    });
    samples
}

/// Asks a process to end, as Ctrl-C does, and waits for it and everything it started.
fn end(world: &World, name: &str, process: &mut Running) -> Result<()> {
    let children = processes::below(process.0.id());
    processes::send(process.0.id(), Signal::INT);
    let start = Instant::now();
    while process.0.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            world.problem(&format!("{name} does not end when it is asked to"));
            return Ok(());
        }
        thread::sleep(Duration::from_millis(50));
    }
    let left = processes::outlive(&children, &world.file("engine/engine.py").display().to_string(), PATIENCE);
    if !left.is_empty() {
        world.problem(&format!("engines outlive {name}: {left:?}"));
    }
    Ok(())
}

/// Says what happened and what grows, and fails if anything does that must not.
fn report(world: &World, samples: &[Sample]) -> Result<()> {
    say("");
    for (what, count) in world.counts() {
        say(&format!("{count:>9} {what}"));
    }
    let problems = world.problems();
    problems.iter().for_each(|problem| say(&format!("problem {problem}")));
    if sample::is_short(world.length()) {
        say("shorter than 40 minutes: what the page keeps for ten minutes may still look like growth");
    }
    let found = sample::judge(samples, world.length(), &DATABASES);
    for (words, is_kept) in &found {
        say(&format!("{} {words}", if *is_kept { "     ok" } else { " GROWS " }));
    }
    let growing = found.iter().filter(|(_, is_kept)| !is_kept).count();
    if growing > 0 || !problems.is_empty() {
        bail!("{growing} measures grow, {} problems", world.counts().get("problems").unwrap_or(&0));
    }
    say("nothing grows");
    Ok(())
}
