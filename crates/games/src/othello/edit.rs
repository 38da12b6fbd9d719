//! Othello arranged by hand: discs anywhere, but the four squares in the middle are never empty.

use super::board_text::{check_centre, read_sketch};
use super::text::square_name;
use super::{Othello, SQUARES, picture};
use crate::edit::{Editor, Tool};
use crate::game::{Game, Side};
use crate::notation::Notation;

pub(super) const EDITOR: Editor<Othello> = Editor {
    tools,
    erases: true,
    turn: Some(|position, side| {
        let [first, second] = Side::BOTH.map(|player| position.discs(player));
        *position = assembled([first, second], side);
    }),
    cleared: || Othello::start(0),
    read: read_sketch,
    write: ToString::to_string,
    check: check_centre,
    put,
};

fn tools() -> Vec<Tool> {
    Side::BOTH.map(|player| Tool::new(player.name(), Othello::side_name(player), picture::disc(player))).into()
}

fn assembled(discs: [u64; 2], to_move: Side) -> Othello {
    Othello::new(discs[to_move.index()], discs[(!to_move).index()], to_move)
}

fn put(position: &mut Othello, place: &str, tool: &str) -> Result<(), String> {
    let square = (0..SQUARES as u8).find(|&square| square_name(square) == place);
    let bit = 1 << square.ok_or_else(|| format!("{place} is not a square"))?;
    let mut discs = Side::BOTH.map(|player| position.discs(player) & !bit);
    if let Some(player) = Side::BOTH.into_iter().find(|player| player.name() == tool) {
        discs[player.index()] |= bit;
    }
    *position = assembled(discs, position.to_move());
    Ok(())
}
