//! Divercité in a terminal: the same diamond in characters. `[R]` is a city of White, `(R)` one of Black, with a star
//! once it is a divercité; `r` is a resource, and digits name an empty cell.

use super::board::{Cell, Colour, Kind, Piece};
use super::{Divercite, Placement, Variant};
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::scene::{Canvas, Ending, Paint, Style};

/// Characters from a cell to the next one in its row, and lines to the next row.
const PITCH: (usize, usize) = (4, 2);
/// The line and column of the middle of cell (0,0), had it existed.
const CORNER: (usize, usize) = (3, 4);

pub(super) fn draw<V: Variant>(position: &Divercite<V>, last: Option<Placement>, ending: Option<&Ending>) -> Canvas {
    let mut canvas = Canvas::new();
    draw_player(&mut canvas, position, ending, Side::Second, 0);
    for cell in Cell::all() {
        let (line, column) = spot(cell);
        draw_cell(&mut canvas, position, cell, last.is_some_and(|mv| mv.cell() == cell));
        if cell.kind() == Kind::City {
            let edges = [(-1, -2, "╱"), (-1, 2, "╲"), (1, -2, "╲"), (1, 2, "╱")];
            for (down, right, edge) in edges {
                let (line, column) = (line.saturating_add_signed(down), column.saturating_add_signed(right));
                canvas.put(line, column, edge, Style::ink(Paint::Edge));
            }
        }
    }
    let below = CORNER.0 + 8 * PITCH.1 + 2;
    draw_player(&mut canvas, position, ending, Side::First, below);
    if let Some(mv) = last {
        canvas.put(below + 3, 0, "last move ", Style::ink(Paint::Faint));
        canvas.put(below + 3, 10, &format!("{}{}", mv.piece(), mv.cell()), Style::ink(Paint::Accent).bold());
    }
    canvas
}

fn spot(cell: Cell) -> (usize, usize) {
    (CORNER.0 + PITCH.1 * usize::from(cell.row()), CORNER.1 + PITCH.0 * usize::from(cell.column()))
}

fn draw_cell<V: Variant>(canvas: &mut Canvas, position: &Divercite<V>, cell: Cell, played: bool) {
    let (line, column) = spot(cell);
    let frame = if played { Style::ink(Paint::Accent).bold() } else { Style::default() };
    if let Some((owner, colour)) = position.city_at(cell) {
        let [left, right] = brackets(owner);
        canvas.put(line, column - 1, left, frame);
        canvas.put(line, column, &colour.letter().to_string(), letters(colour));
        canvas.put(line, column + 1, right, frame);
        if position.is_divercite(cell) {
            canvas.put(line, column + 2, "*", Style::ink(Paint::Gold).bold());
        }
    } else if let Some(colour) = position.resource_at(cell) {
        let letter = colour.letter().to_ascii_lowercase().to_string();
        canvas.put(line, column, &letter, letters(colour));
        if played {
            canvas.put(line, column - 1, ">", frame);
            canvas.put(line, column + 1, "<", frame);
        }
    } else {
        canvas.put(line, column - 1, &cell.to_string(), Style::ink(Paint::Faint));
    }
}

/// Name, score, divercités and turn on one line, the stock on the next.
fn draw_player<V: Variant>(
    canvas: &mut Canvas,
    position: &Divercite<V>,
    ending: Option<&Ending>,
    player: Side,
    line: usize,
) {
    let [left, right] = brackets(player);
    let divercites = position.divercites(player);
    let plural = if divercites == 1 { "" } else { "s" };
    let name = format!("{left}{right} {}  {}", Divercite::<V>::side_name(player), position.score(player));
    let honours = format!("{divercites} divercité{plural}");
    canvas.put(line, 0, &name, Style::default().bold());
    canvas.put(line, name.chars().count() + 2, &honours, Style::ink(Paint::Faint));
    let column = name.chars().count() + honours.chars().count() + 4;
    if ending.is_some_and(|ending| ending.winner == Some(player)) {
        canvas.put(line, column, "wins", Style::ink(Paint::Accent).bold());
    } else if ending.is_none() && !position.is_over() && position.to_move() == player {
        canvas.put(line, column, "<- to move", Style::ink(Paint::Accent).bold());
    }
    for piece in Piece::ALL {
        let count = position.stock(player, piece);
        let column = 5 * piece.colour.index() + if piece.kind == Kind::City { 0 } else { 22 };
        let style = if count == 0 { Style::ink(Paint::Faint) } else { letters(piece.colour) };
        canvas.put(line + 1, column, &piece.to_string(), style);
        let style = if count == 0 { Style::ink(Paint::Faint) } else { Style::default() };
        canvas.put(line + 1, column + 2, &count.to_string(), style);
    }
}

/// What encloses the letter of a player's cities.
fn brackets(owner: Side) -> [&'static str; 2] {
    match owner {
        Side::First => ["[", "]"],
        Side::Second => ["(", ")"],
    }
}

fn letters(colour: Colour) -> Style {
    let (ink, paper) = match colour {
        Colour::Red => (Paint::OnDeep, Paint::Red),
        Colour::Green => (Paint::OnDeep, Paint::Green),
        Colour::Blue => (Paint::OnDeep, Paint::Blue),
        Colour::Yellow => (Paint::OnPale, Paint::Yellow),
    };
    Style::ink(ink).on(paper).bold()
}
