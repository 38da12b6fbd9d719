//! A folder of tables to ask about positions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Colour, Move};
use grandline_search::Verdict;

use super::build::in_memory;
use super::cache::{Cache, CachedFile};
use super::code::{Code, DRAW, LOST};
use super::error::TableError;
use super::file::SliceFile;
use super::index::Index;
use super::lower::Lower;
use super::material::Material;
use super::rules::{Tabled, verdict};

/// Slices of up to this many pieces are held in memory as a whole: 7 MB.
pub(super) const RESIDENT: u8 = 4;
/// The memory for blocks of larger slices: enough for all of five pieces.
const CACHE_BYTES: usize = 256 << 20;

/// Tables of a variant that can be asked about positions, by any number of threads.
#[derive(Debug)]
pub struct Tables<V> {
    folder: Option<PathBuf>,
    small: Lower<V>,
    large: Vec<Option<(Index, Arc<CachedFile>)>>,
    cache: Cache,
    pieces: u8,
    problems: Vec<TableError>,
}

impl<V: Tabled> Tables<V> {
    /// The tables that are in a folder. Files that are refused are left out; [`problems`](Self::problems) has them.
    pub fn open(folder: &Path) -> Self {
        let mut tables = Tables::empty(Some(folder.to_owned()));
        for pieces in 2..=Material::MOST {
            let mut is_complete = true;
            for material in Material::all(pieces) {
                match tables.add(folder, material) {
                    Ok(found) => is_complete &= found,
                    Err(error) => {
                        is_complete = false;
                        tables.problems.push(error);
                    }
                }
            }
            if is_complete && tables.pieces == pieces - 1 {
                tables.pieces = pieces;
            }
        }
        tables
    }

    /// Tables of up to `pieces` pieces, built in memory with this many threads.
    pub fn in_memory(pieces: u8, threads: usize) -> Result<Self, TableError> {
        let small = in_memory(pieces, threads)?;
        Ok(Tables { small, pieces, ..Tables::empty(None) })
    }

    fn empty(folder: Option<PathBuf>) -> Self {
        let large = (0..Material::NUMBERS).map(|_| None).collect();
        Tables { folder, small: Lower::new(), large, cache: Cache::new(CACHE_BYTES), pieces: 1, problems: Vec::new() }
    }

    /// Adds a slice; false if it is not in the folder.
    fn add(&mut self, folder: &Path, material: Material) -> Result<bool, TableError> {
        let Some(file) = SliceFile::open::<V>(folder, material)? else { return Ok(false) };
        if material.pieces() <= RESIDENT {
            self.small.insert(material, file.read_all()?);
        } else {
            self.large[material.number()] = Some((Index::new(material), Arc::new(CachedFile::new(file))));
        }
        Ok(true)
    }

    /// All slices of up to this many pieces are there; 1 if there are none.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Where the files are; `None` for tables in memory.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Files that were refused.
    pub fn problems(&self) -> &[TableError] {
        &self.problems
    }

    /// The same without the tables.
    pub fn into_problems(self) -> Vec<TableError> {
        self.problems
    }

    /// The result of a position for its side to move, and the plies that the tables count to it, unless it is a draw;
    /// `None` if no table has it. The counter of the draw rule is ignored.
    pub fn probe(&self, position: &Checkers<V>) -> Result<Option<(Verdict, Option<u32>)>, TableError> {
        let found = self.code(position)?;
        Ok(found.map(|code| (verdict(code), (code != DRAW).then(|| V::plies(code)))))
    }

    /// The byte of a position, if there is one.
    #[inline]
    pub(super) fn code(&self, position: &Checkers<V>) -> Result<Option<Code>, TableError> {
        if position.piece_count() > u32::from(Material::MOST) {
            return Ok(None);
        }
        match position.colour_to_move() {
            Colour::Black => self.code_of(position.board()),
            Colour::White => self.code_of(&position.board().turned()),
        }
    }

    /// The byte of a board with Black to move.
    fn code_of(&self, board: &Board) -> Result<Option<Code>, TableError> {
        if board.black == 0 {
            return Ok(Some(LOST));
        }
        if board.white == 0 {
            // Any move wins.
            let is_over = Checkers::<V>::from_board(*board, Colour::Black).outcome().is_some();
            return Ok(Some(if is_over { LOST } else { LOST + 1 }));
        }
        let material = Material::of(board);
        if let Some(slice) = self.small.get(material) {
            return Ok(Some(slice.codes[slice.index.rank(board) as usize]));
        }
        match &self.large[material.number()] {
            Some((index, file)) => self.cache.code(file, index.rank(board)).map(Some),
            None => Ok(None),
        }
    }

    /// The legal moves with the byte that each gives the position; `None` if the tables do not have all positions after
    /// them.
    pub(super) fn choices(&self, position: &Checkers<V>) -> Option<Vec<(Move, Code)>> {
        let by = |mv: Move| {
            let after = self.code(&position.child(mv)).ok()??;
            Some((mv, if mv.is_capture() { V::before_capture(after) } else { V::before(after) }))
        };
        position.moves().map(by).collect()
    }
}
