//! `cargo xtask test`: everything that must hold before a change lands.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::Result;

use crate::machine::{self, ensure_debian, has, install_debian, run_with, say};
use crate::pictures::pictures;
use crate::python::python;
use crate::{axe, deny};

/// Warnings of rustdoc are errors here, as those of clippy are.
const STRICT_DOCS: (&str, &str) = ("RUSTDOCFLAGS", "-D warnings");

/// Installs PostgreSQL, whose programs Debian keeps off the path, unless one of its versions is there.
pub(crate) fn ensure_postgres() -> Result<()> {
    let mut versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if has("postgres") || versions.any(|version| version.path().join("bin/postgres").exists()) {
        return Ok(());
    }
    install_debian(&["postgresql"])
}

fn run_all() -> Result<()> {
    // A C compiler links every Rust program, engines of others are tested in Python and confined by bubblewrap, the page
    // in a real browser, and stores and dispatch with real servers; a fresh machine may lack them all.
    let programs = [
        ("cc", "gcc"),
        ("python3", "python3"),
        ("bwrap", "bubblewrap"),
        ("chromium", "chromium"),
        ("chromedriver", "chromium-driver"),
        ("nats-server", "nats-server"),
        ("faketime", "faketime"),
    ];
    ensure_debian(&programs)?;
    ensure_postgres()?;
    axe::install()?;
    deny::run_checks()?;
    machine::run("cargo", &["fmt", "--all", "--check"])?;
    machine::run("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    run_with("cargo", &["doc", "--workspace", "--no-deps", "--locked"], &[STRICT_DOCS])?;
    // Snapshots are compared, never written. Tests of the page wait for a browser most of their time, so that two can share a
    // core. A failure does not keep later tests from running: one run shows everything that is wrong.
    let threads = (2 * available_parallelism().map_or(1, NonZero::get)).to_string();
    let environment = [("INSTA_UPDATE", "no"), ("RUST_TEST_THREADS", threads.as_str())];
    run_with("cargo", &["test", "--workspace", "--locked", "--no-fail-fast"], &environment)?;
    pictures(true, true)?;
    python(true)
}

pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    run_all()?;
    say(&format!("all checks passed in {:.0} s", start.elapsed().as_secs_f64()));
    Ok(())
}
