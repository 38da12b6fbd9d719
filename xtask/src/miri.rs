//! `cargo xtask miri`: unit tests under Miri, which finds undefined behaviour and races in what our code calls; our own has
//! no `unsafe`.

use anyhow::{Result, bail};

use crate::machine::{has_with, run_with, target, text};

/// The crates whose unit tests Miri can run: no processes, files or sockets.
const CRATES: [&str; 2] = ["grandline-search", "grandline-games"];

pub(crate) fn run() -> Result<()> {
    if !has_with("rustup", &["run", "nightly", "cargo", "miri", "--version"]) {
        bail!(
            "Miri comes with nightly compilers: rustup toolchain install nightly --component miri --component rust-src"
        );
    }
    let folder = target().join("miri");
    let environment = [("CARGO_TARGET_DIR", text(&folder)?)];
    for package in CRATES {
        let arguments = ["run", "nightly", "cargo", "miri", "test", "--locked", "--lib", "--package", package];
        run_with("rustup", &arguments, &environment)?;
    }
    Ok(())
}
