//! `cargo xtask bench-connect4`: our Connect 4 solver and BitBully by turns.

use anyhow::{Result, bail};

use crate::machine::{ensure_debian, root, run, target, text};
use crate::python::create;

/// The solver we compare with, from PyPI.
const BITBULLY: &str = "bitbully==0.0.79";
/// Asks both solvers and prints the table.
const SCRIPT: &str = "xtask/src/connect4.py";

pub(crate) fn bench(positions: usize, empty_board: bool, megabytes: usize) -> Result<()> {
    let sets = root().join("../shared/vectors/connect4-sets");
    if !sets.is_dir() {
        bail!("{} does not exist: the six sets of positions are needed, one `moves score` per line", sets.display());
    }
    ensure_debian(&[("python3", "python3")])?;
    let environment = target().join("bitbully");
    if !environment.join("bin/pip").exists() {
        create(text(&environment)?)?;
    }
    let interpreter = environment.join("bin/python");
    let interpreter = text(&interpreter)?;
    run(interpreter, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", BITBULLY])?;
    let example = ["--package", "grandline-agents", "--example", "connect4_solver"];
    run("cargo", &[&["build", "--release", "--quiet", "--locked"], &example[..]].concat())?;
    let solver = target().join("release/examples/connect4_solver");
    let (positions, megabytes) = (positions.to_string(), megabytes.to_string());
    let mut arguments = vec![SCRIPT, text(&solver)?, text(&sets)?, &positions, &megabytes];
    if empty_board {
        arguments.push("--empty-board");
    }
    run(interpreter, &arguments)
}
