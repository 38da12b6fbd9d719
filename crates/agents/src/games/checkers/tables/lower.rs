//! Slices in memory, by their material.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Move};

use super::code::{Code, LOST};
use super::error::TableError;
use super::file::SliceFile;
use super::index::Index;
use super::material::Material;
use super::rules::Tabled;

/// The bytes of a slice with its numbering.
#[derive(Debug)]
pub(super) struct Resident {
    pub(super) index: Index,
    pub(super) codes: Vec<Code>,
}

/// Slices of a variant in memory.
#[derive(Clone, Debug)]
pub(super) struct Lower<V> {
    slices: Vec<Option<Arc<Resident>>>,
    variant: PhantomData<V>,
}

impl<V: Tabled> Lower<V> {
    /// None.
    pub(super) fn new() -> Self {
        Lower { slices: vec![None; Material::NUMBERS], variant: PhantomData }
    }

    /// Adds a slice.
    pub(super) fn insert(&mut self, material: Material, codes: Vec<Code>) {
        self.slices[material.number()] = Some(Arc::new(Resident { index: Index::new(material), codes }));
    }

    /// Adds a slice of a folder, if it is not there already.
    pub(super) fn read(&mut self, folder: &Path, material: Material) -> Result<(), TableError> {
        if self.get(material).is_none() {
            let file = SliceFile::open::<V>(folder, material)?;
            let file = file.ok_or_else(|| TableError::missing::<V>(material, folder))?;
            self.insert(material, file.read_all()?);
        }
        Ok(())
    }

    /// Drops a slice.
    pub(super) fn remove(&mut self, material: Material) {
        self.slices[material.number()] = None;
    }

    /// A slice, if it is there.
    #[inline]
    pub(super) fn get(&self, material: Material) -> Option<&Arc<Resident>> {
        self.slices[material.number()].as_ref()
    }

    /// The byte of a board with Black to move whose slice is there.
    #[inline]
    pub(super) fn code(&self, board: &Board) -> Code {
        if board.black == 0 {
            return LOST;
        }
        match self.get(Material::of(board)) {
            Some(slice) => slice.codes[slice.index.rank(board) as usize],
            None => unreachable!("a slice is solved after those that its moves lead to"),
        }
    }

    /// The byte that a move of a position with Black to move gives it.
    #[inline]
    pub(super) fn by(&self, position: &Checkers<V>, mv: Move) -> Code {
        let after = self.code(&position.child(mv).board().turned());
        if mv.is_capture() { V::before_capture(after) } else { V::before(after) }
    }
}
