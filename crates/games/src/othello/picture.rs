//! Othello as a picture: a board of green felt, and below it the count of discs and the button to pass.

use super::board::SIDE;
use super::text::{PASS, square_name};
use super::{Move, Othello};
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::scene::{Anchor, Ending, Form, Paint, Point, Scene, Shape, Tint, at};

pub(super) static PALETTE: [Tint; 2] =
    [Tint::new("felt", "#5BA67C", "#2F6B4F", 71), Tint::new("felt-line", "#2C6B49", "#17402D", 22)];
pub(super) const FELT: Paint = Paint::Own(&PALETTE[0]);
/// Lines and dots on the felt.
pub(super) const FELT_LINE: Paint = Paint::Own(&PALETTE[1]);
/// The length of the board's edge.
const EDGE: f32 = SIDE as f32;
/// The room for the letters and numbers of the squares.
const RIM: f32 = 0.6;
const FRAME: f32 = 0.16;
/// The height of the strip below the board.
const STRIP: f32 = 1.05;
const BUTTON: Point = at(2.3, 0.56);

pub(super) fn draw(position: &Othello, last: Option<Move>, ending: Option<&Ending>) -> Scene {
    let size = at(EDGE + 2.0 * RIM, EDGE + RIM + STRIP);
    let mut scene = Scene::new(size, describe(position, ending), super::terminal::draw(position, last, ending));
    draw_board(&mut scene);
    for square in 0..SIDE * SIDE {
        let name = square_name(square);
        let owner = position.owner(square);
        let mut shapes = owner.map_or_else(Vec::new, disc);
        if last.and_then(Move::square) == Some(square) {
            shapes.push(Form::rectangle(0.93, 0.93, 0.02).stroke(Paint::Accent, 0.06));
            shapes.push(Form::circle(0.1).fill(Paint::Accent));
        }
        let label = format!("{name}, {}", owner.map_or("empty", Othello::side_name));
        scene.add_cell(place(square), name, label, Form::rectangle(1.0, 1.0, 0.0), shapes);
    }
    draw_strip(&mut scene, position, last, ending);
    scene
}

/// The middle of a square.
fn place(square: u8) -> Point {
    at(RIM + 0.5 + f32::from(square % SIDE), RIM + 0.5 + f32::from(square / SIDE))
}

/// The felt with its lines and four dots, and the names of columns and rows.
fn draw_board(scene: &mut Scene) {
    let half = EDGE / 2.0;
    let frame = EDGE + 2.0 * FRAME;
    let lines: String = (1..SIDE)
        .map(|line| f32::from(line) - half)
        .fold(String::new(), |path, line| path + &format!("M{line} -{half}V{half}M-{half} {line}H{half}"));
    let mut shapes = vec![
        Form::rectangle(frame, frame, 0.14).fill(Paint::Dark).outlined(Paint::Edge, 0.02),
        Form::rectangle(EDGE, EDGE, 0.0).fill(FELT),
        Form::path(lines).stroke(FELT_LINE, 0.025),
    ];
    for (x, y) in [(-2.0, -2.0), (2.0, -2.0), (-2.0, 2.0), (2.0, 2.0)] {
        shapes.push(Form::circle(0.075).moved(x, y).fill(FELT_LINE));
    }
    for line in 0..SIDE {
        let along = f32::from(line) + 0.5 - half;
        let beside = -half - FRAME - 0.2;
        let column = Form::text(char::from(b'a' + line), 0.26).moved(along, beside);
        let row = Form::text((line + 1).to_string(), 0.26).moved(beside, along);
        shapes.extend([column.fill(Paint::Faint), row.fill(Paint::Faint)]);
    }
    scene.decorate(at(RIM + half, RIM + half), shapes);
}

/// The colour of a player's discs and of the line around them.
const fn paints(player: Side) -> (Paint, Paint) {
    match player {
        Side::First => (Paint::Dark, Paint::DarkEdge),
        Side::Second => (Paint::Light, Paint::LightEdge),
    }
}

/// A disc with the other colour on its lower face.
pub(super) fn disc(player: Side) -> Vec<Shape> {
    let ((top, top_edge), (bottom, bottom_edge)) = (paints(player), paints(!player));
    vec![
        Form::circle(0.4).moved(0.0, 0.045).fill(bottom).outlined(bottom_edge, 0.02),
        Form::circle(0.4).moved(0.0, -0.015).fill(top).outlined(top_edge, 0.02),
    ]
}

/// The discs of both players at the ends of the strip, and between them what comes next: the button to pass if
/// that is the only move.
fn draw_strip(scene: &mut Scene, position: &Othello, last: Option<Move>, ending: Option<&Ending>) {
    let middle = at(scene.size.x / 2.0, scene.size.y - STRIP / 2.0 + 0.08);
    let over = ending.is_some() || position.outcome().is_some();
    let mut shapes = Vec::new();
    for (player, side, anchor) in [(Side::First, -1.0, Anchor::Start), (Side::Second, 1.0, Anchor::End)] {
        let (fill, edge) = paints(player);
        shapes.push(Form::circle(0.17).moved(side * 3.8, 0.0).fill(fill).outlined(edge, 0.025));
        let words = Form::text(count_in_words(position, player), 0.34).moved(side * 3.48, 0.0).anchored(anchor);
        let is_next = !over && player == position.to_move();
        shapes.push(if is_next { words.bold().fill(Paint::Ink) } else { words.fill(Paint::Faint) });
    }
    let button = Form::rectangle(BUTTON.x, BUTTON.y, BUTTON.y / 2.0);
    if let Some(ending) = ending {
        shapes.push(Form::text(ending.result(Othello::PLAYERS), 0.32).bold().fill(Paint::Ink));
        return scene.decorate(middle, shapes);
    }
    if position.must_pass() {
        scene.decorate(middle, shapes);
        let label = format!("{PASS}, the only move of {}", Othello::side_name(position.to_move()));
        let shapes = vec![
            button.clone().fill(Paint::Card).outlined(Paint::Gold, 0.06),
            Form::text("Pass", 0.32).bold().fill(Paint::Ink),
        ];
        scene.add_cell(middle, PASS, label, button, shapes);
        return;
    }
    if last == Some(Move::PASS) {
        let words = format!("{} passed", Othello::side_name(!position.to_move()));
        shapes.push(button.stroke(Paint::Accent, 0.05));
        shapes.push(Form::text(words, 0.27).fill(Paint::Ink));
    } else {
        shapes.push(Form::text(status(position, None), 0.32).bold().fill(Paint::Ink));
    }
    scene.decorate(middle, shapes);
}

/// What happens next, or how the game ended.
pub(super) fn status(position: &Othello, ending: Option<&Ending>) -> String {
    let mover = Othello::side_name(position.to_move());
    if let Some(ending) = ending {
        ending.words(Othello::PLAYERS)
    } else if position.outcome().is_some() {
        position.reason()
    } else if position.must_pass() {
        format!("{mover} must pass")
    } else {
        format!("{mover} to move")
    }
}

/// `Black 12`.
pub(super) fn count_in_words(position: &Othello, player: Side) -> String {
    format!("{} {}", Othello::side_name(player), position.count(player))
}

fn describe(position: &Othello, ending: Option<&Ending>) -> String {
    let [black, white] = Side::BOTH.map(|player| count_in_words(position, player));
    format!("Othello: {}; {black}, {white}", status(position, ending))
}
