//! `cargo xtask soak`: tournaments, visitors and faults together for hours, by `crates/soak`.

use anyhow::Result;

use crate::machine::{ensure_debian, run, target, text};

pub(crate) fn run_for(hours: f64) -> Result<()> {
    ensure_debian(&[("python3", "python3"), ("bwrap", "bubblewrap")])?;
    run("cargo", &["build", "--release", "--locked", "--package", "grandline", "--package", "grandline-soak"])?;
    let built = |name: &str| text(&target().join("release").join(name)).map(str::to_owned);
    let (grandline, folder) = (built("grandline")?, target().join("soak"));
    let arguments = ["--hours", &hours.to_string(), "--binary", &grandline, "--folder", text(&folder)?];
    run(&built("grandline-soak")?, &arguments)
}
