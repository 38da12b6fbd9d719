//! Divercité as a picture: the board a diamond of sixteen tiles, cities as houses in their middle, resources as round
//! tokens on their corners. White's houses have a gable and Black's have battlements, so that shape tells them apart.

use super::board::{Cell, Colour, Kind, Piece};
use super::text::stock_id;
use super::{Divercite, Placement, Variant, terminal};
use crate::game::{Game, Margin, Side};
use crate::notation::Notation;
use crate::scene::{Anchor, Ending, Form, Paint, Point, Scene, Shape, at};

/// The place of cell (0,0), had it existed.
const CORNER: Point = at(0.95, 1.25);
const SIZE: Point = at(8.0 + 2.0 * CORNER.x, 8.0 + 2.0 * CORNER.y);
const CENTRE: Point = at(SIZE.x / 2.0, SIZE.y / 2.0);
/// How much smaller pieces are in the stock, and how far they stand beside the middle of their place.
const STOCK_SCALE: f32 = 0.64;
const STOCK_SHIFT: f32 = -0.13;

pub(super) fn draw<V: Variant>(position: &Divercite<V>, last: Option<Placement>, ending: Option<&Ending>) -> Scene {
    let mut scene = Scene::new(SIZE, describe(position, ending), terminal::draw(position, last, ending));
    scene.near = Some(Side::First);
    scene.decorate(CENTRE, surface());
    for cell in Cell::all().filter(|cell| cell.kind() == Kind::City) {
        scene.decorate(place(cell), vec![Form::diamond(0.93).fill(Paint::Card).outlined(Paint::Edge, 0.02)]);
    }
    rim(&mut scene);
    for cell in Cell::all() {
        let area = match cell.kind() {
            Kind::City => Form::diamond(0.64),
            Kind::Resource => Form::circle(0.4),
        };
        let played = last.is_some_and(|mv| mv.cell() == cell);
        scene.add_cell(place(cell), cell.to_string(), label(position, cell), area, ground(position, cell, played));
        scene.add_piece(piece(position, cell));
    }
    for player in Side::BOTH {
        scene.decorate(facing(player, at(1.72, 0.85)), name_plate(position, ending, player));
        for piece in Piece::ALL {
            let (id, label) = (stock_id(player, piece), stock_label(position, player, piece));
            let area = Form::rectangle(0.82, 0.72, 0.16);
            scene.add_cell(stock_place(player, piece), id, label, area, stock_count(position, player, piece));
            scene.add_piece(stock_piece(position, player, piece));
        }
    }
    scene
}

fn place(cell: Cell) -> Point {
    at(CORNER.x + f32::from(cell.column()), CORNER.y + f32::from(cell.row()))
}

/// A place given for the player at the top, Black, as it is for either: White's is opposite.
fn facing(player: Side, place: Point) -> Point {
    match player {
        Side::First => at(SIZE.x - place.x, SIZE.y - place.y),
        Side::Second => place,
    }
}

/// A rounded diamond with a line around it, made of thick strokes.
fn surface() -> Vec<Shape> {
    let layer = |paint, width| Form::diamond(4.0).fill(paint).outlined(paint, width);
    vec![layer(Paint::Edge, 1.56), layer(Paint::Board, 1.5)]
}

/// Rows are numbered along the upper left and lower right edges, columns along the two others.
fn rim(scene: &mut Scene) {
    let mut number = |row: f32, column: f32, value: u8| {
        let place = at(CORNER.x + column, CORNER.y + row);
        scene.decorate(place, vec![Form::text(value.to_string(), 0.23).fill(Paint::Faint)]);
    };
    const OUT: f32 = 0.56;
    for index in 0..=4u8 {
        let near = f32::from(index);
        let far = 4.0 - near;
        number(near, far - OUT, index);
        number(8.0 - near, 8.0 - far + OUT, 8 - index);
        number(8.0 - far + OUT, near, index);
        number(far - OUT, 8.0 - near, 8 - index);
    }
}

fn paint(colour: Colour) -> Paint {
    [Paint::Red, Paint::Green, Paint::Blue, Paint::Yellow][colour.index()]
}

