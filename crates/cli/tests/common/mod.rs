//! What several tests need: the binary, and what it says.

use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// The command in a folder, without a terminal.
pub(crate) fn grandline(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("grandline"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_remove("COLUMNS");
    // Tables that a test needs are not kept in the user's folder.
    command.env("GRANDLINE_TABLES", folder.join("tables"));
    command
}

/// The command, what it printed, what it said beside that, and how it ended.
pub(crate) fn transcript(folder: &Path, arguments: &[&str]) -> String {
    let output = grandline(folder, arguments).output().expect("the binary");
    let said: String = String::from_utf8_lossy(&output.stderr).lines().map(|line| format!("! {line}\n")).collect();
    let (printed, code) = (String::from_utf8_lossy(&output.stdout), output.status.code().unwrap_or(-1));
    format!("$ grandline {}\n{said}{printed}-> {code}\n", arguments.join(" "))
}
