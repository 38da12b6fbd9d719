//! The subcommands, one file each.

mod accuracy;
mod agents;
mod analyse;
mod bench;
mod compliance;
mod convert;
mod db;
mod experience;
mod games;
mod matches;
mod perft;
mod play;
mod replay;
mod report;
mod serve;
mod show;
mod solve;
mod tables;
mod tournament;
mod train;
mod tune;
mod ugi;
pub(crate) mod verify;
#[cfg(feature = "nats")]
mod worker;

use anyhow::Result;
use clap::Subcommand;

/// What the binary can do; the words are those of the interface description.
#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Agents(agents::Agents),
    Show(show::Show),
    Analyse(analyse::Analyse),
    Solve(solve::Solve),
    Tables(tables::Tables),
    Play(play::Play),
    Match(Box<matches::Match>),
    Tournament(Box<tournament::Tournament>),
    Tune(Box<tune::Tune>),
    Accuracy(Box<accuracy::Accuracy>),
    Experience(experience::Experience),
    Train(Box<train::Train>),
    Replay(replay::Replay),
    Convert(convert::Convert),
    Report(report::Report),
    Verify(verify::Verify),
    Db(db::Db),
    #[cfg(feature = "nats")]
    Worker(worker::Worker),
    Perft(perft::Perft),
    Serve(serve::Serve),
    Ugi(ugi::Ugi),
    Compliance(compliance::Compliance),
    Bench(bench::Bench),
}

impl Command {
    /// Runs the subcommand to its end.
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Command::Games(command) => command.run(),
            Command::Agents(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Analyse(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Tables(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Accuracy(command) => command.run(),
            Command::Experience(command) => command.run(),
            Command::Train(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Db(command) => command.run(),
            #[cfg(feature = "nats")]
            Command::Worker(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Serve(command) => command.run(),
            Command::Ugi(command) => command.run(),
            Command::Compliance(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
