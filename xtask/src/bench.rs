//! `cargo xtask bench`: figures that other programs on the machine cannot disturb, then ratios against peers.

use anyhow::Result;

use crate::machine::{self, ensure_debian, has, root};

pub(crate) fn run() -> Result<()> {
    ensure_debian(&[("valgrind", "valgrind")])?;
    ensure_runner()?;
    machine::run("cargo", &["bench", "--locked", "--package", "grandline-games", "--bench", "instructions"])?;
    machine::run("cargo", &["run", "--release", "--locked", "--package", "peers"])
}

/// The runner of the instruction counts must have exactly the version of the library in use.
fn ensure_runner() -> Result<()> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock"))?;
    let version = lock
        .split("name = \"gungraun\"\nversion = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default();
    if has("gungraun-runner") {
        return Ok(());
    }
    machine::run("cargo", &["install", "--quiet", "--locked", "gungraun-runner", "--version", version])
}
