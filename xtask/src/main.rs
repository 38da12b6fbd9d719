//! What CI and people run: `cargo xtask test`, `cargo xtask bench`, `cargo xtask bench-connect4`, `cargo xtask
//! python`, `cargo xtask pictures` and `cargo xtask screenshots`.

mod bench;
mod connect4;
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
    /// Compare the Connect 4 solver with BitBully, which is installed for it, and with published figures of Pons' solver
    BenchConnect4 {
        /// Positions of each set
        #[arg(long, default_value_t = 1000)]
        positions: usize,
        /// Also solve the empty board, which takes BitBully minutes
        #[arg(long)]
        empty_board: bool,
        /// Size of our table
        #[arg(long, default_value_t = 64)]
        megabytes: usize,
    },
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
        Task::BenchConnect4 { positions, empty_board, megabytes } => connect4::bench(positions, empty_board, megabytes),
        Task::Pictures { check } => pictures::pictures(check, false),
        Task::Python => python::python(false),
        Task::Screenshots => pictures::screenshots(),
    }
}
