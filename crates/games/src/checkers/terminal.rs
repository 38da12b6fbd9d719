//! Checkers in a terminal: `●` is black, `○` white, a `K` behind makes a king; brackets mark the last move.

use super::board::Colour;
use super::picture::{count_in_words, row_and_column, status};
use super::text::squares_of;
use super::{Checkers, Move, Variant};
use crate::scene::{Canvas, Ending, Paint, Style};

/// Characters of a square, and of the numbers at the left rim.
const WIDTH: usize = 4;
const RIM: usize = 3;

pub(super) fn draw<V: Variant>(position: &Checkers<V>, last: Option<Move>, ending: Option<&Ending>) -> Canvas {
    let mut canvas = Canvas::new();
    let faint = Style::ink(Paint::Faint);
    for row in 0..8usize {
        let left = row * 4 + usize::from(V::FIRST_NUMBER);
        canvas.put(row, 0, &format!("{left:>2} "), faint);
        canvas.put(row, RIM, &" ".repeat(8 * WIDTH), Style::default().on(Paint::Board));
        canvas.put(row, RIM + 8 * WIDTH, &format!(" {:<2}", left + 3), faint);
    }
    for square in 0..32 {
        draw_square(&mut canvas, position, last, square);
    }
    let beside = RIM + 8 * WIDTH + 5;
    for (row, colour) in [(0, Colour::Black), (7, Colour::White)] {
        let glyph = if colour == Colour::Black { "●" } else { "○" };
        canvas.put(row, beside, &format!("{glyph} {}", count_in_words(position, colour)), Style::default());
    }
    let row = if position.colour_to_move() == Colour::Black { 1 } else { 6 };
    canvas.put(row, beside, &status(position, ending), Style::default().bold());
    canvas
}

fn draw_square<V: Variant>(canvas: &mut Canvas, position: &Checkers<V>, last: Option<Move>, square: u8) {
    let (row, column) = row_and_column(square);
    let (row, x) = (usize::from(row), RIM + WIDTH * usize::from(column));
    let has = |set: u32| set >> square & 1 == 1;
    let (glyph, paint) = match (has(position.pieces(Colour::Black)), has(position.pieces(Colour::White))) {
        (true, _) => ("●", Paint::Dark),
        (_, true) => ("○", Paint::Light),
        _ => ("·", Paint::Faint),
    };
    let is_king = Colour::BOTH.into_iter().any(|colour| has(position.kings(colour)));
    let style = Style::ink(paint).on(Paint::BoardDark).bold();
    canvas.put(row, x, "    ", style);
    canvas.put(row, x + 1, glyph, style);
    if is_king {
        canvas.put(row, x + 2, "K", style);
    }
    let Some(mv) = last else { return };
    let accent = Style::ink(Paint::Accent).on(Paint::BoardDark).bold();
    if squares_of(mv).any(|touched| touched == square) {
        canvas.put(row, x, "[", accent);
        canvas.put(row, x + if is_king { 3 } else { 2 }, "]", accent);
    } else if has(mv.captured()) {
        canvas.put(row, x + 1, "×", accent);
    }
}
