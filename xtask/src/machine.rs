//! Running programs, and installing those that are missing on a fresh Debian machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The folder of the workspace; programs run there unless told otherwise.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// The folder for what is built.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The `grandline` binary of the tests. Building it alone selects other features than building it with the tests does, so a
/// binary that the tests have built is used as it is.
pub(crate) fn binary(is_built: bool) -> Result<String> {
    if !is_built {
        run("cargo", &["build", "--quiet", "--locked", "--package", "grandline"])?;
    }
    Ok(text(&target().join("debug/grandline"))?.to_owned())
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> Result<&str> {
    path.to_str().context("a path that is not text")
}

/// Runs a program and fails with its name if it fails.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<()> {
    run_with(program, arguments, &[])
}

/// The same with additional environment variables.
pub(crate) fn run_with(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    run_in(root(), program, arguments, environment)
}

/// The same in another folder.
pub(crate) fn run_in(folder: &Path, program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let line = format!("{program} {}", arguments.join(" "));
    say(&format!("$ {line}"));
    let status = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(folder)
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Whether a program can be started.
pub(crate) fn has(program: &str) -> bool {
    has_with(program, &["--version"])
}

/// Whether a program succeeds with these arguments.
pub(crate) fn has_with(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Installs the Debian packages of the programs that are missing.
pub(crate) fn ensure_debian(wanted: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<&str> = wanted.iter().filter(|(program, _)| !has(program)).map(|&(_, package)| package).collect();
    if missing.is_empty() { Ok(()) } else { install_debian(&missing) }
}

/// Installs Debian packages.
pub(crate) fn install_debian(packages: &[&str]) -> Result<()> {
    if !has("apt-get") {
        bail!("missing: {}; install these packages by hand, this machine has no apt-get", packages.join(", "));
    }
    run_with("apt-get", &["update", "-qq"], &[])?;
    let install = ["install", "-y", "-qq", "--no-install-recommends"];
    run_with("apt-get", &[&install[..], packages].concat(), &[("DEBIAN_FRONTEND", "noninteractive")])
}

/// Says what happens next.
pub(crate) fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
