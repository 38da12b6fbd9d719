//! The `grandline` command: one binary, one file per subcommand.

mod agent;
mod commands;
mod database;
mod external;
mod games_file;
mod input;
#[cfg(feature = "nats")]
mod nats;
mod output;
mod run;
mod standings;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use grandline_agents::tables;
use grandline_server::OwnAgentError;

use crate::commands::Command;

/// An allocator without locks that threads share. With that of the C library, a search of low priority that is interrupted
/// inside an allocation can make threads wait that answer requests.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Two-player board games: exact rules, fast, in the terminal.
#[derive(Parser)]
#[command(name = "grandline", version, about, long_about = None, propagate_version = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Something failed and has already been said, line by line; only the exit code is left to set.
#[derive(Debug, thiserror::Error)]
#[error("some of the input was wrong")]
pub(crate) struct AlreadyReported;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    if let Some(folder) = tables::default_folder(|name| std::env::var(name).ok()) {
        tables::set_folder(folder);
        tables::on_refusal(|problem| output::note(&problem.to_string()));
    }
    match arguments.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<AlreadyReported>() => ExitCode::FAILURE,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            // An agent that cannot be offered is a wrong option, though it takes more than its letters to see that.
            if error.is::<OwnAgentError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// Prints help as clap does, and a usage error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let all = Arguments::command();
    // A command with subcommands lists those.
    let asked =
        std::env::args().nth(1).and_then(|name| all.find_subcommand(name)).filter(|asked| asked.has_subcommands());
    let names: Vec<&str> = asked.unwrap_or(&all).get_subcommands().map(clap::Command::get_name).collect();
    let names = names.join(", ");
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        output::complain(&format!("a command is needed: {names}"));
        return ExitCode::from(2);
    }
    let text = error.render().to_string();
    let words = text.trim_start_matches("error: ").split("\n\nUsage:").next().unwrap_or_default();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = [" For more information, try", " tip: to pass"]
        .iter()
        .fold(line.as_str(), |line, noise| line.split(noise).next().unwrap_or_default());
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => format!("the commands are {names}"),
        _ => "try --help".to_owned(),
    };
    output::complain(&format!("{line} ({hint})"));
    ExitCode::from(2)
}
