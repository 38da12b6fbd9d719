//! Checks that every byte follows from the bytes of the positions after it, and so is right: a slice is then what
//! retrograde analysis defines, whatever program wrote it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Colour};

use super::code::Choice;
use super::error::TableError;
use super::lower::{Lower, Resident};
use super::material::Material;
use super::parallel::for_shares;
use super::rules::Tabled;

/// A slice that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Which.
    pub material: Material,
    /// Its positions.
    pub positions: u64,
}

/// Checks every slice of up to `pieces` pieces of a variant in a folder, file by file and byte by byte.
pub fn verify<V: Tabled>(
    folder: &Path,
    pieces: u8,
    threads: usize,
    stop: &AtomicBool,
    mut report: impl FnMut(&Verified),
) -> Result<(), TableError> {
    let mut lower = Lower::<V>::new();
    for material in (2..=pieces).flat_map(Material::all) {
        let needed = material.conversions().into_iter().chain([material, material.swapped()]);
        for needed in needed {
            lower.read(folder, needed)?;
        }
        let positions = check(material, &lower, threads, stop)?;
        report(&Verified { material, positions });
        // Slices of the most pieces are large.
        if material.pieces() == Material::MOST {
            Material::all(Material::MOST).into_iter().for_each(|large| lower.remove(large));
        }
    }
    Ok(())
}

/// Checks a slice, and returns the number of its positions.
fn check<V: Tabled>(
    material: Material,
    lower: &Lower<V>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<u64, TableError> {
    let Some(slice) = lower.get(material) else { return Ok(0) };
    let size = slice.index.size();
    let wrong: Mutex<Option<Board>> = Mutex::new(None);
    for_shares(size, threads, stop, |range| {
        if let Some(board) = first_wrong(slice, lower, range) {
            *wrong.lock().unwrap_or_else(PoisonError::into_inner) = Some(board);
        }
    });
    if stop.load(Relaxed) {
        return Err(TableError::Stopped);
    }
    match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(board) => {
            let position = Checkers::<V>::from_board(board, Colour::Black);
            Err(TableError::Wrong(material, position.to_string()))
        }
        None => Ok(size),
    }
}

/// A board of a range whose byte does not follow from those after its moves.
fn first_wrong<V: Tabled>(slice: &Resident, lower: &Lower<V>, range: std::ops::Range<u64>) -> Option<Board> {
    let mut wrong = None;
    slice.index.for_each(range, |number, board| {
        let position = Checkers::<V>::from_board(*board, Colour::Black);
        let mut all = Choice::NONE;
        position.moves().for_each(|mv| all.add(lower.by(&position, mv)));
        if all.code() != slice.codes[number as usize] {
            wrong = Some(*board);
        }
    });
    wrong
}
