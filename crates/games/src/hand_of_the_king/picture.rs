//! Hand of the King as a picture: the court of cards, a table of the houses, and the companions.

use super::companions::Companion;
use super::house::House;
use super::location::{Location, SIDE};
use super::sigils::{VARYS, paint, sigil, spider};
use super::{HandOfTheKing, Move, Variant};
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::scene::{Anchor, Ending, Form, Paint, Point, Scene, Shape, at};

const MARGIN: f32 = 0.3;
/// The distance from one card to the next.
const STEP: Point = at(1.06, 1.24);
/// The size of a card.
const CARD: Point = at(0.98, 1.16);
/// The width of the table beside the board.
const TABLE: f32 = 3.7;
const GAP: f32 = 0.3;
/// The height of a companion.
const COMPANION: f32 = 0.86;
const STATUS: f32 = 0.5;

pub(super) fn draw<V: Variant>(position: &HandOfTheKing<V>, last: Option<Move>, ending: Option<&Ending>) -> Scene {
    let board = at(f32::from(SIDE) * STEP.x, f32::from(SIDE) * STEP.y);
    let companions = if V::COMPANIONS { COMPANION + GAP } else { 0.0 };
    let size = at(board.x + TABLE + GAP + 2.0 * MARGIN, board.y + companions + STATUS + 2.0 * MARGIN);
    let marked = touched(last);
    let description = format!("{}: {}", V::TITLE, status(position, ending));
    let mut scene = Scene::new(size, description, super::terminal::draw(position, &marked, ending));
    for location in Location::all() {
        let place = at(
            MARGIN + (f32::from(location.column()) + 0.5) * STEP.x,
            MARGIN + (f32::from(location.row()) + 0.5) * STEP.y,
        );
        let mut shapes = card(position, location);
        if marked.contains(&location) {
            shapes.push(Form::rectangle(CARD.x, CARD.y, 0.1).stroke(Paint::Accent, 0.075));
        }
        let area = Form::rectangle(CARD.x, CARD.y, 0.1);
        scene.add_cell(place, location.number().to_string(), label(position, location), area, shapes);
    }
    draw_table(&mut scene, position, ending, at(MARGIN + board.x + GAP, MARGIN + (STEP.y - CARD.y) / 2.0));
    if V::COMPANIONS {
        let top = MARGIN + board.y + GAP;
        draw_companions(&mut scene, position, last.and_then(Move::companion), at(MARGIN, top), size.x - 2.0 * MARGIN);
    }
    let words = ending.map_or_else(|| status(position, None), |ending| ending.result(HandOfTheKing::<V>::PLAYERS));
    let words = Form::text(words, 0.3).anchored(Anchor::Start).bold();
    scene.decorate(at(MARGIN + 0.05, size.y - MARGIN - 0.08), vec![words.fill(Paint::Ink)]);
    scene
}

/// The places the last move was about.
fn touched(last: Option<Move>) -> Vec<Location> {
    match last {
        Some(Move::Take(card) | Move::Jon(card) | Move::Sandor(card)) => vec![card],
        Some(Move::Ramsay(a, b) | Move::Jaqen(a, b, _)) => vec![a, b],
        Some(Move::Gendry | Move::Melisandre) | None => Vec::new(),
    }
}

/// What happens next, or how the game ended.
pub(super) fn status<V: Variant>(position: &HandOfTheKing<V>, ending: Option<&Ending>) -> String {
    if let Some(ending) = ending {
        return ending.words(HandOfTheKing::<V>::PLAYERS);
    }
    if position.outcome().is_some() {
        return position.reason();
    }
    let player = HandOfTheKing::<V>::side_name(position.to_move());
    if position.is_choosing() { format!("{player} uses a companion") } else { format!("{player} to move") }
}

fn label<V: Variant>(position: &HandOfTheKing<V>, location: Location) -> String {
    let content = match position.card(location) {
        Some(house) => house.name(),
        None if location == position.varys() => "Varys",
        None => "empty",
    };
    format!("location {}, {content}", location.number())
}

