//! Othello in a terminal: `●` is Black, `○` White; brackets mark the last disc.

use super::board::SIDE;
use super::picture::{FELT, FELT_LINE, count_in_words, status};
use super::{Move, Othello};
use crate::game::{Game, Side};
use crate::scene::{Canvas, Ending, Paint, Style};

/// Characters of a square, and of the numbers at the left rim.
const WIDTH: usize = 3;
const RIM: usize = 2;

pub(super) fn draw(position: &Othello, last: Option<Move>, ending: Option<&Ending>) -> Canvas {
    let mut canvas = Canvas::new();
    let faint = Style::ink(Paint::Faint);
    for index in 0..usize::from(SIDE) {
        let letter = char::from(b'a' + index as u8);
        canvas.put(0, RIM + 1 + WIDTH * index, &letter.to_string(), faint);
        canvas.put(index + 1, 0, &(index + 1).to_string(), faint);
    }
    for square in 0..SIDE * SIDE {
        let (row, x) = (1 + usize::from(square / SIDE), RIM + WIDTH * usize::from(square % SIDE));
        let (glyph, paint) = match position.owner(square) {
            Some(Side::First) => ("●", Paint::Dark),
            Some(Side::Second) => ("○", Paint::Light),
            None => ("·", FELT_LINE),
        };
        let style = Style::ink(paint).on(FELT).bold();
        canvas.put(row, x, "   ", style);
        canvas.put(row, x + 1, glyph, style);
        if last.and_then(Move::square) == Some(square) {
            let accent = Style::ink(Paint::Accent).on(FELT).bold();
            canvas.put(row, x, "[", accent);
            canvas.put(row, x + 2, "]", accent);
        }
    }
    let beside = RIM + WIDTH * usize::from(SIDE) + 2;
    for (player, glyph) in [(Side::First, "●"), (Side::Second, "○")] {
        let row = if player == Side::First { 1 } else { usize::from(SIDE) };
        canvas.put(row, beside, &format!("{glyph} {}", count_in_words(position, player)), Style::default());
    }
    let (row, passed_row) = if position.to_move() == Side::First { (2, 7) } else { (7, 2) };
    canvas.put(row, beside, &status(position, ending), Style::default().bold());
    if last == Some(Move::PASS) {
        canvas.put(passed_row, beside, "[passed]", Style::ink(Paint::Accent));
    }
    canvas
}
