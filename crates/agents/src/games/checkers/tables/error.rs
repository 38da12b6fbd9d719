//! What can be wrong with tables, in words that say what to run.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::material::Material;

/// What builds tables; the number of pieces follows.
const BUILD: &str = "grandline tables build checkers --pieces";

/// Why a table cannot be used or built.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file is of something else. Fields: the file, what it is instead, its pieces.
    #[error("{path} is not a table of this version: {1}; delete it and run '{BUILD} {2}'", path = .0.display())]
    Foreign(PathBuf, String, u8),
    /// A file is damaged. Fields: the file, how, its pieces.
    #[error("{path} is damaged: {1}; run '{BUILD} {2}' to build it again", path = .0.display())]
    Damaged(PathBuf, String, u8),
    /// A file or folder cannot be read or written. Fields: which, why.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// A slice is not there. Fields: which, where it should be.
    #[error("the table {0} is not in {path}: run '{BUILD} {pieces}'", path = .1.display(), pieces = .0.pieces())]
    Missing(Material, PathBuf),
    /// A byte does not follow from those of the positions after it. Fields: the slice, the position.
    #[error("the table {0} is wrong: {1} does not follow from its moves; this is a bug in grandline, please report it")]
    Wrong(Material, String),
    /// A distance does not fit into a byte. Field: the slice.
    #[error("the table {0} has a win of more than 253 plies, which is a bug in grandline, please report it")]
    TooLong(Material),
    /// The work was stopped.
    #[error("stopped; finished tables are kept, and the same command resumes")]
    Stopped,
}

impl TableError {
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |error| TableError::File(path, error)
    }
}
