//! What CI and people run: `cargo xtask test` and `cargo xtask bench`.

mod bench;
mod machine;
mod test;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Checks and measurements of the whole workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// The two tasks.
#[derive(Subcommand)]
enum Task {
    /// Run every check: format, lints, tests, doc tests; installs what they need
    Test,
    /// Count instructions of the hot loops under valgrind, and compare with peers
    Bench,
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Test => test::run(),
        Task::Bench => bench::run(),
    }
}
