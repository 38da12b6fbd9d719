//! Positions as text: PDN's FEN and the course's 32 letters. Each variant writes one of them and reads both.

use std::fmt;
use std::str::FromStr;

use super::Checkers;
use super::board::{Board, Colour};
use super::variant::{Layout, Variant};
use crate::notation::PositionError;

/// As many pieces as a side begins with.
const MOST_PIECES: u32 = 12;

impl<V: Variant> fmt::Display for Checkers<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match V::LAYOUT {
            Layout::Fen => write_fen(&self.board, self.to_move, self.counter, f),
            Layout::Cells => write_cells(&self.board, self.to_move, self.counter, f),
        }
    }
}

impl<V: Variant> FromStr for Checkers<V> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let position = read_sketch(text)?;
        check(&position)?;
        Ok(position)
    }
}

/// A position as it is written, whether play could lead to it or not.
pub(super) fn read_sketch<V: Variant>(text: &str) -> Result<Checkers<V>, PositionError> {
    let layout = match (text.contains(':'), text.contains('/')) {
        (true, false) => Layout::Fen,
        (false, true) => Layout::Cells,
        _ => V::LAYOUT,
    };
    let SetUp { board, to_move, counter } = match layout {
        Layout::Fen => read_fen(text)?,
        Layout::Cells => read_cells(text)?,
    };
    match u8::try_from(counter) {
        Ok(counter) if counter <= V::DRAW_AFTER => Ok(Checkers::new(board, to_move, counter)),
        _ => Err(PositionError::Impossible(format!(
            "{counter} plies without {}, and the game is drawn after {}",
            V::PROGRESS,
            V::DRAW_AFTER
        ))),
    }
}

/// A position as it was read, not yet known to be possible.
#[derive(Clone, Copy)]
struct SetUp {
    board: Board,
    to_move: Colour,
    counter: u32,
}

/// Whether each side has as many pieces as it can have, and no man where it would be a king.
pub(super) fn check<V: Variant>(position: &Checkers<V>) -> Result<(), PositionError> {
    for colour in Colour::BOTH {
        let name = colour.name();
        let count = position.pieces(colour).count_ones();
        if count > MOST_PIECES {
            let reason = format!("{name} has {count} pieces, and a side begins with {MOST_PIECES}");
            return Err(PositionError::Impossible(reason));
        }
        let uncrowned = position.men(colour) & colour.crowning_row();
        if uncrowned != 0 {
            let square = uncrowned.trailing_zeros() as u8 + V::FIRST_NUMBER;
            let reason = format!("a man of {name} on square {square} would be a king, for it stands on its far row");
            return Err(PositionError::Impossible(reason));
        }
    }
    Ok(())
}

/// Squares in order, White's first; three men or more in a row become a range, the counter is written if it is not zero.
fn write_fen(board: &Board, to_move: Colour, counter: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(initial(to_move))?;
    for colour in [Colour::White, Colour::Black] {
        write!(f, ":{}", initial(colour))?;
        let (pieces, kings) = (board.of(colour), board.kings);
        let is_man = |square: u32| square < 32 && (pieces & !kings) >> square & 1 == 1;
        let (mut square, mut separator) = (0, "");
        while square < 32 {
            if pieces >> square & 1 == 0 {
                square += 1;
                continue;
            }
            let men = (square..32).take_while(|&next| is_man(next)).count() as u32;
            match men {
                0 => write!(f, "{separator}K{}", square + 1)?,
                1 | 2 => write!(f, "{separator}{}", square + 1)?,
                _ => write!(f, "{separator}{}-{}", square + 1, square + men)?,
            }
            square += if men >= 3 { men } else { 1 };
            separator = ",";
        }
    }
    if counter > 0 { write!(f, ":H{counter}") } else { Ok(()) }
}

const fn initial(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn write_cells(board: &Board, to_move: Colour, counter: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for square in 0..32 {
        let has = |set: u32| set >> square & 1 == 1;
        let letter = match (has(board.black), has(board.white), has(board.kings)) {
            (true, _, false) => "m",
            (true, _, true) => "k",
            (_, true, false) => "M",
            (_, true, true) => "K",
            _ => "_",
        };
        f.write_str(letter)?;
    }
    write!(f, "/{}/{counter}", if to_move == Colour::White { "w" } else { "b" })
}

/// A text read character by character; spaces between its parts say nothing.
struct Reader<'text> {
    text: &'text str,
    characters: Vec<char>,
    at: usize,
}

impl<'text> Reader<'text> {
    fn new(text: &'text str) -> Self {
        Reader { text, characters: text.chars().collect(), at: 0 }
    }

