//! Checkers arranged by hand: men and kings of both colours on the dark squares.

use super::board::{Board, Colour};
use super::fen::{check, read_sketch};
use super::{Checkers, Variant, picture};
use crate::edit::{Editor, Tool};
use crate::game::Side;

/// Every piece with the code of its tool.
const PIECES: [(&str, Colour, bool); 4] = [
    ("black-man", Colour::Black, false),
    ("black-king", Colour::Black, true),
    ("white-man", Colour::White, false),
    ("white-king", Colour::White, true),
];

pub(super) const fn editor<V: Variant>() -> Editor<Checkers<V>> {
    Editor {
        tools,
        erases: true,
        turn: Some(|position, side| {
            let to_move = Colour::BOTH.into_iter().find(|&colour| Checkers::<V>::side_of(colour) == side);
            *position = Checkers::from_board(position.board, to_move.unwrap_or(position.to_move));
        }),
        cleared: || Checkers::from_board(Board::EMPTY, V::STARTS),
        read: read_sketch,
        write: ToString::to_string,
        check,
        put,
    }
}

fn tools() -> Vec<Tool> {
    let tool = |(code, colour, is_king): (&str, Colour, bool)| {
        let label = format!("{} {}", colour.name(), if is_king { "king" } else { "man" });
        Tool::new(code, label, picture::shapes_of(colour, is_king))
    };
    PIECES.map(tool).into()
}

fn put<V: Variant>(position: &mut Checkers<V>, place: &str, tool: &str) -> Result<(), String> {
    let number = place.parse::<u8>().ok().and_then(|number| number.checked_sub(V::FIRST_NUMBER));
    let bit = 1u32 << number.filter(|&square| square < 32).ok_or_else(|| format!("square {place} does not exist"))?;
    let Board { black, white, kings } = position.board;
    let mut board = Board { black: black & !bit, white: white & !bit, kings: kings & !bit };
    if let Some((_, colour, is_king)) = PIECES.into_iter().find(|&(code, ..)| code == tool) {
        match colour {
            Colour::Black => board.black |= bit,
            Colour::White => board.white |= bit,
        }
        board.kings |= if is_king { bit } else { 0 };
    }
    // A board that was changed has no past.
    *position = Checkers::from_board(board, position.to_move);
    Ok(())
}

impl<V: Variant> Checkers<V> {
    const fn side_of(colour: Colour) -> Side {
        if colour as u8 == V::STARTS as u8 { Side::First } else { Side::Second }
    }
}
