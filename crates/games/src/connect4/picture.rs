//! Connect 4 as a picture: a blue frame with holes. Red discs carry a ring, yellow ones a square, so that shape tells them apart.

use super::{COLUMNS, Column, Connect4, DIRECTIONS, ROWS, cell, column_mask};
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::scene::{Canvas, Ending, Form, Paint, Scene, Shape, Style, at};

const MARGIN: f32 = 0.35;
const FOOT: f32 = 0.6;

pub(super) fn draw(position: &Connect4, last: Option<Column>, ending: Option<&Ending>) -> Scene {
    let discs = [position.discs(Side::First), position.discs(Side::Second)];
    let landed = last.map(|Column(column)| (column, height(position, column) - 1));
    let line = winning_cells(discs[0]) | winning_cells(discs[1]);
    let size = at(f32::from(COLUMNS) + 2.0 * MARGIN, f32::from(ROWS) + 2.0 * MARGIN + FOOT);
    let mut scene = Scene::new(size, describe(position, ending), canvas(discs, landed, line));

    let middle = at(size.x / 2.0, MARGIN + f32::from(ROWS) / 2.0);
    let frame = Form::rectangle(f32::from(COLUMNS) + 0.3, f32::from(ROWS) + 0.3, 0.35);
    scene.decorate(middle, vec![frame.fill(Paint::Blue).outlined(Paint::Edge, 0.04)]);
    for column in 0..COLUMNS {
        let mut shapes = Vec::new();
        for row in 0..ROWS {
            let bit = cell(column, row);
            let y = depth(row);
            let owner = Side::BOTH.into_iter().find(|player| discs[player.index()] & bit != 0);
            shapes.extend(disc(owner).into_iter().map(|shape| Shape { form: shape.form.moved(0.0, y), ..shape }));
            if line & bit != 0 {
                shapes.push(Form::circle(0.44).moved(0.0, y).stroke(Paint::Light, 0.07));
            }
            if landed == Some((column, row)) {
                shapes.push(Form::circle(0.47).moved(0.0, y).stroke(Paint::Accent, 0.06));
            }
        }
        let number = Form::text((column + 1).to_string(), 0.36).moved(0.0, f32::from(ROWS) / 2.0 + 0.5);
        shapes.push(number.fill(Paint::Faint));
        let area = Form::rectangle(1.0, f32::from(ROWS), 0.2);
        let place = at(MARGIN + 0.5 + f32::from(column), middle.y);
        scene.add_cell(place, (column + 1).to_string(), label(position, column), area, shapes);
        scene.aim_at(at(0.0, depth(height(position, column).min(ROWS - 1))));
    }
    scene
}

/// How far a row lies below the middle of its column.
fn depth(row: u8) -> f32 {
    f32::from(ROWS) / 2.0 - 0.5 - f32::from(row)
}

/// A disc, or the hole where one may come.
pub(super) fn disc(owner: Option<Side>) -> Vec<Shape> {
    match owner {
        None => vec![Form::circle(0.4).fill(Paint::Table)],
        Some(Side::First) => vec![
            Form::circle(0.4).fill(Paint::Red).outlined(Paint::OnPale, 0.02),
            Form::circle(0.24).stroke(Paint::OnDeep, 0.07),
        ],
        Some(Side::Second) => vec![
            Form::circle(0.4).fill(Paint::Yellow).outlined(Paint::OnPale, 0.02),
            Form::rectangle(0.3, 0.3, 0.03).fill(Paint::OnPale),
        ],
    }
}

fn height(position: &Connect4, column: u8) -> u8 {
    (position.filled & column_mask(column)).count_ones() as u8
}

fn label(position: &Connect4, column: u8) -> String {
    let height = height(position, column);
    let Some(top) = height.checked_sub(1) else {
        return format!("column {}, empty", column + 1);
    };
    let first = position.discs(Side::First) & cell(column, top) != 0;
    let owner = Connect4::PLAYERS[usize::from(!first)];
    let discs = if height == 1 { "disc" } else { "discs" };
    format!("column {}, {height} {discs}, {owner} on top", column + 1)
}

fn describe(position: &Connect4, ending: Option<&Ending>) -> String {
    if let Some(ending) = ending {
        return format!("Connect 4: {}", ending.words(Connect4::PLAYERS));
    }
    match position.outcome() {
        Some(_) => format!("Connect 4: {}", position.reason()),
        None => format!("Connect 4: {} to move", Connect4::side_name(position.to_move())),
    }
}

/// Every cell that belongs to a line of four or more.
fn winning_cells(discs: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |cells, &step| {
        let pairs = discs & (discs >> step);
        let heads = pairs & (pairs >> (2 * step));
        cells | heads | heads << step | heads << (2 * step) | heads << (3 * step)
    })
}

fn canvas(discs: [u64; 2], landed: Option<(u8, u8)>, line: u64) -> Canvas {
    let mut canvas = Canvas::new();
    let frame = Style::ink(Paint::Blue);
    for row in 0..ROWS {
        let y = usize::from(ROWS - 1 - row);
        canvas.put(y, 0, "│", frame);
        for column in 0..COLUMNS {
            let bit = cell(column, row);
            let (glyph, paint) = match (discs[0] & bit != 0, discs[1] & bit != 0) {
                (true, _) => ("●", Paint::Red),
                (_, true) => ("■", Paint::Yellow),
                _ => ("·", Paint::Faint),
            };
            let x = 2 + 3 * usize::from(column);
            canvas.put(y, x, glyph, Style { bold: line & bit != 0, ..Style::ink(paint) });
            if landed == Some((column, row)) {
                canvas.put(y, x - 1, "[", Style::ink(Paint::Accent));
                canvas.put(y, x + 1, "]", Style::ink(Paint::Accent));
            }
        }
        canvas.put(y, 3 * usize::from(COLUMNS) + 1, "│", frame);
    }
    canvas.put(usize::from(ROWS), 0, &format!("└{}┘", "─".repeat(3 * usize::from(COLUMNS))), frame);
    for column in 0..COLUMNS {
        canvas.put(
            usize::from(ROWS) + 1,
            2 + 3 * usize::from(column),
            &(column + 1).to_string(),
            Style::ink(Paint::Faint),
        );
    }
    canvas
}
