//! Outlines with a fill and a stroke.

use super::{Paint, Point, at};

/// A geometric outline or a word, in coordinates of its item.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// All points at a distance.
    Circle {
        /// The middle.
        centre: Point,
        /// The distance.
        radius: f32,
    },
    /// A box with rounded corners.
    Rectangle {
        /// The upper left corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// The radius of the corners.
        rounding: f32,
    },
    /// A closed outline of straight lines.
    Polygon(Vec<Point>),
    /// A free outline in the words of SVG's path data.
    Path(String),
    /// A word or number.
    Text {
        /// The anchor's place; vertically it is the middle of the letters.
        place: Point,
        /// The height of the letters.
        height: f32,
        /// Which end of the word the place is.
        anchor: Anchor,
        /// Whether the letters are heavy.
        bold: bool,
        /// The word.
        words: String,
    },
}

/// Which part of a word sits at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A line along an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub paint: Paint,
    /// Its width in board units.
    pub width: f32,
}

/// An outline with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline.
    pub form: Form,
    /// The colour inside, if any.
    pub fill: Option<Paint>,
    /// The line around, if any.
    pub stroke: Option<Stroke>,
}

impl Form {
    /// A circle around the item's origin.
    pub const fn circle(radius: f32) -> Self {
        Form::Circle { centre: at(0.0, 0.0), radius }
    }

    /// A box around the item's origin.
    pub const fn rectangle(width: f32, height: f32, rounding: f32) -> Self {
        Form::Rectangle { corner: at(-width / 2.0, -height / 2.0), size: at(width, height), rounding }
    }

    /// A square standing on its corner around the item's origin; `reach` is half its diagonal.
    pub fn diamond(reach: f32) -> Self {
        Form::Polygon(vec![at(0.0, -reach), at(reach, 0.0), at(0.0, reach), at(-reach, 0.0)])
    }

    /// A path in the words of SVG.
    pub fn path(data: impl Into<String>) -> Self {
        Form::Path(data.into())
    }

    /// A word centred on the item's origin.
    pub fn text(words: impl Into<String>, height: f32) -> Self {
        Form::Text { place: at(0.0, 0.0), height, anchor: Anchor::Middle, bold: false, words: words.into() }
    }

    /// The same outline with its centre or place moved; polygons move with all their points, and
    /// paths, whose data is opaque, stay.
    #[must_use]
    pub fn moved(mut self, x: f32, y: f32) -> Self {
        let shift = |point: &mut Point| *point = at(point.x + x, point.y + y);
        match &mut self {
            Form::Circle { centre, .. } => shift(centre),
            Form::Rectangle { corner, .. } => shift(corner),
            Form::Polygon(points) => points.iter_mut().for_each(shift),
            Form::Text { place, .. } => shift(place),
            Form::Path(_) => {}
        }
        self
    }

    /// The same word in heavy letters; other forms have no weight.
    #[must_use]
    pub fn bold(mut self) -> Self {
        if let Form::Text { bold, .. } = &mut self {
            *bold = true;
        }
        self
    }

    /// The same word hanging on another of its ends; other forms have none.
    #[must_use]
    pub fn anchored(mut self, to: Anchor) -> Self {
        if let Form::Text { anchor, .. } = &mut self {
            *anchor = to;
        }
        self
    }

    /// The outline filled with a colour.
    pub fn fill(self, paint: Paint) -> Shape {
        Shape { form: self, fill: Some(paint), stroke: None }
    }

    /// The outline as a line only.
    pub fn stroke(self, paint: Paint, width: f32) -> Shape {
        Shape { form: self, fill: None, stroke: Some(Stroke { paint, width }) }
    }
}

impl Shape {
    /// The same shape with a line around it.
    #[must_use]
    pub fn outlined(mut self, paint: Paint, width: f32) -> Self {
        self.stroke = Some(Stroke { paint, width });
        self
    }
}
