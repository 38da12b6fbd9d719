//! `grandline tables`

mod build;
mod probe;
mod show;
mod verify;

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use grandline_agents::tables;
use grandline_games::GameId;
use indicatif::ProgressBar;

use crate::run::style_of;

/// Build, check and ask endgame tables
///
/// Tables have the result of every position of few pieces, and the plies to the end of the game. Agents
/// with knowledge=own use those of the folder GRANDLINE_TABLES; without it, they are in the user's data
/// folder. Those of up to 4 pieces are built when they are first needed.
///
/// Examples:
///   grandline tables build checkers --pieces 5
///   echo "W:WK1,K2:BK32" | grandline tables probe checkers
///   grandline tables show checkers --pieces 4
#[derive(Args)]
#[command(verbatim_doc_comment, arg_required_else_help = false)]
pub(crate) struct Tables {
    #[command(subcommand)]
    command: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(build::Build),
    Verify(verify::Verify),
    Probe(probe::Probe),
    Show(show::Show),
}

impl Tables {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.command {
            Action::Build(command) => command.run(),
            Action::Verify(command) => command.run(),
            Action::Probe(command) => command.run(),
            Action::Show(command) => command.run(),
        }
    }
}

/// The tables that a command is about.
#[derive(Args)]
struct Which {
    /// The game; checkers and checkers/aiarena have tables
    game: GameId,
    /// The folder of the tables [default: grandline/tables in the user's data folder]
    #[arg(long, value_name = "DIR", env = "GRANDLINE_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

impl Which {
    /// The folder, once the game is known to have tables.
    fn folder(&self) -> Result<PathBuf> {
        tables::check(self.game)?;
        let default = || tables::default_folder(|name| std::env::var(name).ok());
        let folder = self.tables.clone().filter(|folder| !folder.as_os_str().is_empty()).or_else(default);
        folder.context("there is no home folder to keep tables in: name one with --tables DIR")
    }
}

/// How many threads work.
#[derive(Args)]
struct Threads {
    /// Threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

impl Threads {
    fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// A bar of positions on a terminal; nothing in a pipe.
fn bar(positions: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = style_of("{bar:32} {human_pos}/{human_len} positions, {elapsed}, {eta} left  {msg}");
    ProgressBar::new(positions).with_style(style)
}
