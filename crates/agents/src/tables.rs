//! Endgame tables behind a game that is not known at compile time: `checkers` has some.

use grandline_games::checkers::{Checkers, English};
use grandline_games::{AnyPosition, GameId};
use grandline_search::Exact;
use serde::Serialize;
use thiserror::Error;

use crate::games::checkers::tables::opened;
pub use crate::games::checkers::tables::{
    Longest, Material, Progress, Summary, TableError, Tables, Verified, build, default_folder, longest_stretch,
    positions, set_folder, shared, summary, verify,
};

/// The game that has tables.
pub const GAME: GameId = GameId::Checkers;

/// Why there is no answer about a position.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// Another game. Field: which.
    #[error("{0} has no endgame tables: only {GAME} has")]
    NoTables(GameId),
    /// More pieces than any table has. Field: how many.
    #[error("it has {0} pieces: tables have at most {most}", most = Material::MOST)]
    TooManyPieces(u32),
    /// Tables that were not built. Fields: how many pieces it has, of how many there are tables.
    #[error("it has {0} pieces, and tables of up to {1} are built: run 'grandline tables build {GAME} --pieces {0}'")]
    NotBuilt(u32, u8),
    /// A file that is refused. Field: which, why, and what to run.
    #[error("{0}")]
    Refused(String),
}

/// What a table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableResult {
    /// `win`, `loss` or `draw` for the side to move.
    pub result: &'static str,
    /// Plies to the end of the game; `None` for a draw.
    pub distance: Option<u32>,
}

impl From<Exact> for TableResult {
    fn from(exact: Exact) -> Self {
        TableResult { result: exact.verdict.name(), distance: exact.plies }
    }
}

/// Checks that a game has tables.
pub fn check(game: GameId) -> Result<(), ProbeError> {
    if game == GAME { Ok(()) } else { Err(ProbeError::NoTables(game)) }
}

/// What tables say about a position. They know no past: the counter of the draw rule and repetitions are ignored.
pub fn probe(tables: &Tables, position: &AnyPosition) -> Result<TableResult, ProbeError> {
    let record = position.record::<Checkers<English>>().ok_or(ProbeError::NoTables(position.game()))?;
    let pieces = record.position().piece_count();
    match tables.probe(record.position()).map_err(|error| ProbeError::Refused(error.to_string()))? {
        Some(exact) => Ok(exact.into()),
        None if pieces > u32::from(Material::MOST) => Err(ProbeError::TooManyPieces(pieces)),
        None => match tables.problems().first() {
            Some(problem) => Err(ProbeError::Refused(problem.to_string())),
            None => Err(ProbeError::NotBuilt(pieces, tables.pieces())),
        },
    }
}

/// What the tables of this process say about a position; they are opened only for one that they may have.
pub fn lookup(position: &AnyPosition) -> Result<TableResult, ProbeError> {
    let record = position.record::<Checkers<English>>().ok_or(ProbeError::NoTables(position.game()))?;
    match record.position().piece_count() {
        pieces if pieces > u32::from(Material::MOST) => Err(ProbeError::TooManyPieces(pieces)),
        _ => probe(shared(), position),
    }
}

/// Whether a position has few enough pieces for tables to be worth opening.
pub fn may_have(position: &AnyPosition) -> bool {
    let record = position.record::<Checkers<English>>();
    record.is_some_and(|record| record.position().piece_count() <= u32::from(Material::MOST))
}

/// What the tables of this process say about a position, if they are open already: nothing is read or built for it.
pub(crate) fn glance(position: &AnyPosition) -> Option<TableResult> {
    let tables = opened()?;
    may_have(position).then(|| probe(tables, position).ok()).flatten()
}