/// The letter's colour on a piece.
fn paint_on(colour: Colour) -> Paint {
    if colour == Colour::Yellow { Paint::OnPale } else { Paint::OnDeep }
}

/// The place where something may stand, with its name; under a piece, the marks of honour and of the last move.
fn ground<V: Variant>(position: &Divercite<V>, cell: Cell, played: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some((owner, _)) = position.city_at(cell) {
        if position.is_divercite(cell) {
            shapes.push(Form::circle(0.6).stroke(Paint::Gold, 0.055));
        }
        if played {
            shapes.push(house(owner, 1.0).stroke(Paint::Accent, 0.34));
        }
    } else if position.resource_at(cell).is_some() {
        if played {
            shapes.push(Form::circle(0.38).stroke(Paint::Accent, 0.12));
        }
    } else {
        if cell.kind() == Kind::Resource {
            shapes.push(Form::circle(0.3).fill(Paint::Table).outlined(Paint::Edge, 0.03));
        }
        shapes.push(Form::text(cell.to_string(), 0.24).fill(Paint::Faint));
    }
    shapes
}

/// What stands on a cell.
fn piece<V: Variant>(position: &Divercite<V>, cell: Cell) -> Vec<Shape> {
    if let Some((owner, colour)) = position.city_at(cell) {
        return city(owner, colour, 1.0);
    }
    position.resource_at(cell).map(|colour| resource(colour, 1.0)).unwrap_or_default()
}

/// The outline of a player's houses: a gable for White, battlements for Black.
fn house(owner: Side, scale: f32) -> Form {
    let half: &[(f32, f32)] = match owner {
        Side::First => &[(0.0, -0.44), (0.36, -0.12), (0.36, 0.33)],
        Side::Second => {
            &[(0.0, -0.37), (0.1, -0.37), (0.1, -0.25), (0.19, -0.25), (0.19, -0.37), (0.36, -0.37), (0.36, 0.33)]
        }
    };
    let right = half.iter().map(|&(x, y)| at(x * scale, y * scale));
    let left = half.iter().rev().map(|&(x, y)| at(-x * scale, y * scale));
    Form::Polygon(right.chain(left).collect())
}

/// A house in its colour within its owner's light or dark wall.
pub(super) fn city(owner: Side, colour: Colour, scale: f32) -> Vec<Shape> {
    let (wall, edge) = match owner {
        Side::First => (Paint::Light, Paint::LightEdge),
        Side::Second => (Paint::Dark, Paint::DarkEdge),
    };
    let letter = Form::text(colour.letter(), 0.38 * scale).moved(0.0, 0.07 * scale).bold();
    vec![
        house(owner, scale).stroke(edge, 0.19 * scale),
        house(owner, scale).stroke(wall, 0.14 * scale),
        house(owner, scale).fill(paint(colour)),
        letter.fill(paint_on(colour)),
    ]
}

/// A piece of a player.
pub(super) fn piece_of(owner: Side, piece: Piece, scale: f32) -> Vec<Shape> {
    match piece.kind {
        Kind::City => city(owner, piece.colour, scale),
        Kind::Resource => resource(piece.colour, scale),
    }
}

pub(super) fn resource(colour: Colour, scale: f32) -> Vec<Shape> {
    vec![
        Form::circle(0.34 * scale).fill(paint(colour)).outlined(Paint::OnPale, 0.025),
        Form::circle(0.27 * scale).stroke(paint_on(colour), 0.02),
        Form::text(colour.letter(), 0.34 * scale).bold().fill(paint_on(colour)),
    ]
}

