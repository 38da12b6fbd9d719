//! What the tables say: results by material, and the longest wins.

use std::path::Path;

use grandline_games::checkers::{Checkers, Colour};

use super::code::{Code, DRAW, is_loss};
use super::error::TableError;
use super::file::SliceFile;
use super::index::Index;
use super::material::Material;
use super::rules::Tabled;

/// The longest of some results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end of the game, or to the next capture where the tables count that.
    pub plies: u32,
    /// A position, with Black to move: the first in the order of the tables.
    pub position: String,
}

/// The results of a slice, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which slice.
    pub material: Material,
    /// Its positions.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest win, if there is one.
    pub longest: Option<Longest>,
    /// The size of its file in bytes.
    pub bytes: u64,
}

/// Counts the results of a slice of a variant in a folder.
pub fn summary<V: Tabled>(folder: &Path, material: Material) -> Result<Summary, TableError> {
    let file = SliceFile::open::<V>(folder, material)?;
    let file = file.ok_or_else(|| TableError::missing::<V>(material, folder))?;
    let codes = file.read_all()?;
    let mut counts = [0u64; 256];
    codes.iter().for_each(|&code| counts[usize::from(code)] += 1);
    let sum = |is_counted: fn(Code) -> bool| {
        counts.iter().zip(0..=Code::MAX).filter(|&(_, code)| is_counted(code)).map(|(count, _)| count).sum()
    };
    let is_win = |code: Code| code != DRAW && !is_loss(code);
    let most = (0..=Code::MAX).rev().find(|&code| is_win(code) && counts[usize::from(code)] > 0);
    let longest = most.and_then(|most| {
        let number = codes.iter().position(|&code| code == most)?;
        let board = Index::new(material).board(number as u64);
        let position = Checkers::<V>::from_board(board, Colour::Black).to_string();
        Some(Longest { plies: V::plies(most), position })
    });
    Ok(Summary {
        material,
        positions: codes.len() as u64,
        wins: sum(is_win),
        draws: counts[usize::from(DRAW)],
        losses: sum(is_loss),
        longest,
        bytes: file.length(),
    })
}
