//! The subcommands, one file each.

mod bench;
mod convert;
mod games;
mod perft;
mod replay;
mod show;

use anyhow::Result;
use clap::Subcommand;

/// What the binary can do; the words are those of the interface description.
#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Show(show::Show),
    Replay(replay::Replay),
    Convert(convert::Convert),
    Perft(perft::Perft),
    Bench(bench::Bench),
}

impl Command {
    /// Runs the subcommand to its end.
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Command::Games(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
