//! The tables that all agents of a process ask.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::build::build;
use super::error::TableError;
use super::rules::Tabled;
use super::tables::{RESIDENT, Tables};

static FOLDER: RwLock<Option<PathBuf>> = RwLock::new(None);
static LISTENER: OnceLock<fn(&TableError)> = OnceLock::new();

/// Says where the tables of this process are, before it first needs them: tables that are open stay. Without a folder small
/// tables are built in memory.
pub fn set_folder(folder: PathBuf) {
    *FOLDER.write().unwrap_or_else(PoisonError::into_inner) = Some(folder);
}

/// Says who is told of files that are refused when the tables of this process are opened: agents play without them.
pub fn on_refusal(listener: fn(&TableError)) {
    let _ = LISTENER.set(listener);
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

/// The tables of this process if they were asked for before.
pub(crate) fn opened<V: Tabled>() -> Option<&'static Arc<Tables<V>>> {
    V::shared().get()
}

/// The tables of this process. When they are first asked for, those of up to four pieces that are missing are built, which
/// takes some seconds, and kept in the folder if it can be written.
pub fn shared<V: Tabled>() -> &'static Arc<Tables<V>> {
    V::shared().get_or_init(|| {
        let folder = FOLDER.read().unwrap_or_else(PoisonError::into_inner).clone();
        let tables = open(folder.as_deref());
        if let Some(listener) = LISTENER.get() {
            tables.problems().iter().for_each(listener);
        }
        Arc::new(tables)
    })
}

fn open<V: Tabled>(folder: Option<&Path>) -> Tables<V> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(folder) = folder {
        let tables = Tables::open(folder);
        // A file that is refused is not replaced without being asked.
        if tables.pieces() >= RESIDENT || !tables.problems().is_empty() {
            return tables;
        }
        if build::<V>(folder, RESIDENT, threads, &AtomicBool::new(false), |_| {}).is_ok() {
            return Tables::open(folder);
        }
    }
    Tables::in_memory(RESIDENT, threads).unwrap_or_else(|error| unreachable!("four pieces are known to fit: {error}"))
}
