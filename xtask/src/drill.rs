//! `cargo xtask drill`: a tournament on several workers while everything is killed, by `crates/drill`.

use anyhow::Result;

use crate::machine::{ensure_debian, run, target, text};
use crate::test::ensure_postgres;

/// What a drill does.
pub(crate) struct Options {
    pub(crate) games: u64,
    pub(crate) workers: usize,
    pub(crate) is_scale: bool,
    pub(crate) is_debug: bool,
}

pub(crate) fn run_it(options: &Options) -> Result<()> {
    ensure_debian(&[("nats-server", "nats-server")])?;
    ensure_postgres()?;
    let mut build = vec!["build", "--locked", "--package", "grandline", "--package", "grandline-drill"];
    if !options.is_debug {
        build.push("--release");
    }
    run("cargo", &build)?;
    let profile = if options.is_debug { "debug" } else { "release" };
    let built = |name: &str| text(&target().join(profile).join(name)).map(str::to_owned);
    let (binary, games, workers) = (built("grandline")?, options.games.to_string(), options.workers.to_string());
    let mut arguments = vec!["--binary", &binary, "--games", &games, "--workers", &workers];
    if options.is_scale {
        arguments.push("--scale");
    }
    run(&built("grandline-drill")?, &arguments)
}
