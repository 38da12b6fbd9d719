//! What CI and people run: `cargo xtask test`, `axe`, `bench`, `bench-connect4`, `deny`, `dist`, `drill`, `fuzz`, `miri`, `models`,
//! `pictures`, `python`, `screenshots` and `soak`.

mod axe;
mod bench;
mod connect4;
mod deny;
mod dist;
mod drill;
mod fuzz;
mod machine;
mod metadata;
mod miri;
mod models;
mod pictures;
mod python;
mod soak;
mod test;

use anyhow::Result;
use clap::{Parser, Subcommand};
use fuzz::Plan;

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
    /// Install axe-core, which the tests of the page use
    Axe,
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
    /// Check where dependencies come from, their licences, and which are built in twice
    Deny,
    /// Make the files of a release: a static binary, the wheel with it, sources, SBOM, checksums
    Dist {
        /// Also install and use the wheel and the sources
        #[arg(long = "try")]
        is_tried: bool,
    },
    /// Run a tournament on several workers while workers, broker, database and coordinator are killed; compare its games
    /// with those of one machine
    Drill {
        /// Games of the tournament
        #[arg(long, default_value_t = 20_000)]
        games: u64,
        /// Workers, each with one core
        #[arg(long, default_value_t = 4)]
        workers: usize,
        /// Measure throughput by number of workers, and what broker and database cost, instead
        #[arg(long)]
        scale: bool,
        /// Use the debug build, which is quicker to make; its figures say less
        #[arg(long)]
        debug: bool,
    },
    /// Look for inputs that break something
    Fuzz {
        /// Without libFuzzer: the inputs of the tests, only more of them
        #[arg(long)]
        plain: bool,
        /// How long each target runs
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// How many inputs each target gets at most
        #[arg(long, default_value_t = 10_000_000)]
        inputs: u64,
        /// Only targets with this in their names, such as pdn
        only: Option<String>,
    },
    /// Run unit tests under Miri, which needs a nightly compiler
    Miri,
    /// Try every order of reads and writes for what threads share without locks
    Models,
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
    /// Run tournaments, page visitors and faults together for hours; fail if memory, descriptors or databases grow
    Soak {
        /// How long
        #[arg(long, default_value_t = 1.0)]
        hours: f64,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Axe => axe::install(),
        Task::Test => test::run(),
        Task::Bench => bench::run(),
        Task::BenchConnect4 { positions, empty_board, megabytes } => connect4::bench(positions, empty_board, megabytes),
        Task::Deny => deny::run_checks(),
        Task::Dist { is_tried } => dist::run_all(is_tried),
        Task::Drill { games, workers, scale, debug } => {
            drill::run_it(&drill::Options { games, workers, is_scale: scale, is_debug: debug })
        }
        Task::Fuzz { plain, seconds, inputs, only } => {
            fuzz::run(&Plan { seconds, inputs, is_plain: plain, only: only.as_deref() })
        }
        Task::Miri => miri::run(),
        Task::Models => models::run(),
        Task::Pictures { check } => pictures::pictures(check, false),
        Task::Python => python::python(false),
        Task::Screenshots => pictures::screenshots(),
        Task::Soak { hours } => soak::run_for(hours),
    }
}
