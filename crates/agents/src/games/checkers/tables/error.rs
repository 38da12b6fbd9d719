//! What can be wrong with tables, in words that say what to run.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::material::Material;
use super::rules::Tabled;

/// The command that builds a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    game: &'static str,
    pieces: u8,
}

impl Build {
    pub(super) fn of<V: Tabled>(material: Material) -> Self {
        Build { game: V::NAME, pieces: material.pieces() }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'grandline tables build {} --pieces {}'", self.game, self.pieces)
    }
}

/// Why a table cannot be used or built.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file is of something else. Fields: the file, what it is instead, what builds it.
    #[error("{path} is not a table of this version: {1}; delete it and run {2}", path = .0.display())]
    Foreign(PathBuf, String, Build),
    /// A file is damaged. Fields: the file, how, what builds it.
    #[error("{path} is damaged: {1}; run {2} to build it again", path = .0.display())]
    Damaged(PathBuf, String, Build),
    /// A file or folder cannot be read or written. Fields: which, why.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// A slice is not there. Fields: which, where it should be, what builds it.
    #[error("the table {0} is not in {path}: run {2}", path = .1.display())]
    Missing(Material, PathBuf, Build),
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

    pub(super) fn missing<V: Tabled>(material: Material, folder: &Path) -> Self {
        TableError::Missing(material, folder.to_owned(), Build::of::<V>(material))
    }
}
