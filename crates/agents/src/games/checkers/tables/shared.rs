//! The tables that all agents of a process ask.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::build::build;
use super::tables::{RESIDENT, Tables};

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says where the tables of this process are, before it first needs them. Without a folder small tables are built in
/// memory.
pub fn set_folder(folder: PathBuf) {
    // The first folder stays: tables may be open already.
    let _ = FOLDER.set(folder);
}

/// Where tables are unless a user says otherwise, given the environment: `GRANDLINE_TABLES`, or a folder in the user's
/// data.
pub fn default_folder(environment: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let named = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(folder) = named("GRANDLINE_TABLES") {
        return Some(folder.into());
    }
    let home = named("HOME").or_else(|| named("USERPROFILE"));
    let data = named("XDG_DATA_HOME").or_else(|| named("LOCALAPPDATA")).map(PathBuf::from);
    let data = data.or_else(|| Some(Path::new(&home?).join(".local/share")))?;
    Some(data.join("grandline").join("tables"))
}

static SHARED: OnceLock<Arc<Tables>> = OnceLock::new();

/// The tables of this process if they were asked for before.
pub(crate) fn opened() -> Option<&'static Arc<Tables>> {
    SHARED.get()
}

/// The tables of this process. When they are first asked for, those of up to four pieces that are missing are built, which
/// takes some seconds, and kept in the folder if it can be written.
pub fn shared() -> &'static Arc<Tables> {
    SHARED.get_or_init(|| Arc::new(open(FOLDER.get().map(PathBuf::as_path))))
}

fn open(folder: Option<&Path>) -> Tables {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(folder) = folder {
        let tables = Tables::open(folder);
        // A file that is refused is not replaced without being asked.
        if tables.pieces() >= RESIDENT || !tables.problems().is_empty() {
            return tables;
        }
        if build(folder, RESIDENT, threads, &AtomicBool::new(false), |_| {}).is_ok() {
            return Tables::open(folder);
        }
    }
    Tables::in_memory(RESIDENT, threads).unwrap_or_else(|error| unreachable!("four pieces are known to fit: {error}"))
}