    /// The next character that is not a space, made a capital.
    fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|character| character.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).map(char::to_ascii_uppercase)
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> PositionError {
        PositionError::syntax(self.text, self.at, what)
    }

    fn colour(&mut self, what: &str) -> Result<Colour, PositionError> {
        let colour = match self.peek() {
            Some('B') => Colour::Black,
            Some('W') => Colour::White,
            _ => return Err(self.expected(what)),
        };
        self.at += 1;
        Ok(colour)
    }

    /// A number, of which nine digits are enough to be too many.
    fn number(&mut self, what: &str) -> Result<u32, PositionError> {
        if !self.peek().is_some_and(|character| character.is_ascii_digit()) {
            return Err(self.expected(what));
        }
        let mut number: u32 = 0;
        while let Some(digit) = self.characters.get(self.at).and_then(|character| character.to_digit(10)) {
            number = (number * 10 + digit).min(100_000_000);
            self.at += 1;
        }
        Ok(number)
    }

    /// The index of a square written from 1 to 32.
    fn square(&mut self) -> Result<u32, PositionError> {
        let what = "a square from 1 to 32";
        self.peek();
        let begin = self.at;
        match self.number(what)? {
            number @ 1..=32 => Ok(number - 1),
            _ => Err(PositionError::syntax(self.text, begin, what)),
        }
    }

    fn end(&mut self, what: &str) -> Result<(), PositionError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected(what)) }
    }
}

/// `B:W21-32:B1-12`, the colours in either order, `K` before kings, `:H12` for the counter, perhaps a full stop;
/// a move number (`:F3`) is read and forgotten.
fn read_fen(text: &str) -> Result<SetUp, PositionError> {
    let mut reader = Reader::new(text);
    let to_move = reader.colour("'B' or 'W', the side to move")?;
    let mut board = Board::EMPTY;
    let mut seen = [false; 2];
    let mut counter = 0;
    while reader.take(':') {
        match reader.peek() {
            Some('H') => {
                reader.at += 1;
                counter = reader.number("the number of plies without progress")?;
            }
            Some('F') => {
                reader.at += 1;
                reader.number("the number of the move")?;
            }
            _ => {
                let begin = reader.at;
                let colour = reader.colour("'W' or 'B' and its squares, or 'H' and the plies without progress")?;
                if std::mem::replace(&mut seen[colour as usize], true) {
                    return Err(PositionError::syntax(text, begin, "each colour only once"));
                }
                read_squares(&mut reader, &mut board, colour)?;
            }
        }
    }
    for colour in [Colour::White, Colour::Black] {
        if !seen[colour as usize] {
            reader.peek();
            return Err(reader.expected(&format!("':{}' and the squares of {}", initial(colour), colour.name())));
        }
    }
    reader.take('.');
    reader.end("',', ':' or the end of the text")?;
    Ok(SetUp { board, to_move, counter })
}

/// Squares and ranges of squares of one colour, separated by commas; there may be none.
fn read_squares(reader: &mut Reader<'_>, board: &mut Board, colour: Colour) -> Result<(), PositionError> {
    if matches!(reader.peek(), None | Some(':' | '.')) {
        return Ok(());
    }
    loop {
        let is_king = reader.take('K');
        let first = reader.square()?;
        let last = if reader.take('-') {
            if is_king {
                reader.take('K');
            }
            reader.square()?
        } else {
            first
        };
        if last < first {
            let reason = format!("the squares {} to {} run backwards", first + 1, last + 1);
            return Err(PositionError::Impossible(reason));
        }
        for square in first..=last {
            place(board, colour, is_king, square)
                .map_err(|()| PositionError::Impossible(format!("square {} holds two pieces", square + 1)))?;
        }
        if !reader.take(',') {
            return Ok(());
        }
    }
}

fn place(board: &mut Board, colour: Colour, is_king: bool, square: u32) -> Result<(), ()> {
    let bit = 1 << square;
    if board.empty() & bit == 0 {
        return Err(());
    }
    match colour {
        Colour::Black => board.black |= bit,
        Colour::White => board.white |= bit,
    }
    board.kings |= if is_king { bit } else { 0 };
    Ok(())
}

/// The course's text: a letter for every cell, capitals for White, then the side to move and the counter.
fn read_cells(text: &str) -> Result<SetUp, PositionError> {
    let mut board = Board::EMPTY;
    let mut reader = Reader::new(text);
    reader.peek();
    for square in 0..32 {
        let (colour, is_king) = match reader.characters.get(reader.at) {
            Some('_') => {
                reader.at += 1;
                continue;
            }
            Some('m') => (Colour::Black, false),
            Some('k') => (Colour::Black, true),
            Some('M') => (Colour::White, false),
            Some('K') => (Colour::White, true),
            _ => return Err(reader.expected("'_', 'M', 'K', 'm' or 'k' for each of the 32 cells")),
        };
        let placed = place(&mut board, colour, is_king, square);
        debug_assert!(placed.is_ok(), "every cell is read once");
        reader.at += 1;
    }
    let slash = |reader: &mut Reader<'_>, what: &str| {
        if reader.take('/') { Ok(()) } else { Err(reader.expected(what)) }
    };
    slash(&mut reader, "'/' and the side to move")?;
    let to_move = reader.colour("'w' or 'b', the side to move")?;
    slash(&mut reader, "'/' and the plies since a capture")?;
    let counter = reader.number("the number of plies since a capture")?;
    reader.end("the end of the text")?;
    Ok(SetUp { board, to_move, counter })
}
