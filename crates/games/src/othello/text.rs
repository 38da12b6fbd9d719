//! Moves as text: `d3` for a disc, `pass` for a pass; and how a game ended.

use serde_json::{Value, json};

use super::board::SIDE;
use super::{Move, Othello};
use crate::edit::Editor;
use crate::game::{Game, Side};
use crate::measure::{Measure, MeasureKind, pair};
use crate::notation::{MoveError, Notation, list};
use crate::scene::{Ending, Paint, Scene, Shape, Tint};

/// The text of a pass, and the id of the cell to touch for it.
pub(super) const PASS: &str = "pass";

/// The text of a pass as other programs write it.
const OTHER_PASSES: [&str; 2] = ["--", "pa"];

impl Notation for Othello {
    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    const EDITOR: Option<Editor<Self>> = Some(super::edit::EDITOR);
    const PALETTE: &'static [Tint] = &super::picture::PALETTE;
    const SUMMARY: &'static str = "Place discs and turn the lines they enclose; the most discs win.";
    const PLAYERS: [&'static str; 2] = ["Black", "White"];
    const PAINTS: [Paint; 2] = [Paint::Dark, Paint::Light];
    const MEASURES: &'static [Measure] =
        &[Measure { key: "discs", name: "discs", kind: MeasureKind::Contested, read: |detail| pair(detail, "discs") }];

    fn format_move(&self, mv: Move) -> String {
        mv.square().map_or_else(|| PASS.to_owned(), square_name)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = read_move(text)?;
        if self.outcome().is_some() {
            return Err(MoveError::over(text, self));
        }
        if self.moves().any(|legal| legal == mv) { Ok(mv) } else { Err(MoveError::illegal(text, self.objection(mv))) }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![self.format_move(mv)]
    }

    fn move_icon(&self, mv: Move) -> Vec<Shape> {
        if mv == Move::PASS { Vec::new() } else { super::picture::disc(self.to_move()) }
    }

    fn scene(&self, last: Option<Move>) -> Scene {
        super::picture::draw(self, last, None)
    }

    fn scene_at_end(&self, last: Option<Move>, ending: &Ending) -> Scene {
        super::picture::draw(self, last, Some(ending))
    }

    fn detail(&self) -> Value {
        json!({ "discs": Side::BOTH.map(|player| self.count(player)) })
    }

    fn reason(&self) -> String {
        let Some(margin) = self.outcome() else { return "the game is not over".to_owned() };
        let [first, second] = Side::BOTH.map(|player| self.count(player));
        match margin.winner() {
            None => format!("draw: {first} discs each"),
            Some(winner) => format!("{} wins {} to {}", Self::side_name(winner), first.max(second), first.min(second)),
        }
    }
}

/// The name of a square: its column as a letter and its row, counted from the top.
pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % SIDE), square / SIDE + 1)
}

/// The move a text means, whether or not it is legal.
pub(super) fn read_move(text: &str) -> Result<Move, MoveError> {
    if is_pass(text) {
        return Ok(Move::PASS);
    }
    let mut characters = text.chars();
    let column = match characters.next().map(|letter| letter.to_ascii_lowercase()) {
        Some(letter @ 'a'..='h') => letter as u8 - b'a',
        _ => return Err(MoveError::syntax(text, 0, "a column from a to h, or pass")),
    };
    let row = match characters.next() {
        Some(digit @ '1'..='8') => digit as u8 - b'1',
        _ => return Err(MoveError::syntax(text, 1, "a row from 1 to 8")),
    };
    match characters.next() {
        None => Ok(Move(SIDE * row + column)),
        Some(_) => Err(MoveError::syntax(text, 2, "the end: a move is one square, such as d3")),
    }
}

fn is_pass(text: &str) -> bool {
    text.eq_ignore_ascii_case(PASS) || OTHER_PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass))
}

/// How many characters of a text that begins with a pass are the pass.
pub(super) fn leading_pass(text: &[char]) -> Option<usize> {
    let begins = |length: usize| text.get(..length).is_some_and(|begin| is_pass(&String::from_iter(begin)));
    [PASS.len(), OTHER_PASSES[0].len()].into_iter().find(|&length| begins(length))
}

impl Othello {
    /// The rule that a move breaks which is not legal, and what would be right.
    fn objection(&self, mv: Move) -> String {
        let [mover, other] = [self.to_move, !self.to_move].map(Self::side_name);
        if self.must_pass() {
            return format!("{mover} cannot place a disc and must pass");
        }
        let legal: Vec<String> = self.moves().map(|mv| self.format_move(mv)).collect();
        let legal = list(&legal);
        let Some(square) = mv.square() else {
            return format!("{mover} can play {legal}");
        };
        match self.owner(square) {
            Some(owner) => format!("{} has a disc there; {mover} can play {legal}", Self::side_name(owner)),
            None => format!("a disc there turns none of {other}'s; {mover} can play {legal}"),
        }
    }
}
