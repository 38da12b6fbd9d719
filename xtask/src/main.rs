//! What CI and people run: `cargo xtask test`, `cargo xtask bench`, `cargo xtask python`, `cargo xtask pictures`
//! and `cargo xtask screenshots`.

mod bench;
mod machine;
mod pictures;
mod python;
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

/// What can be done.
#[derive(Subcommand)]
enum Task {
    /// Run every check: format, lints, tests, doc tests; installs what they need
    Test,
    /// Count instructions of the hot loops under valgrind, and compare with peers
    Bench,
    /// Redraw the pictures of README and docs
    Pictures {
        /// Only check whether they are up to date
        #[arg(long)]
        check: bool,
    },
    /// Build the Python package, install it, and run its tests, examples and type checks
    Python,
    /// Retake the screenshots of the page in a browser
    Screenshots,
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Test => test::run(),
        Task::Bench => bench::run(),
        Task::Pictures { check } => pictures::pictures(check, false),
        Task::Python => python::python(false),
        Task::Screenshots => pictures::screenshots(),
    }
}