/// A card with its banner, Varys, or the faint trace of a card that is gone.
fn card<V: Variant>(position: &HandOfTheKing<V>, location: Location) -> Vec<Shape> {
    let number = |paint| {
        let number = Form::text(location.number().to_string(), 0.15).anchored(Anchor::Start);
        number.moved(-CARD.x / 2.0 + 0.055, -CARD.y / 2.0 + 0.12).fill(paint)
    };
    let name = |name: &str, paint| Form::text(name, 0.145).bold().moved(0.0, CARD.y / 2.0 - 0.12).fill(paint);
    let sheet = Form::rectangle(CARD.x, CARD.y, 0.1);
    if let Some(house) = position.card(location) {
        let mut shapes = vec![
            sheet.fill(Paint::Card).outlined(Paint::Edge, 0.025),
            banner(at(0.06, -0.07), at(0.58, 0.86)).fill(paint(house)),
        ];
        shapes.extend(sigil(house, at(0.06, -0.14), 0.24));
        shapes.extend([number(Paint::Faint), name(house.name(), Paint::Ink)]);
        shapes
    } else if location == position.varys() {
        let mut shapes = vec![sheet.fill(VARYS).outlined(VARYS, 0.025)];
        shapes.extend(spider(at(0.0, -0.06), 0.34));
        shapes.extend([number(Paint::Card), name("Varys", Paint::Card)]);
        shapes
    } else {
        vec![sheet.stroke(Paint::Board, 0.035), number(Paint::Faint)]
    }
}

/// The banner of a house alone, as large as a card.
pub(super) fn standard(house: House) -> Vec<Shape> {
    let mut shapes = vec![banner(at(0.0, 0.0), at(0.68, 0.96)).fill(paint(house))];
    shapes.extend(sigil(house, at(0.0, -0.08), 0.29));
    shapes
}

/// Varys, for a palette.
pub(super) fn varys_card() -> Vec<Shape> {
    let mut shapes = vec![Form::rectangle(0.9, 1.06, 0.1).fill(VARYS)];
    shapes.extend(spider(at(0.0, 0.0), 0.36));
    shapes
}

/// What stands for the captured cards of a player, for a palette.
pub(super) fn captured_sign(name: &str) -> Vec<Shape> {
    let sheet = |x: f32, y: f32| {
        Form::rectangle(0.56, 0.66, 0.07).moved(x, y).fill(Paint::Card).outlined(Paint::Edge, 0.03)
    };
    vec![
        sheet(-0.1, -0.22),
        sheet(0.0, -0.16),
        sheet(0.1, -0.1),
        Form::text(name, 0.27).bold().moved(0.0, 0.44).fill(Paint::Ink),
    ]
}

/// A hanging cloth with a swallow's tail.
fn banner(centre: Point, size: Point) -> Form {
    let (x, y) = (size.x / 2.0, size.y / 2.0);
    let points = [(-x, -y), (x, -y), (x, y), (0.0, y - 0.24 * size.x), (-x, y)];
    Form::Polygon(points.map(|(x, y)| at(centre.x + x, centre.y + y)).to_vec())
}

/// Where the columns of the two players stand in the table.
const COLUMNS: [f32; 2] = [2.38, 3.26];
const ROW: f32 = 0.84;

