//! `cargo xtask axe`: axe-core from npm, with which the tests of the page check its accessibility.

use anyhow::Result;

use crate::machine::{ensure_debian, run, target, text};

/// The package and its version.
const AXE: &str = "axe-core@4.14.0";

/// Installs it into the folder for what is built, where the tests look for it.
pub(crate) fn install() -> Result<()> {
    let folder = target().join("axe");
    let version = AXE.rsplit('@').next().unwrap_or_default();
    let installed = std::fs::read_to_string(folder.join("node_modules/axe-core/package.json"));
    if installed.is_ok_and(|package| package.contains(&format!("\"version\": \"{version}\""))) {
        return Ok(());
    }
    ensure_debian(&[("npm", "npm")])?;
    std::fs::create_dir_all(&folder)?;
    run("npm", &["install", "--silent", "--no-audit", "--no-fund", "--prefix", text(&folder)?, AXE])
}