/// A player's score, name, divercités and state, framed when it is their turn.
fn name_plate<V: Variant>(position: &Divercite<V>, ending: Option<&Ending>, player: Side) -> Vec<Shape> {
    let divercites = position.divercites(player);
    let plural = if divercites == 1 { "" } else { "s" };
    let winner = ending.map_or_else(|| position.outcome().map(Margin::winner), |ending| Some(ending.winner));
    let state = match winner {
        None if position.to_move() == player => "to move",
        Some(Some(winner)) if winner == player => "wins",
        Some(None) => "draw",
        _ => "",
    };
    let line = |words: &str, height, y| Form::text(words, height).anchored(Anchor::Start).moved(-0.34, y);
    let score = Form::text(position.score(player).to_string(), 0.78).bold().moved(-0.94, 0.0);
    let mut shapes = vec![
        score.fill(Paint::Ink),
        line(Divercite::<V>::side_name(player), 0.36, -0.34).bold().fill(Paint::Ink),
        line(&format!("{divercites} divercité{plural}"), 0.27, 0.04).fill(Paint::Faint),
        line(state, 0.27, 0.38).bold().fill(Paint::Accent),
    ];
    if state == "to move" {
        shapes.push(Form::rectangle(3.0, 1.3, 0.2).stroke(Paint::Accent, 0.04));
    }
    shapes
}

/// Four columns of colours, cities above resources, in the corner that the diamond leaves free.
fn stock_place(player: Side, piece: Piece) -> Point {
    let (column, row) = (piece.colour.index() as f32, f32::from(piece.kind as u8));
    // For White, whose corner is opposite, the pieces are counted from the other end to keep their order.
    let (column, row) = if player == Side::First { (3.0 - column, 1.0 - row) } else { (column, row) };
    facing(player, at(6.7 + 0.86 * column, 0.5 + 0.76 * row))
}

/// How many pieces are left; a faint outline once there are none.
fn stock_count<V: Variant>(position: &Divercite<V>, player: Side, piece: Piece) -> Vec<Shape> {
    let left = position.stock(player, piece);
    let count = Form::text(left.to_string(), 0.3).moved(0.29, 0.02);
    if left > 0 {
        return vec![count.bold().fill(Paint::Ink)];
    }
    let outline = match piece.kind {
        Kind::City => house(player, STOCK_SCALE),
        Kind::Resource => Form::circle(0.34 * STOCK_SCALE),
    };
    vec![outline.moved(STOCK_SHIFT, 0.0).stroke(Paint::Edge, 0.03), count.fill(Paint::Faint)]
}

/// A small piece beside its count.
fn stock_piece<V: Variant>(position: &Divercite<V>, player: Side, piece: Piece) -> Vec<Shape> {
    if position.stock(player, piece) == 0 {
        return Vec::new();
    }
    let shapes = piece_of(player, piece, STOCK_SCALE);
    shapes.into_iter().map(|shape| Shape { form: shape.form.moved(STOCK_SHIFT, 0.0), ..shape }).collect()
}

fn stock_label<V: Variant>(position: &Divercite<V>, player: Side, piece: Piece) -> String {
    let left = position.stock(player, piece);
    let (name, colour) = (Divercite::<V>::side_name(player), piece.colour.word());
    let noun = match (piece.kind, left) {
        (Kind::City, 1) => "city",
        (Kind::City, _) => "cities",
        (Kind::Resource, 1) => "resource",
        (Kind::Resource, _) => "resources",
    };
    format!("{name}'s stock: {left} {colour} {noun}")
}

fn label<V: Variant>(position: &Divercite<V>, cell: Cell) -> String {
    let content = position.occupant(cell).unwrap_or_else(|| format!("empty {} cell", cell.kind().word()));
    let honour = if position.is_divercite(cell) { ", a divercité" } else { "" };
    format!("row {}, column {}: {content}{honour}", cell.row(), cell.column())
}

fn describe<V: Variant>(position: &Divercite<V>, ending: Option<&Ending>) -> String {
    if let Some(ending) = ending {
        return format!("{}: {}", V::TITLE, ending.words(Divercite::<V>::PLAYERS));
    }
    if position.is_over() {
        return format!("{}: {}", V::TITLE, position.reason());
    }
    let [first, second] = Side::BOTH.map(|player| position.score(player));
    let [white, black] = Divercite::<V>::PLAYERS;
    let mover = Divercite::<V>::side_name(position.to_move());
    format!("{}: {white} {first}, {black} {second}, {mover} to move", V::TITLE)
}
