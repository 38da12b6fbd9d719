//! Positions as text: 64 letters and the side to move. A list of moves from the start is read as well.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::board::SIDE;
use super::text::{leading_pass, read_move, square_name};
use super::{CENTRE, Move, Othello, SQUARES};
use crate::game::{Game, Side};
use crate::notation::{MoveError, Notation, PositionError};

/// The letter of a player's discs.
const fn letter(player: Side) -> char {
    match player {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The player whose discs have a letter.
fn player_of(character: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&player| letter(player) == character.to_ascii_uppercase())
}

/// The squares in reading order (`X` is Black, `O` White, `-` empty), a space, and the side to move.
impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..SIDE * SIDE {
            f.write_char(self.owner(square).map_or('-', letter))?;
        }
        write!(f, " {}", letter(self.to_move))
    }
}

/// Reads a board as `Display` writes it, in capitals or not, or a list of moves such as `f5d6c3`.
impl FromStr for Othello {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let is_board = text.starts_with(|first| first == '-' || player_of(first).is_some());
        if is_board { read_board(text) } else { read_moves(text) }
    }
}

fn read_board(text: &str) -> Result<Othello, PositionError> {
    let position = read_sketch(text)?;
    check_centre(&position)?;
    Ok(position)
}

/// The squares in the middle have discs from the start, and discs never leave the board.
pub(super) fn check_centre(position: &Othello) -> Result<(), PositionError> {
    let missing = CENTRE & !(position.own | position.other);
    if missing != 0 {
        let square = square_name(missing.trailing_zeros() as u8);
        let reason = format!("{square} is empty; d4, e4, d5 and e5 have discs from the start");
        return Err(PositionError::Impossible(reason));
    }
    Ok(())
}

/// A board as `Display` writes it, whether the middle is empty or not.
pub(super) fn read_sketch(text: &str) -> Result<Othello, PositionError> {
    let expected = |at: usize, what: &str| Err(PositionError::syntax(text, at, what));
    let mut characters = text.chars();
    let mut discs = [0u64; 2];
    for square in 0..SQUARES {
        match characters.next().map(|character| (character, player_of(character))) {
            Some(('-', _)) => {}
            Some((_, Some(player))) => discs[player.index()] |= 1 << square,
            _ => return expected(square, "'X', 'O' or '-' for each of the 64 squares"),
        }
    }
    if characters.next() != Some(' ') {
        return expected(SQUARES, "a space and the side to move, since 64 squares were read");
    }
    let Some(to_move) = characters.next().and_then(player_of) else {
        return expected(SQUARES + 1, "'X' or 'O', the side to move");
    };
    if characters.next().is_some() {
        return expected(SQUARES + 2, "the end of the text");
    }
    Ok(Othello::new(discs[to_move.index()], discs[(!to_move).index()], to_move))
}

/// Moves from the start, with or without spaces between them. A pass that is forced need not be written.
fn read_moves(text: &str) -> Result<Othello, PositionError> {
    let characters: Vec<char> = text.chars().collect();
    let mut position = Othello::start(0);
    let (mut at, mut number) = (0, 0);
    while let Some(character) = characters.get(at) {
        if character.is_whitespace() {
            at += 1;
            continue;
        }
        let rest = &characters[at..];
        let length = leading_pass(rest).unwrap_or(2).min(rest.len());
        let written = String::from_iter(&rest[..length]);
        let mv = read_move(&written).map_err(|error| misread(text, at, error))?;
        if mv != Move::PASS && position.must_pass() {
            position.play(Move::PASS);
        }
        number += 1;
        position.parse_move(&written).map_err(|error| PositionError::Move { ply: number, error })?;
        position.play(mv);
        at += length;
    }
    Ok(position)
}

/// An error of the syntax of a move, with its place in the whole text.
fn misread(text: &str, begin: usize, error: MoveError) -> PositionError {
    match error {
        MoveError::Syntax { at: 0, .. } if begin == 0 => {
            PositionError::syntax(text, 0, "a move such as f5, or 'X', 'O' or '-' for each of the 64 squares")
        }
        MoveError::Syntax { at, expected, .. } => PositionError::syntax(text, begin + at, expected),
        error => PositionError::Move { ply: 1, error },
    }
}
