//! Checkers as a picture: White at the bottom, square numbers in the corners, the captured pieces beside their captor's name.

use super::board::Colour;
use super::text::squares_of;
use super::{Checkers, Move, Variant};
use crate::game::{Game, Margin, Side};
use crate::notation::Notation;
use crate::scene::{Anchor, Ending, Form, Paint, Point, Scene, Shape, at};

const SIDE: f32 = 0.4;
/// The height of the strips above and below the board.
const STRIP: f32 = 0.95;
const FRAME: f32 = 0.14;
/// The pieces a side begins with.
const COMPLEMENT: u32 = 12;

pub(super) fn draw<V: Variant>(position: &Checkers<V>, last: Option<Move>, ending: Option<&Ending>) -> Scene {
    let size = at(8.0 + 2.0 * SIDE, 8.0 + 2.0 * STRIP);
    let mut scene = Scene::new(size, describe(position, ending), super::terminal::draw(position, last, ending));
    scene.near = Some(if V::STARTS == Colour::White { Side::First } else { Side::Second });
    let middle = at(size.x / 2.0, size.y / 2.0);
    scene.decorate(
        middle,
        vec![
            Form::rectangle(8.0 + 2.0 * FRAME, 8.0 + 2.0 * FRAME, 0.12).fill(Paint::Edge),
            Form::rectangle(8.0, 8.0, 0.0).fill(Paint::Board),
        ],
    );
    draw_strip(&mut scene, position, ending, Colour::Black, STRIP / 2.0 - 0.05);
    draw_strip(&mut scene, position, ending, Colour::White, size.y - STRIP / 2.0 + 0.05);
    for square in 0..32 {
        let number = (square + V::FIRST_NUMBER).to_string();
        let mut shapes = vec![Form::rectangle(1.0, 1.0, 0.0).fill(Paint::BoardDark)];
        let corner = Form::text(number.clone(), 0.175).moved(-0.43, -0.365).anchored(Anchor::Start);
        shapes.extend(mark(last, square));
        shapes.push(corner.fill(Paint::InkOnDark));
        let label = format!("square {number}, {}", position.words_for(square));
        scene.add_cell(place(square), number, label, Form::rectangle(1.0, 1.0, 0.0), shapes);
        scene.add_piece(piece(position, square));
    }
    scene
}

/// The row and column of a square.
pub(super) const fn row_and_column(square: u8) -> (u8, u8) {
    let row = square / 4;
    (row, 2 * (square % 4) + 1 - row % 2)
}

/// The middle of a square.
fn place(square: u8) -> Point {
    let (row, column) = row_and_column(square);
    at(SIDE + 0.5 + f32::from(column), STRIP + 0.5 + f32::from(row))
}

/// What the last move left on a square: a frame where the piece was and came to, a dot where it
/// touched down between, a cross where it captured.
fn mark(last: Option<Move>, square: u8) -> Vec<Shape> {
    let Some(mv) = last else { return Vec::new() };
    let frame = |width: f32| Form::rectangle(1.0 - width, 1.0 - width, 0.02).stroke(Paint::Accent, width);
    if square == mv.to() {
        vec![frame(0.065)]
    } else if square == mv.from() {
        vec![frame(0.05), Form::circle(0.1).fill(Paint::Accent)]
    } else if mv.captured() >> square & 1 == 1 {
        vec![Form::path("M-.14 -.14L.14 .14M.14 -.14L-.14 .14").stroke(Paint::Accent, 0.07)]
    } else if squares_of(mv).any(|landing| landing == square) {
        vec![Form::circle(0.1).fill(Paint::Accent)]
    } else {
        Vec::new()
    }
}

/// The colour of pieces and of the line around them.
pub(super) const fn paints(colour: Colour) -> (Paint, Paint) {
    match colour {
        Colour::Black => (Paint::Dark, Paint::DarkEdge),
        Colour::White => (Paint::Light, Paint::LightEdge),
    }
}

/// What stands on a square.
pub(super) fn piece<V: Variant>(position: &Checkers<V>, square: u8) -> Vec<Shape> {
    let Some(colour) = Colour::BOTH.into_iter().find(|&colour| position.pieces(colour) >> square & 1 == 1) else {
        return Vec::new();
    };
    shapes_of(colour, position.kings(colour) >> square & 1 == 1)
}

