//! `grandline-drill`, for `cargo xtask drill`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use grandline_drill::{Measurement, Plan, drill, scale, table};

/// Drills of runs on many machines
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long)]
    binary: PathBuf,
    /// Games of the tournament
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Workers, each with one core
    #[arg(long, default_value_t = 4)]
    workers: usize,
    /// Measure throughput and costs instead
    #[arg(long)]
    scale: bool,
    /// Nodes per move of the longer games of --scale
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
}

fn main() -> Result<()> {
    let Arguments { binary, games, workers, scale: is_scale, nodes } = Arguments::parse();
    let say = |line: &str| {
        let mut output = std::io::stdout().lock();
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    };
    let rows = match is_scale {
        true => scale(&Measurement { binary, games, nodes }, &say)?,
        false => drill(&Plan { binary, games, workers }, &say)?,
    };
    say(table(&rows).trim_end());
    Ok(())
}
