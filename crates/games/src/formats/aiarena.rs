//! Position texts of the course's Connect 4 and checkers, one a line.

use super::PlainRecord;
use crate::GameId;
use crate::checkers::{Aiarena, Checkers};
use crate::connect4::Connect4;
use crate::game::Game;
use crate::notation::Notation;

/// The game whose text a line seems to be: checkers has 32 cells before the first slash, Connect 4 seven columns.
pub(super) fn game_of(line: &str) -> Option<GameId> {
    match line.matches('/').count() {
        6 => Some(GameId::Connect4),
        2 if line.find('/') == Some(32) => Some(GameId::CheckersAiarena),
        _ => None,
    }
}

pub(super) fn read_lines(text: &str, game: Option<GameId>) -> Result<Vec<PlainRecord>, String> {
    let mut records = Vec::new();
    for (index, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
        let at = |reason: String| format!("line {}: {reason}", index + 1);
        let game = game.or_else(|| game_of(line)).ok_or_else(|| {
            let checkers = Checkers::<Aiarena>::start(0);
            at(format!(
                "'{line}' is neither a text of Connect 4, like '////// w', nor one of checkers, like '{checkers}'"
            ))
        })?;
        let setup = with_game!(game, G => G::set_up(line).map(|start| start.to_string()));
        records.push(PlainRecord { setup: setup.map_err(|error| at(error.to_string()))?, ..PlainRecord::new(game) });
    }
    Ok(records)
}

/// The last position of a record.
pub(super) fn write_line(record: &PlainRecord) -> Result<String, String> {
    match record.game {
        GameId::Connect4 => Ok(record.to_record::<Connect4>()?.position().to_aiarena()),
        GameId::CheckersAiarena => Ok(record.to_record::<Checkers<Aiarena>>()?.position().to_string()),
        other => Err(format!("it is a game of {other}, and these texts are of connect4 and checkers/aiarena")),
    }
}
