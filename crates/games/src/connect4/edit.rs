//! Connect 4 arranged by hand: discs fall into columns and are taken off their tops.

use super::text::{check_discs, read_columns};
use super::{COLUMNS, Connect4, ROWS, cell, column_mask, has_line, picture};
use crate::edit::{Editor, Tool};
use crate::game::{Game, Side};
use crate::notation::{Notation, PositionError};

pub(super) const EDITOR: Editor<Connect4> = Editor {
    tools,
    erases: true,
    turn: None,
    cleared: || Connect4::start(0),
    read,
    write: Connect4::to_aiarena,
    check,
    put,
};

fn tools() -> Vec<Tool> {
    let tool = |player| Tool::new(player_code(player), Connect4::side_name(player), picture::disc(Some(player)));
    Side::BOTH.map(tool).into()
}

const fn player_code(player: Side) -> &'static str {
    player.name()
}

fn read(text: &str) -> Result<Connect4, PositionError> {
    if !text.contains('/') {
        return text.parse();
    }
    read_columns(text).map(|(discs, _)| assembled(discs))
}

/// The position with these discs; whose turn it is follows from their number.
pub(super) fn assembled(discs: [u64; 2]) -> Connect4 {
    let filled = discs[0] | discs[1];
    let plies = filled.count_ones() as u8;
    let to_move = Side::from_parity(usize::from(plies));
    Connect4 { own: discs[to_move.index()], filled, plies, won: has_line(discs[(!to_move).index()]) }
}

fn check(position: &Connect4) -> Result<(), PositionError> {
    let [first, second] = Side::BOTH.map(|player| position.discs(player).count_ones());
    if first != second && first != second + 1 {
        let [red, yellow] = Connect4::PLAYERS;
        return Err(PositionError::Impossible(format!(
            "{red} has {first} discs and {yellow} {second}; {red} starts and the players take turns"
        )));
    }
    check_discs(position)
}

fn put(position: &mut Connect4, place: &str, tool: &str) -> Result<(), String> {
    let number = place.parse::<u8>().ok().filter(|number| (1..=COLUMNS).contains(number));
    let column = number.ok_or_else(|| format!("column {place} does not exist"))? - 1;
    let height = (position.filled & column_mask(column)).count_ones() as u8;
    let mut discs = Side::BOTH.map(|player| position.discs(player));
    match Side::BOTH.into_iter().find(|&player| player_code(player) == tool) {
        Some(_) if height == ROWS => return Err(format!("column {place} is full")),
        Some(player) => discs[player.index()] |= cell(column, height),
        None if height == 0 => return Err(format!("column {place} is empty")),
        None => discs = discs.map(|set| set & !cell(column, height - 1)),
    }
    *position = assembled(discs);
    Ok(())
}
