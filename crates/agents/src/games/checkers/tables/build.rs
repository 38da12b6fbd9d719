//! Builds the tables of a folder, slice after slice. A slice that is there and whole is kept, so a build that was stopped
//! or killed resumes where it was.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::error::TableError;
use super::file::{self, SliceFile};
use super::index::Index;
use super::lower::Lower;
use super::material::Material;
use super::retrograde::{Unsolved, Work, solve};
use super::rules::Tabled;

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The slice that was finished, together with the one with the sides exchanged.
    pub material: Material,
    /// Whether it was there already.
    pub kept: bool,
    /// Positions of all slices finished so far.
    pub done: u64,
    /// Positions of all slices to build.
    pub positions: u64,
}

/// How many positions the tables of up to `pieces` pieces have.
pub fn positions(pieces: u8) -> u64 {
    (2..=pieces).flat_map(Material::all).map(|material| Index::new(material).size()).sum()
}

/// Builds the tables of up to `pieces` pieces of a variant in a folder, which is made if it does not exist.
pub fn build<V: Tabled>(
    folder: &Path,
    pieces: u8,
    threads: usize,
    stop: &AtomicBool,
    mut report: impl FnMut(&Progress),
) -> Result<(), TableError> {
    std::fs::create_dir_all(folder).map_err(TableError::file(folder))?;
    let mut builder = Builder { lower: Lower::<V>::new(), threads, stop };
    let mut done = 0;
    let positions = positions(pieces);
    for count in 2..=pieces {
        for material in Material::pairs(count) {
            let kept = builder.load(folder, material)?;
            if !kept {
                builder.load_conversions(folder, material)?;
                for (material, codes) in builder.solve(material)? {
                    file::write::<V>(folder, material, &codes, threads)?;
                    builder.lower.insert(material, codes);
                }
            }
            done += both(material).map(|material| Index::new(material).size()).sum::<u64>();
            report(&Progress { material, kept, done, positions });
            // Slices of the most pieces are large, and few others need them.
            if count == Material::MOST {
                Material::all(count).into_iter().for_each(|material| builder.lower.remove(material));
            }
        }
    }
    Ok(())
}

/// The bytes of all slices of up to `pieces` pieces, built in memory.
pub(super) fn in_memory<V: Tabled>(pieces: u8, threads: usize) -> Result<Lower<V>, TableError> {
    let stop = AtomicBool::new(false);
    let mut builder = Builder { lower: Lower::new(), threads, stop: &stop };
    for material in (2..=pieces).flat_map(Material::pairs) {
        for (material, codes) in builder.solve(material)? {
            builder.lower.insert(material, codes);
        }
    }
    Ok(builder.lower)
}

/// A slice, and the one with the sides exchanged if that is another.
fn both(material: Material) -> impl Iterator<Item = Material> {
    let swapped = material.swapped();
    std::iter::once(material).chain((swapped != material).then_some(swapped))
}

struct Builder<'a, V> {
    lower: Lower<V>,
    threads: usize,
    stop: &'a AtomicBool,
}

impl<V: Tabled> Builder<'_, V> {
    fn solve(&self, material: Material) -> Result<Vec<(Material, Vec<u8>)>, TableError> {
        let work = Work { lower: &self.lower, threads: self.threads, stop: self.stop };
        let solved = solve(material, &work).map_err(|unsolved| match unsolved {
            Unsolved::Stopped => TableError::Stopped,
            Unsolved::TooLong => TableError::TooLong(material),
        })?;
        Ok(both(material).zip(solved).collect())
    }

    /// Whether a pair of slices is in the folder and whole; files that are not are to be built again. Slices that others
    /// may need later stay in memory.
    fn load(&mut self, folder: &Path, material: Material) -> Result<bool, TableError> {
        for material in both(material) {
            match SliceFile::open::<V>(folder, material).and_then(|file| file.map(|file| file.read_all()).transpose()) {
                Ok(Some(codes)) => self.lower.insert(material, codes),
                Ok(None) | Err(TableError::Damaged(..)) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Reads the slices that the moves of a pair lead to.
    fn load_conversions(&mut self, folder: &Path, material: Material) -> Result<(), TableError> {
        for needed in both(material).flat_map(Material::conversions) {
            self.lower.read(folder, needed)?;
        }
        Ok(())
    }
}
