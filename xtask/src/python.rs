//! `cargo xtask python`: the Python package as a user gets it, built into a wheel, installed and tested.

use anyhow::{Result, bail};

use crate::machine::{binary, ensure_debian, install_debian, root, run, run_in, say, target, text};

/// What the checks need beside the package itself, which needs nothing.
const TOOLS: [&str; 11] = [
    "maturin",
    "pytest",
    "hypothesis",
    "mypy",
    "numpy",
    "pandas",
    "pettingzoo",
    "seahorse==1.1.5",
    // For the notebooks.
    "ipykernel",
    "nbclient",
    "scikit-learn",
];

/// Builds the wheel into an environment of its own and runs tests, examples of docstrings and the type checker.
pub(crate) fn python(is_built: bool) -> Result<()> {
    ensure_debian(&[("python3", "python3"), ("bwrap", "bubblewrap")])?;
    let target = target();
    let environment = target.join("python");
    let program = |name: &str| text(&environment.join("bin").join(name)).map(str::to_owned);
    let interpreter = program("python")?;
    if !environment.join("bin").join("pip").exists() {
        create(text(&environment)?)?;
    }
    run(&interpreter, &[&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], &TOOLS[..]].concat())?;
    let wheels = target.join("wheels");
    // A wheel of an earlier version must not be the one that is tested.
    let _ = std::fs::remove_dir_all(&wheels);
    let folder = text(&wheels)?;
    // The profile of tests and of everything else they build, so that nothing is compiled for Python alone but Python's part.
    let build = ["build", "--manifest-path", "python/Cargo.toml", "--profile", "dev", "--locked", "--out", folder];
    run(&program("maturin")?, &[&build[..], &["--interpreter", &interpreter]].concat())?;
    let wheel = only_file(&wheels)?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps"];
    run(&interpreter, &[&install[..], &[&wheel]].concat())?;
    // From the tests' own folder, so that the installed package is found and not its sources.
    let tests = root().join("python/tests");
    // Agents of other frameworks play through the command line.
    let binary = binary(is_built)?;
    let binary = [("GRANDLINE_BINARY", binary.as_str())];
    run_in(&tests, &interpreter, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider"], &binary)?;
    run_in(&tests, &interpreter, &["-m", "mypy", "--strict", "--package", "grandline"], &[])?;
    run_in(&tests, &interpreter, &["-m", "mypy.stubtest", "grandline"], &[])?;
    run_in(&tests, &interpreter, &["-m", "mypy", "--strict", "."], &[])
}

/// Makes an environment; Debian keeps what is needed for that in a package of its own.
pub(crate) fn create(environment: &str) -> Result<()> {
    if run("python3", &["-m", "venv", environment]).is_err() {
        say("python3 cannot make an environment; trying again with the package python3-venv");
        install_debian(&["python3-venv"])?;
        run("python3", &["-m", "venv", "--clear", environment])?;
    }
    Ok(())
}

/// The one file of a folder.
fn only_file(folder: &std::path::Path) -> Result<String> {
    let mut files = std::fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    match (files.pop(), files.pop()) {
        (Some(file), None) => Ok(text(&file.path())?.to_owned()),
        _ => bail!("{} should hold one wheel", folder.display()),
    }
}
