//! The paths that a confined program can read: the system's, its interpreter's and its own.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::super::ExternalOptions;
use super::super::command::CommandLine;
use super::bubblewrap::text;
use super::interpreter::Interpreter;

/// The arguments that make paths visible.
pub(super) struct Visible {
    pub(super) words: Vec<String>,
    /// A path of the agent that other users may not read.
    pub(super) unreadable: Option<PathBuf>,
}

/// System folders besides `/usr`; on most systems they are links into it.
const SYSTEM: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// What programs need of `/etc`: how to find libraries, what names of commands mean, the time zone.
const CONFIGURATION: [&str; 3] = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
/// Folders that hold much more than one agent. Of an agent in one of these only its file is visible.
const SHARED: [&str; 9] = ["/", "/etc", "/home", "/mnt", "/opt", "/root", "/srv", "/tmp", "/var/tmp"];
/// Endings of database files.
const DATABASES: [&str; 3] = [".db", ".sqlite", ".sqlite3"];

/// What a command needs to see.
pub(super) fn mounts(
    command: &CommandLine,
    interpreter: Option<&Interpreter>,
    folder: &Path,
    options: &ExternalOptions,
) -> Visible {
    let sandbox = &options.sandbox;
    let own = own_paths(command);
    let unreadable = own.iter().find(|path| !is_readable_for_others(path)).cloned();
    let mut words: Vec<String> = Vec::new();
    let mut add = |more: &[&str]| words.extend(more.iter().copied().map(str::to_owned));
    add(&["--ro-bind", "/usr", "/usr"]);
    for path in SYSTEM {
        match std::fs::read_link(path) {
            Ok(target) => add(&["--symlink", &text(&target), path]),
            Err(_) => add(&["--ro-bind-try", path, path]),
        }
    }
    CONFIGURATION.iter().for_each(|path| add(&["--ro-bind-try", path, path]));
    add(&["--proc", "/proc", "--dev", "/dev"]);
    let size = sandbox.file_size.to_string();
    for path in ["/tmp", "/dev/shm"] {
        add(&["--perms", "1777", "--size", &size, "--tmpfs", path]);
    }
    let readable = interpreter.into_iter().flat_map(|interpreter| &interpreter.paths).chain(&sandbox.readable);
    let shown = outermost(readable.chain(&own).map(|path| absolute(path)).collect());
    // Folders that bubblewrap makes on the way to another belong to its user alone; those it is told to make do not.
    for path in ancestors(shown.iter().map(PathBuf::as_path).chain([folder])) {
        add(&["--dir", &text(&path)]);
    }
    for path in &shown {
        add(&["--ro-bind", &text(path), &text(path)]);
    }
    let own_files: Vec<PathBuf> = own_files(command);
    let private = own.iter().flat_map(|folder| private_entries(folder));
    let hidden = sandbox.hidden.iter().map(|path| absolute(path)).chain(private);
    for path in hidden {
        if own_files.contains(&path) || !shown.iter().any(|shown| path.starts_with(shown) && path != *shown) {
            continue;
        }
        match path.symlink_metadata() {
            Ok(found) if found.is_dir() => add(&["--tmpfs", &text(&path), "--remount-ro", &text(&path)]),
            Ok(found) if found.is_file() => add(&["--ro-bind", "/dev/null", &text(&path)]),
            // A link leads nowhere that is not visible anyway.
            _ => {}
        }
    }
    add(&["--dir", &text(folder), "--remount-ro", "/dev", "--remount-ro", "/"]);
    Visible { words, unreadable }
}

/// The files that a command names: the agent's, or the engine's program and script.
fn own_files(command: &CommandLine) -> Vec<PathBuf> {
    let files = match command.own_file() {
        Some(file) => vec![PathBuf::from(file)],
        None => command.own_files(),
    };
    files.iter().map(|file| absolute(file)).filter(|file| file.exists()).collect()
}

/// The folders of these files, or only the file in a folder that holds more than one agent.
fn own_paths(command: &CommandLine) -> Vec<PathBuf> {
    let folder_of = |file: PathBuf| match file.parent() {
        Some(folder) if !is_shared(folder) => folder.to_owned(),
        _ => file,
    };
    own_files(command).into_iter().map(folder_of).collect()
}

/// Whether a folder holds much more than an agent: one of the list, or somebody's home.
fn is_shared(folder: &Path) -> bool {
    let listed = |path: &Path| SHARED.iter().any(|shared| path == Path::new(shared));
    listed(folder) || folder.parent() == Some(Path::new("/home"))
}

/// What is private in the folder of an agent: names that begin with a dot, and databases with their logs.
fn private_entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_private = |name: &str| {
        let main = name.trim_end_matches("-wal").trim_end_matches("-shm").trim_end_matches("-journal");
        name.starts_with('.') || DATABASES.iter().any(|ending| main.ends_with(ending))
    };
    entries.filter(|entry| entry.file_name().to_str().is_none_or(is_private)).map(|entry| entry.path()).collect()
}

/// Paths without those that are within others or within the system's.
fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.starts_with("/usr") && !kept.iter().any(|outer| path.starts_with(outer)) {
            kept.push(path);
        }
    }
    kept
}

/// The folders above some paths, the outer ones first, without those that the system has anyway.
fn ancestors<'a>(paths: impl Iterator<Item = &'a Path>) -> BTreeSet<PathBuf> {
    let above = paths.flat_map(|path| path.ancestors().skip(1));
    let is_new = |path: &&Path| !["/usr", "/proc", "/dev"].iter().any(|system| path.starts_with(system));
    above.filter(is_new).filter(|path| path.parent().is_some()).map(Path::to_owned).collect()
}

/// A path from the root.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a user without rights of its own could read a path, once it is there.
fn is_readable_for_others(path: &Path) -> bool {
    let needed = |found: &Metadata| if found.is_dir() { 0o5 } else { 0o4 };
    path.metadata().is_ok_and(|found| found.permissions().mode() & needed(&found) == needed(&found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_within_another_is_shown_once() {
        let paths = ["/a/b/c", "/a/b", "/usr/lib/x", "/a/bc", "/a/b"].map(PathBuf::from).to_vec();
        assert_eq!(outermost(paths), ["/a/b", "/a/bc"].map(PathBuf::from));
    }

    #[test]
    fn homes_are_not_folders_of_agents() {
        assert!(["/", "/tmp", "/home/ada", "/root"].iter().all(|path| is_shared(Path::new(path))));
        assert!(!["/home/ada/agents", "/tmp/x", "/srv/course"].iter().any(|path| is_shared(Path::new(path))));
    }
}
