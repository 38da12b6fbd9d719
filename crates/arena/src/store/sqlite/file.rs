//! The file of a database while it is open: it may be deleted or replaced, and SQLite does not notice.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// A file by its name and by what the system calls it.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    /// Device and number; `None` if the system does not say.
    identity: Option<(u64, u64)>,
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

impl OpenFile {
    /// The file of a path, which has just been opened.
    pub(super) fn new(path: &Path) -> Self {
        // The name is meant from where the program is now.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let identity = path.metadata().ok().as_ref().map(identity);
        OpenFile { path, identity }
    }

    /// Whether the path still names the file that was opened.
    pub(super) fn check(&self, place: &str) -> Result<(), StoreError> {
        let now = self.path.metadata().ok().as_ref().map(identity);
        let gone = match now {
            now if now == self.identity => return Ok(()),
            None => "was deleted",
            Some(_) => "was replaced by another file",
        };
        let reason = format!("the file {gone} while it was in use; games since then are lost, so start again");
        Err(StoreError::Database(place.to_owned(), reason))
    }

    /// The file, and those that SQLite keeps beside it.
    pub(super) fn all(&self) -> Vec<PathBuf> {
        ["", "-wal", "-shm"].map(|end| PathBuf::from(format!("{}{end}", self.path.display()))).to_vec()
    }
}
