//! `cargo xtask models`: every order of reads and writes for what threads share without locks, by loom.

use anyhow::Result;

use crate::machine::{run_with, target, text};

pub(crate) fn run() -> Result<()> {
    let folder = target().join("loom");
    let environment = [("RUSTFLAGS", "--cfg loom"), ("CARGO_TARGET_DIR", text(&folder)?)];
    run_with("cargo", &["test", "--locked", "--package", "grandline-search", "--lib", "models"], &environment)
}
