//! Connect 4 in text: a position is the columns played from the empty board; the course's board text is read as well.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{CELLS, COLUMNS, Column, Connect4, ROWS, cell, has_line};
use crate::edit::Editor;
use crate::game::{Game, Margin, Side};
use crate::notation::{MoveError, Notation, PositionError};
use crate::scene::{Ending, Paint, Scene, Shape};

impl Notation for Connect4 {
    const NAME: &'static str = "connect4";
    const TITLE: &'static str = "Connect 4";
    const SUMMARY: &'static str = "Drop discs into seven columns; four or more of yours in line win.";
    const PLAYERS: [&'static str; 2] = ["Red", "Yellow"];
    const PAINTS: [Paint; 2] = [Paint::Red, Paint::Yellow];
    const EDITOR: Option<Editor<Self>> = Some(super::edit::EDITOR);

    fn format_move(&self, Column(column): Column) -> String {
        (column + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Column, MoveError> {
        let expected = "a column from 1 to 7 (or a to g)";
        let mut characters = text.chars();
        let column = characters.next().and_then(column_of).ok_or_else(|| MoveError::syntax(text, 0, expected))?;
        if characters.next().is_some() {
            return Err(MoveError::syntax(text, 1, "the end: a move is one column"));
        }
        if self.outcome().is_some() {
            return Err(MoveError::over(text, self));
        }
        if !self.is_open(column) {
            let open: Vec<String> = self.moves().map(|mv| self.format_move(mv)).collect();
            let reason = format!("column {} is full; open: {}", column + 1, open.join(" "));
            return Err(MoveError::illegal(text, reason));
        }
        Ok(Column(column))
    }

    fn path(&self, mv: Column) -> Vec<String> {
        vec![self.format_move(mv)]
    }

    fn move_words(&self, Column(column): Column) -> String {
        format!("column {}", column + 1)
    }

    fn move_icon(&self, _: Column) -> Vec<Shape> {
        super::picture::disc(Some(self.to_move()))
    }

    fn scene(&self, last: Option<Column>) -> Scene {
        super::picture::draw(self, last, None)
    }

    fn scene_at_end(&self, last: Option<Column>, ending: &Ending) -> Scene {
        super::picture::draw(self, last, Some(ending))
    }

    fn text_after(&self, start: &Self, steps: &[(&Self, Column)]) -> String {
        let start = start.to_string();
        let moves = steps.iter().map(|(_, Column(column))| (column + 1).to_string());
        let text: String = Some(start).filter(|start| start != "-").into_iter().chain(moves).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn detail(&self) -> Value {
        json!({ "discs": self.plies })
    }

    fn reason(&self) -> String {
        match self.outcome().map(Margin::winner) {
            None => "the game is not over".to_owned(),
            Some(None) => "the board is full without a line of four".to_owned(),
            Some(Some(winner)) => {
                format!("{} has four in line with disc {}", Self::side_name(winner), self.plies.div_ceil(2))
            }
        }
    }
}

/// Column `1` to `7` or `a` to `g`, from 0.
fn column_of(character: char) -> Option<u8> {
    match character.to_ascii_lowercase() {
        digit @ '1'..='7' => Some(digit as u8 - b'1'),
        letter @ 'a'..='g' => Some(letter as u8 - b'a'),
        _ => None,
    }
}

/// Some order of moves that leads to the position; the same for equal positions. The empty board is `-`.
impl fmt::Display for Connect4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.plies == 0 {
            return f.write_str("-");
        }
        let order = order_of_play(self).ok_or(fmt::Error)?;
        order.iter().try_for_each(|column| write!(f, "{}", column + 1))
    }
}

impl FromStr for Connect4 {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        if text.contains('/') {
            return parse_aiarena(text);
        }
        let mut position = Connect4::start(0);
        if text == "-" {
            return Ok(position);
        }
        for (index, character) in text.chars().enumerate() {
            if column_of(character).is_none() {
                return Err(PositionError::syntax(text, index, "a column from 1 to 7"));
            }
            let mv = position
                .parse_move(&character.to_string())
                .map_err(|error| PositionError::Move { ply: index + 1, error })?;
            position.play(mv);
        }
        Ok(position)
    }
}

impl Connect4 {
    /// The position in the course's text, which is read like any other position text.
    pub fn to_aiarena(&self) -> String {
        let white = self.discs(Side::First);
        let letter = |disc: u64| if white & disc != 0 { 'w' } else { 'b' };
        let column = |column: u8| -> String {
            (0..ROWS).map(|row| cell(column, row)).take_while(|disc| self.filled & disc != 0).map(letter).collect()
        };
        let columns: Vec<String> = (0..COLUMNS).map(column).collect();
        format!("{} {}", columns.join("/"), if self.to_move() == Side::First { 'w' } else { 'b' })
    }
}

/// The course's text: columns from the left, letters from bottom to top, then the side to move: `w//b/bb///ww w`.
fn parse_aiarena(text: &str) -> Result<Connect4, PositionError> {
    let (discs, side) = read_columns(text)?;
    let [white, black] = discs.map(u64::count_ones);
    let position = super::edit::assembled(discs);
    if white < black || white > black + 1 || side != position.to_move() {
        return Err(PositionError::Impossible(format!(
            "{white} white and {black} black discs with {} to move; White starts and the sides take turns",
            if side == Side::First { "White" } else { "Black" },
        )));
    }
    check_discs(&position)?;
    Ok(position)
}

/// Whether some order of moves leads to discs of the right number.
pub(super) fn check_discs(position: &Connect4) -> Result<(), PositionError> {
    if has_line(position.own) || order_of_play(position).is_none() {
        return Err(PositionError::Impossible("no order of moves leads to these discs".to_owned()));
    }
    Ok(())
}

/// The discs of both sides and the side to move, of the course's text.
pub(super) fn read_columns(text: &str) -> Result<([u64; 2], Side), PositionError> {
    let mut discs = [0u64; 2];
    let (mut column, mut row) = (0, 0);
    let mut characters = text.chars().enumerate();
    for (index, character) in characters.by_ref() {
        match character {
            'w' | 'b' if row < ROWS => {
                discs[usize::from(character == 'b')] |= cell(column, row);
                row += 1;
            }
            'w' | 'b' => return Err(PositionError::syntax(text, index, "'/': a column holds six discs")),
            '/' if column + 1 < COLUMNS => (column, row) = (column + 1, 0),
            ' ' if column + 1 == COLUMNS => break,
            _ if column + 1 == COLUMNS => return Err(PositionError::syntax(text, index, "'w', 'b' or a space")),
            _ => return Err(PositionError::syntax(text, index, "'w', 'b' or '/'")),
        }
    }
    let (side, end) = (characters.next(), characters.next());
    let Some((_, side @ ('w' | 'b'))) = side else {
        return Err(PositionError::syntax(
            text,
            text.chars().count().min(side.map_or(usize::MAX, |s| s.0)),
            "'w' or 'b', the side to move",
        ));
    };
    if let Some((index, _)) = end {
        return Err(PositionError::syntax(text, index, "the end of the text"));
    }
    Ok((discs, if side == 'w' { Side::First } else { Side::Second }))
}

/// Columns in an order of play that leads to the position, found backwards: take the top disc of the side that
/// just moved wherever no line remains, and remember the heights from which that failed.
fn order_of_play(position: &Connect4) -> Option<Vec<u8>> {
    fn unplay(position: Connect4, order: &mut Vec<u8>, dead: &mut HashSet<u64>) -> bool {
        if position.plies == 0 {
            return true;
        }
        if !dead.insert(position.filled) {
            return false;
        }
        let mover = position.own ^ position.filled;
        for column in 0..COLUMNS {
            let height = (position.filled & super::column_mask(column)).count_ones() as u8;
            let Some(disc) = height.checked_sub(1).map(|row| cell(column, row)).filter(|disc| mover & disc != 0) else {
                continue;
            };
            let earlier = mover ^ disc;
            if has_line(earlier) || has_line(position.own) {
                continue;
            }
            let previous =
                Connect4 { own: earlier, filled: position.filled ^ disc, plies: position.plies - 1, won: false };
            order.push(column);
            if unplay(previous, order, dead) {
                return true;
            }
            order.pop();
        }
        false
    }
    let mut order = Vec::with_capacity(CELLS as usize);
    unplay(*position, &mut order, &mut HashSet::new()).then(|| {
        order.reverse();
        order
    })
}
