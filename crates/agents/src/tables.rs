//! Endgame tables behind a game that is not known at compile time: both variants of checkers have some.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use grandline_games::checkers::{Aiarena, Checkers, English};
use grandline_games::{AnyPosition, GameId, ListedGame};
use serde::Serialize;
use thiserror::Error;

use crate::games::checkers::tables::{self as checkers, Tabled, Tables};
pub use crate::games::checkers::tables::{
    Longest, Material, Progress, Summary, TableError, Verified, default_folder, on_refusal, positions, set_folder,
};

/// The games that have tables.
pub const GAMES: [GameId; 2] = [GameId::Checkers, GameId::CheckersAiarena];

/// Runs an expression for the variant of a game, or returns that the game has no tables.
macro_rules! with_variant {
    ($game:expr, $variant:ident => $body:expr) => {
        match $game {
            GameId::Checkers => {
                type $variant = English;
                $body
            }
            GameId::CheckersAiarena => {
                type $variant = Aiarena;
                $body
            }
            other => return Err(ProbeError::NoTables(other).into()),
        }
    };
}

/// Why there is no answer about a position.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// Another game. Field: which.
    #[error("{0} has no endgame tables: {first} and {second} have", first = GAMES[0], second = GAMES[1])]
    NoTables(GameId),
    /// More pieces than any table has. Field: how many.
    #[error("it has {0} pieces: tables have at most {most}", most = Material::MOST)]
    TooManyPieces(u32),
    /// Tables that were not built. Fields: the game, how many pieces it has, of how many there are tables.
    #[error("it has {1} pieces, and tables of up to {2} are built: run 'grandline tables build {0} --pieces {1}'")]
    NotBuilt(GameId, u32, u8),
    /// A file that is refused. Field: which, why, and what to run.
    #[error("{0}")]
    Refused(String),
}

/// Why tables were not built, checked or read.
#[derive(Debug, Error)]
pub enum TablesError {
    /// A game without tables.
    #[error(transparent)]
    Game(#[from] ProbeError),
    /// Something is wrong with a table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What a table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableResult {
    /// `win`, `loss` or `draw` for the side to move.
    pub result: &'static str,
    /// Plies to the goal; `None` for a draw.
    pub distance: Option<u32>,
    /// What the distance leads to.
    pub goal: Goal,
}

/// What the distances of a game's tables lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// The end of the game.
    End,
    /// The next capture that keeps the result, or the end of the game.
    Capture,
}

/// The tables of a folder.
#[derive(Debug)]
pub struct Found {
    /// All slices of up to this many pieces are there; 1 if there are none.
    pub pieces: u8,
    /// Files that are refused.
    pub problems: Vec<TableError>,
}

/// Checks that a game has tables.
pub fn check(game: GameId) -> Result<(), ProbeError> {
    if GAMES.contains(&game) { Ok(()) } else { Err(ProbeError::NoTables(game)) }
}

/// Looks which tables of a game are in a folder.
pub fn find(game: GameId, folder: &Path) -> Result<Found, ProbeError> {
    with_variant!(game, V => {
        let tables = Tables::<V>::open(folder);
        Ok(Found { pieces: tables.pieces(), problems: tables.into_problems() })
    })
}

/// Builds the tables of up to `pieces` pieces of a game in a folder, which is made if it does not exist.
pub fn build(
    game: GameId,
    folder: &Path,
    pieces: u8,
    threads: usize,
    stop: &AtomicBool,
    report: impl FnMut(&Progress),
) -> Result<(), TablesError> {
    with_variant!(game, V => Ok(checkers::build::<V>(folder, pieces, threads, stop, report)?))
}

/// Checks every slice of up to `pieces` pieces in a folder, file by file and byte by byte.
pub fn verify(
    game: GameId,
    folder: &Path,
    pieces: u8,
    threads: usize,
    stop: &AtomicBool,
    report: impl FnMut(&Verified),
) -> Result<(), TablesError> {
    with_variant!(game, V => Ok(checkers::verify::<V>(folder, pieces, threads, stop, report)?))
}

/// Counts the results of a slice in a folder.
pub fn summary(game: GameId, folder: &Path, material: Material) -> Result<Summary, TablesError> {
    with_variant!(game, V => Ok(checkers::summary::<V>(folder, material)?))
}

/// The most plies in a row without a capture or a man's move with which wins of a slice begin; `None` where the tables
/// themselves count what the draw rule counts.
pub fn longest_stretch(
    game: GameId,
    folder: &Path,
    material: Material,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<u8>, TablesError> {
    check(game)?;
    if game != GameId::Checkers {
        return Ok(None);
    }
    Ok(Some(checkers::longest_stretch(folder, material, threads, stop)?))
}

/// What tables of a variant say about a position. They know no past: the counter of the draw rule and repetitions are
/// ignored.
pub fn probe<V: Tabled>(tables: &Tables<V>, position: &AnyPosition) -> Result<TableResult, ProbeError>
where
    Checkers<V>: ListedGame,
{
    let record = position.record::<Checkers<V>>().ok_or(ProbeError::NoTables(position.game()))?;
    let pieces = record.position().piece_count();
    match tables.probe(record.position()).map_err(|error| ProbeError::Refused(error.to_string()))? {
        Some((verdict, distance)) => {
            let goal = if V::TO_THE_END { Goal::End } else { Goal::Capture };
            Ok(TableResult { result: verdict.name(), distance, goal })
        }
        None if pieces > u32::from(Material::MOST) => Err(ProbeError::TooManyPieces(pieces)),
        None => match tables.problems().first() {
            Some(problem) => Err(ProbeError::Refused(problem.to_string())),
            None => Err(ProbeError::NotBuilt(position.game(), pieces, tables.pieces())),
        },
    }
}

/// The pieces of a position of a game with tables.
fn pieces(position: &AnyPosition) -> Result<u32, ProbeError> {
    with_variant!(position.game(), V => {
        let record = position.record::<Checkers<V>>();
        Ok(record.map_or(u32::MAX, |record| record.position().piece_count()))
    })
}

/// What the tables of this process say about a position; they are opened only for one that they may have.
pub fn lookup(position: &AnyPosition) -> Result<TableResult, ProbeError> {
    match pieces(position)? {
        pieces if pieces > u32::from(Material::MOST) => Err(ProbeError::TooManyPieces(pieces)),
        _ => with_variant!(position.game(), V => probe(checkers::shared::<V>(), position)),
    }
}

/// Whether a position has few enough pieces for tables to be worth opening.
pub fn may_have(position: &AnyPosition) -> bool {
    pieces(position).is_ok_and(|pieces| pieces <= u32::from(Material::MOST))
}

/// Opens the tables of this process for a game.
pub fn open(game: GameId) -> Result<(), ProbeError> {
    with_variant!(game, V => {
        checkers::shared::<V>();
        Ok(())
    })
}

/// What the tables of this process say about a position, if they are open already: nothing is read or built for it.
pub(crate) fn glance(position: &AnyPosition) -> Option<TableResult> {
    fn opened(position: &AnyPosition) -> Result<Option<TableResult>, ProbeError> {
        with_variant!(position.game(), V => Ok(checkers::opened::<V>().and_then(|tables| probe(tables, position).ok())))
    }
    if may_have(position) { opened(position).ok().flatten() } else { None }
}
