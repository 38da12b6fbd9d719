//! A position as a picture that knows no medium: shapes in board units for SVG, a grid of
//! characters for the terminal, and the cells a move can touch.

mod canvas;
mod ending;
mod paint;
mod shape;
mod svg;

pub use canvas::{Canvas, Style};
pub use ending::Ending;
pub use paint::{Paint, Tint};
pub use shape::{Anchor, Form, Shape, Stroke};

use crate::game::Side;

/// A place in board units; x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the top edge.
    pub y: f32,
}

/// Short for `Point { x, y }`, since pictures are mostly made of points.
pub const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// The picture of one position.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The size in board units.
    pub size: Point,
    /// What a screen reader says of the whole picture.
    pub description: String,
    /// What is drawn, the lowest first.
    pub items: Vec<Item>,
    /// The same position in characters.
    pub canvas: Canvas,
    /// The player who sits at the lower edge, where the players sit opposite each other.
    pub near: Option<Side>,
}

/// Shapes that stay together: they are drawn around `at` and move as one when a board is turned.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where the item's own origin lies on the board.
    pub at: Point,
    /// The cell it is, if a move can touch it.
    pub cell: Option<Cell>,
    /// Its shapes, in coordinates of the item, the lowest first.
    pub shapes: Vec<Shape>,
    /// The piece on it, drawn above its shapes: what a person drags, and what is seen to move.
    pub piece: Vec<Shape>,
}

/// Something a move can touch.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The stable name that [`Notation::path`](crate::Notation::path) uses; unique in a scene.
    pub id: String,
    /// What a screen reader says of it, contents included.
    pub label: String,
    /// The area that answers to a touch, in coordinates of the item.
    pub area: Form,
    /// Where a mark for a move to it belongs, in coordinates of the item.
    pub aim: Point,
}

impl Scene {
    /// An empty picture.
    pub fn new(size: Point, description: impl Into<String>, canvas: Canvas) -> Self {
        Scene { size, description: description.into(), items: Vec::new(), canvas, near: None }
    }

    /// Adds something that is only looked at.
    pub fn decorate(&mut self, at: Point, shapes: Vec<Shape>) {
        self.items.push(Item { at, cell: None, shapes, piece: Vec::new() });
    }

    /// Adds something a move can touch.
    pub fn add_cell(
        &mut self,
        at: Point,
        id: impl Into<String>,
        label: impl Into<String>,
        area: Form,
        shapes: Vec<Shape>,
    ) {
        let cell = Cell { id: id.into(), label: label.into(), area, aim: Point::default() };
        self.items.push(Item { at, cell: Some(cell), shapes, piece: Vec::new() });
    }

    /// Says where on the cell that was added last a piece comes to lie, if that is not its centre.
    pub fn aim_at(&mut self, aim: Point) {
        if let Some(cell) = self.items.last_mut().and_then(|item| item.cell.as_mut()) {
            cell.aim = aim;
        }
    }

    /// Puts a piece on the cell that was added last.
    pub fn add_piece(&mut self, piece: Vec<Shape>) {
        if let Some(item) = self.items.last_mut() {
            item.piece = piece;
        }
    }

    /// The cells in drawing order.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.items.iter().filter_map(|item| item.cell.as_ref())
    }

    /// Where on a cell a piece comes to lie, to point an arrow at it.
    pub fn target(&self, id: &str) -> Option<Point> {
        let aim = |item: &Item| {
            let cell = item.cell.as_ref().filter(|cell| cell.id == id)?;
            Some(at(item.at.x + cell.aim.x, item.at.y + cell.aim.y))
        };
        self.items.iter().find_map(aim)
    }

    /// The picture turned by half a circle, as the player opposite sees it: places turn, pieces and words stay upright.
    /// Where nobody sits opposite there is no other side to see it from, and it stays as it is.
    #[must_use]
    pub fn turned(mut self) -> Self {
        let Some(near) = self.near else { return self };
        self.near = Some(!near);
        for item in &mut self.items {
            item.at = at(self.size.x - item.at.x, self.size.y - item.at.y);
        }
        self
    }

    /// A whole SVG file with its own style, right in light and dark surroundings.
    pub fn to_svg(&self) -> String {
        svg::draw(self, true)
    }

    /// The same for a page that already carries [`Scene::stylesheet`].
    pub fn to_bare_svg(&self) -> String {
        svg::draw(self, false)
    }

    /// Shapes around the origin as a small picture, for a page that carries [`Scene::stylesheet`].
    pub fn icon(shapes: &[Shape]) -> String {
        svg::icon(shapes)
    }

    /// The style all scenes share.
    pub fn stylesheet() -> String {
        svg::stylesheet()
    }
}