/// A man or a king of a colour.
pub(super) fn shapes_of(colour: Colour, is_king: bool) -> Vec<Shape> {
    let (fill, edge) = paints(colour);
    let disc = |y: f32| Form::circle(0.345).moved(0.0, y).fill(fill).outlined(edge, 0.03);
    if !is_king {
        return vec![
            disc(0.08),
            disc(0.025),
            Form::circle(0.25).moved(0.0, 0.025).stroke(Paint::Faint, 0.025),
            Form::circle(0.12).moved(0.0, 0.025).stroke(Paint::Faint, 0.025),
        ];
    }
    // A king is a man on top of another, with a crown.
    let mut shapes = vec![disc(0.11), disc(0.06), disc(0.01)];
    shapes.push(Form::circle(0.285).moved(0.0, 0.01).stroke(Paint::Faint, 0.02));
    shapes.extend(crown());
    shapes
}

fn crown() -> Vec<Shape> {
    let outline =
        [(-0.17, 0.1), (-0.21, -0.13), (-0.09, -0.03), (0.0, -0.2), (0.09, -0.03), (0.21, -0.13), (0.17, 0.1)];
    let points = outline.iter().map(|&(x, y)| at(x, y + 0.04)).collect();
    vec![
        Form::Polygon(points).fill(Paint::Gold).outlined(Paint::OnPale, 0.025),
        Form::path("M-.12 .085H.12").stroke(Paint::OnPale, 0.025),
    ]
}

/// A player's name, whether it is to move or has won, and what it has captured. All of it is drawn around the middle of the
/// board, so that it stays within when the board is turned.
fn draw_strip<V: Variant>(
    scene: &mut Scene,
    position: &Checkers<V>,
    ending: Option<&Ending>,
    colour: Colour,
    y: f32,
) {
    const NAME: f32 = -3.9;
    const CAPTURED: f32 = 3.9;
    let winner = ending.map_or_else(|| position.outcome().map(Margin::winner), |ending| Some(ending.winner));
    let is_next = winner.is_none() && position.colour_to_move() == colour;
    let has_won = winner.flatten().is_some_and(|winner| Checkers::<V>::colour_of(winner) == colour);
    let (fill, edge) = paints(colour);
    let disc = |radius: f32| Form::circle(radius).moved(NAME, 0.0);
    let mut shapes = vec![disc(0.17).fill(fill).outlined(edge, 0.025), disc(0.11).stroke(edge, 0.018)];
    let words = match winner {
        None if is_next => format!("{} to move", colour.name()),
        Some(Some(_)) if has_won => format!("{} wins", colour.name()),
        Some(None) => format!("{}, draw", colour.name()),
        _ => colour.name().to_owned(),
    };
    let name = Form::text(words, 0.34).moved(NAME + 0.34, 0.0).anchored(Anchor::Start);
    shapes.push(if is_next || has_won { name.bold().fill(Paint::Ink) } else { name.fill(Paint::Faint) });

    let lost = COMPLEMENT.saturating_sub(position.pieces(colour.other()).count_ones());
    let (fill, edge) = paints(colour.other());
    for index in 0..lost {
        let disc = Form::circle(0.15).moved(CAPTURED - 0.28 * index as f32, 0.0);
        shapes.push(disc.fill(fill).outlined(edge, 0.025));
    }
    scene.decorate(at(scene.size.x / 2.0, y), shapes);
}

/// What happens next, or how the game ended.
pub(super) fn status<V: Variant>(position: &Checkers<V>, ending: Option<&Ending>) -> String {
    match (ending, position.outcome()) {
        (Some(ending), _) => ending.words(Checkers::<V>::PLAYERS),
        (None, Some(_)) => position.reason(),
        (None, None) => format!("{} to move", position.colour_to_move().name()),
    }
}

fn describe<V: Variant>(position: &Checkers<V>, ending: Option<&Ending>) -> String {
    let state = status(position, ending);
    let [black, white] = Colour::BOTH.map(|colour| count_in_words(position, colour));
    format!("{}: {state}; {black}, {white}", V::TITLE)
}

/// `Black 5 men and 1 king`.
pub(super) fn count_in_words<V: Variant>(position: &Checkers<V>, colour: Colour) -> String {
    let (men, kings) = (position.men(colour).count_ones(), position.kings(colour).count_ones());
    let men_word = if men == 1 { "man" } else { "men" };
    let kings_word = if kings == 1 { "king" } else { "kings" };
    let name = colour.name();
    match (men, kings) {
        (_, 0) => format!("{name} {men} {men_word}"),
        (0, _) => format!("{name} {kings} {kings_word}"),
        _ => format!("{name} {men} {men_word} and {kings} {kings_word}"),
    }
}