/// Houses, captured cards and banners, each line on its own height.
fn draw_table<V: Variant>(
    scene: &mut Scene,
    position: &HandOfTheKing<V>,
    ending: Option<&Ending>,
    corner: Point,
) {
    let line = |scene: &mut Scene, y: f32, shapes| scene.decorate(at(corner.x, corner.y + y), shapes);
    let over = ending.is_some() || position.outcome().is_some();
    let mut head = Vec::new();
    for player in Side::BOTH {
        let x = COLUMNS[player.index()];
        let name = Form::text(HandOfTheKing::<V>::side_name(player), 0.24).moved(x, 0.0);
        if !over && player == position.to_move() {
            head.push(name.bold().fill(Paint::Ink));
            let below = [(-0.13, 0.22), (0.13, 0.22), (0.0, 0.36)];
            head.push(Form::Polygon(below.map(|(dx, dy)| at(x + dx, dy)).to_vec()).fill(Paint::Ink));
        } else {
            head.push(name.fill(Paint::Faint));
        }
    }
    line(scene, 0.2, head);
    for house in House::ALL {
        let mut shapes = vec![banner(at(0.27, 0.04), at(0.5, 0.62)).fill(paint(house))];
        shapes.extend(sigil(house, at(0.27, -0.03), 0.19));
        let left = position.on_board(house);
        let name = Form::text(house.name(), 0.25).anchored(Anchor::Start).moved(0.66, -0.1);
        let board = Form::text(format!("{left} on the board"), 0.17).anchored(Anchor::Start).moved(0.66, 0.16);
        shapes.extend([name.fill(Paint::Ink), board.fill(Paint::Faint)]);
        for player in Side::BOTH {
            let x = COLUMNS[player.index()];
            let count = position.counts(player)[house.index()];
            let words = Form::text(count.to_string(), 0.36).moved(x - 0.12, 0.0);
            if position.owner(house) == Some(player) {
                shapes.push(words.bold().fill(Paint::Ink));
                shapes.extend(flag(at(x + 0.16, 0.0)));
            } else {
                shapes.push(words.fill(Paint::Faint));
            }
        }
        line(scene, 1.0 + ROW * house.index() as f32, shapes);
    }
    let y = 1.0 + ROW * House::ALL.len() as f32;
    let mut foot = vec![Form::rectangle(TABLE, 0.03, 0.0).moved(TABLE / 2.0, -0.3).fill(Paint::Edge)];
    foot.push(Form::text("Banners", 0.25).bold().anchored(Anchor::Start).moved(0.1, 0.0).fill(Paint::Ink));
    for player in Side::BOTH {
        let banners = Form::text(position.banners(player).to_string(), 0.4).bold();
        foot.push(banners.moved(COLUMNS[player.index()] - 0.12, 0.0).fill(Paint::Ink));
    }
    line(scene, y, foot);
}

/// A small flag on its pole: this player holds the banner.
fn flag(at_point: Point) -> [Shape; 2] {
    let (x, y) = (at_point.x, at_point.y);
    let cloth = [(0.0, -0.2), (0.3, -0.1), (0.0, 0.02)].map(|(dx, dy)| at(x + dx, y + dy));
    [
        Form::Polygon(cloth.to_vec()).fill(Paint::Gold).outlined(Paint::Ink, 0.015),
        Form::rectangle(0.035, 0.44, 0.01).moved(x, y + 0.01).fill(Paint::Ink),
    ]
}

/// The six companions in a row; those who left the game stay as faint names.
fn draw_companions<V: Variant>(
    scene: &mut Scene,
    position: &HandOfTheKing<V>,
    used: Option<Companion>,
    corner: Point,
    width: f32,
) {
    let step = width / Companion::ALL.len() as f32;
    let tile = Form::rectangle(step - 0.1, COMPANION, 0.1);
    for (index, companion) in Companion::ALL.into_iter().enumerate() {
        let place = at(corner.x + (index as f32 + 0.5) * step, corner.y + COMPANION / 2.0);
        let available = position.companions().contains(companion);
        let [words, effect] = [
            Form::text(companion.name(), 0.23).bold().moved(0.0, -0.14),
            Form::text(effect(companion), 0.15).moved(0.0, 0.19),
        ];
        let mut shapes = if !available {
            let strike = Form::rectangle(0.13 * companion.name().len() as f32, 0.03, 0.0).moved(0.0, -0.14);
            vec![tile.clone().stroke(Paint::Board, 0.03), words.fill(Paint::Edge), strike.fill(Paint::Edge)]
        } else {
            let edge = if position.is_choosing() { (Paint::Gold, 0.07) } else { (Paint::Edge, 0.025) };
            let ground = tile.clone().fill(Paint::Card).outlined(edge.0, edge.1);
            vec![ground, words.fill(Paint::Ink), effect.fill(Paint::Faint)]
        };
        if used == Some(companion) {
            shapes.push(tile.clone().stroke(Paint::Accent, 0.075));
        }
        if available {
            let state = if position.is_choosing() { "can be used now" } else { "available" };
            let label = format!("{}, {}, {state}", companion.name(), self::effect(companion));
            scene.add_cell(place, companion.name(), label, tile.clone(), shapes);
        } else {
            scene.decorate(place, shapes);
        }
    }
}

/// What a companion does, in as few words as fit.
const fn effect(companion: Companion) -> &'static str {
    match companion {
        Companion::Jon => "2 cards of a house",
        Companion::Gendry => "1 Baratheon card",
        Companion::Ramsay => "swaps 2 cards",
        Companion::Sandor => "kills a card",
        Companion::Jaqen => "kills 2 and an ally",
        Companion::Melisandre => "move again",
    }
}
