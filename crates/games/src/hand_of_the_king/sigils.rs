//! The marks of the houses and of Varys: a few clean shapes each, so that a house is known without its colour.
//!
//! Marks are drawn in a box from -1 to 1 in both directions and scaled where they are used.

use std::fmt::Write;

use super::house::House;
use crate::scene::{Form, Paint, Point, Shape, Tint, at};

/// A piece of a mark. `true` means that it is cut out: drawn in the colour of the field.
enum Piece {
    /// A closed outline.
    Outline(&'static [(f32, f32)], bool),
    /// A closed outline that is drawn a second time from right to left.
    Twins(&'static [(f32, f32)], bool),
    /// A circle of a radius.
    Disc((f32, f32), f32, bool),
    /// An open line of a width: a start and then triples of points of cubic curves.
    Curve(&'static [(f32, f32)], f32),
    /// Such a line and its mirror image.
    CurveTwins(&'static [(f32, f32)], f32),
}

use Piece::{Curve, CurveTwins, Disc, Outline, Twins};

/// A wolf's head from the front.
const WOLF: &[Piece] = &[
    Outline(
        &[
            (0.0, -0.45),
            (0.28, -0.5),
            (0.72, -1.0),
            (0.82, -0.25),
            (0.98, 0.15),
            (0.68, 0.2),
            (0.72, 0.45),
            (0.4, 0.45),
            (0.22, 0.9),
            (0.0, 1.0),
            (-0.22, 0.9),
            (-0.4, 0.45),
            (-0.72, 0.45),
            (-0.68, 0.2),
            (-0.98, 0.15),
            (-0.82, -0.25),
            (-0.72, -1.0),
            (-0.28, -0.5),
        ],
        false,
    ),
    Twins(&[(0.18, 0.12), (0.58, -0.14), (0.5, 0.12)], true),
    Outline(&[(-0.15, 0.62), (0.15, 0.62), (0.0, 0.82)], true),
];

/// A kraken: a mantle with eyes over curling arms.
const KRAKEN: &[Piece] = &[
    Outline(
        &[
            (0.0, -1.0),
            (0.3, -0.72),
            (0.42, -0.35),
            (0.3, 0.05),
            (0.2, 0.22),
            (-0.2, 0.22),
            (-0.3, 0.05),
            (-0.42, -0.35),
            (-0.3, -0.72),
        ],
        false,
    ),
    Disc((0.15, -0.18), 0.09, true),
    Disc((-0.15, -0.18), 0.09, true),
    CurveTwins(&[(0.22, 0.05), (0.5, 0.3), (1.0, 0.25), (0.9, -0.15), (0.85, -0.35), (0.6, -0.3), (0.66, -0.1)], 0.16),
    CurveTwins(&[(0.16, 0.18), (0.4, 0.6), (0.95, 0.5), (0.92, 0.82), (0.9, 0.98), (0.65, 0.95), (0.68, 0.8)], 0.16),
    CurveTwins(&[(0.06, 0.2), (0.08, 0.5), (0.4, 0.65), (0.2, 0.98)], 0.16),
];

/// A lion's head: a mane of rays, ears, and a face cut out of it.
const LION: &[Piece] = &[
    Outline(
        &[
            (0.0, -1.0),
            (0.22, -0.76),
            (0.5, -0.87),
            (0.56, -0.56),
            (0.87, -0.5),
            (0.76, -0.2),
            (1.0, 0.0),
            (0.76, 0.22),
            (0.87, 0.5),
            (0.56, 0.56),
            (0.5, 0.87),
            (0.22, 0.76),
            (0.0, 1.0),
            (-0.22, 0.76),
            (-0.5, 0.87),
            (-0.56, 0.56),
            (-0.87, 0.5),
            (-0.76, 0.22),
            (-1.0, 0.0),
            (-0.76, -0.2),
            (-0.87, -0.5),
            (-0.56, -0.56),
            (-0.5, -0.87),
            (-0.22, -0.76),
        ],
        false,
    ),
    Twins(&[(0.14, -0.12), (0.46, -0.3), (0.42, -0.06)], true),
    Outline(&[(-0.22, 0.12), (0.22, 0.12), (0.0, 0.36)], true),
    Outline(&[(-0.05, 0.3), (0.05, 0.3), (0.05, 0.5), (0.34, 0.62), (0.0, 0.6), (-0.34, 0.62), (-0.05, 0.5)], true),
];

/// A dragon with spread wings and the three heads of its house.
const DRAGON: &[Piece] = &[
    Outline(&[(0.0, -0.35), (0.2, 0.05), (0.14, 0.45), (0.0, 1.0), (-0.14, 0.45), (-0.2, 0.05)], false),
    Twins(
        &[
            (0.12, 0.1),
            (0.5, -0.3),
            (1.0, -0.42),
            (0.9, 0.0),
            (1.0, 0.4),
            (0.68, 0.28),
            (0.55, 0.62),
            (0.36, 0.34),
            (0.14, 0.45),
        ],
        false,
    ),
    Curve(&[(0.0, 0.0), (0.0, -0.2), (0.0, -0.5), (0.0, -0.7)], 0.2),
    CurveTwins(&[(0.05, -0.1), (0.1, -0.4), (0.45, -0.3), (0.42, -0.72)], 0.16),
    Outline(&[(-0.16, -0.62), (0.0, -1.0), (0.16, -0.62)], false),
    Twins(&[(0.26, -0.62), (0.48, -0.96), (0.6, -0.6)], false),
    CurveTwins(&[(0.0, 0.82), (0.05, 1.0), (0.25, 1.0), (0.32, 0.82)], 0.12),
];

/// A stag's head under its antlers.
const STAG: &[Piece] = &[
    Outline(&[(-0.24, 0.02), (0.24, 0.02), (0.2, 0.5), (0.14, 0.9), (0.0, 1.0), (-0.14, 0.9), (-0.2, 0.5)], false),
    Twins(&[(0.2, 0.12), (0.62, 0.04), (0.22, 0.34)], false),
    Disc((0.11, 0.38), 0.06, true),
    Disc((-0.11, 0.38), 0.06, true),
    CurveTwins(&[(0.14, 0.05), (0.2, -0.3), (0.95, -0.2), (0.86, -0.95)], 0.15),
    CurveTwins(&[(0.2, -0.1), (0.3, -0.4), (0.22, -0.6), (0.2, -0.9)], 0.14),
    CurveTwins(&[(0.55, -0.27), (0.6, -0.45), (0.56, -0.6), (0.52, -0.8)], 0.13),
];

/// A rose of five petals on five sepals.
const ROSE: &[Piece] = &[
    Outline(
        &[
            (0.0, -0.55),
            (0.59, -0.81),
            (0.52, -0.17),
            (0.95, 0.31),
            (0.32, 0.44),
            (0.0, 1.0),
            (-0.32, 0.44),
            (-0.95, 0.31),
            (-0.52, -0.17),
            (-0.59, -0.81),
        ],
        false,
    ),
    Disc((0.0, -0.55), 0.42, false),
    Disc((0.52, -0.17), 0.42, false),
    Disc((0.32, 0.44), 0.42, false),
    Disc((-0.32, 0.44), 0.42, false),
    Disc((-0.52, -0.17), 0.42, false),
    Disc((0.0, 0.0), 0.44, true),
    Disc((0.0, 0.0), 0.32, false),
    Disc((0.0, 0.0), 0.13, true),
];

/// A leaping trout.
const TROUT: &[Piece] = &[
    Outline(
        &[
            (-0.98, -0.12),
            (-0.72, -0.4),
            (-0.3, -0.55),
            (0.12, -0.5),
            (0.5, -0.22),
            (0.95, -0.55),
            (0.85, 0.02),
            (0.98, 0.55),
            (0.5, 0.22),
            (0.1, 0.44),
            (-0.35, 0.42),
            (-0.75, 0.2),
        ],
        false,
    ),
    Outline(&[(-0.3, -0.5), (0.1, -0.88), (0.22, -0.45)], false),
    Outline(&[(-0.25, 0.4), (0.05, 0.8), (0.15, 0.4)], false),
    Disc((-0.62, -0.12), 0.1, true),
    Outline(&[(-0.36, -0.36), (-0.24, -0.36), (-0.12, -0.02), (-0.24, 0.32), (-0.36, 0.32), (-0.26, -0.02)], true),
];

/// A spider, for the master of whisperers.
const SPIDER: &[Piece] = &[
    Disc((0.0, 0.28), 0.4, false),
    Disc((0.0, -0.3), 0.25, false),
    CurveTwins(&[(0.15, -0.2), (0.35, -0.4), (0.6, -0.45), (0.62, -0.98)], 0.12),
    CurveTwins(&[(0.2, -0.08), (0.45, -0.3), (0.8, -0.3), (0.98, -0.6)], 0.12),
    CurveTwins(&[(0.2, 0.05), (0.5, -0.1), (0.85, 0.1), (0.98, 0.5)], 0.12),
    CurveTwins(&[(0.2, 0.12), (0.5, 0.1), (0.66, 0.4), (0.6, 0.98)], 0.12),
    Outline(&[(0.0, 0.06), (0.13, 0.28), (0.0, 0.5), (-0.13, 0.28)], true),
];

/// The colours of the houses in their order, and of Varys.
pub(super) static PALETTE: [Tint; 8] = [
    Tint::new("stark", "#74818E", "#76838F", 247),
    Tint::new("greyjoy", "#1F6F78", "#25848E", 30),
    Tint::new("lannister", "#A3202B", "#C23640", 124),
    Tint::new("targaryen", "#6A2C91", "#8E4DB8", 91),
    Tint::new("baratheon", "#E0B100", "#EBC21F", 220),
    Tint::new("tyrell", "#44902A", "#4A9A2C", 70),
    Tint::new("tully", "#2F5FC4", "#4C7DE0", 27),
    Tint::new("varys", "#3A3532", "#D8D2C8", 231),
];
/// The colour of Varys, who belongs to no house.
pub(super) const VARYS: Paint = Paint::Own(&PALETTE[7]);

/// The colour of a house.
pub(super) const fn paint(house: House) -> Paint {
    Paint::Own(&PALETTE[house as usize])
}

/// The mark of a house around a point; `reach` is half its size.
pub(super) fn sigil(house: House, centre: Point, reach: f32) -> Vec<Shape> {
    let pieces = match house {
        House::Stark => WOLF,
        House::Greyjoy => KRAKEN,
        House::Lannister => LION,
        House::Targaryen => DRAGON,
        House::Baratheon => STAG,
        House::Tyrell => ROSE,
        House::Tully => TROUT,
    };
    let mark = if house == House::Baratheon { Paint::OnPale } else { Paint::OnDeep };
    draw(pieces, centre, reach, mark, paint(house))
}

/// The mark of Varys.
pub(super) fn spider(centre: Point, reach: f32) -> Vec<Shape> {
    draw(SPIDER, centre, reach, Paint::Card, VARYS)
}

fn draw(pieces: &[Piece], centre: Point, reach: f32, mark: Paint, field: Paint) -> Vec<Shape> {
    let place = |(x, y): (f32, f32), side: f32| at(centre.x + side * x * reach, centre.y + y * reach);
    let outline = |points: &[(f32, f32)], side: f32| Form::Polygon(points.iter().map(|&p| place(p, side)).collect());
    let curve = |points: &[(f32, f32)], side: f32| {
        let mut data = String::new();
        for (index, &point) in points.iter().enumerate() {
            let letter = if index == 0 {
                "M"
            } else if index % 3 == 1 {
                " C"
            } else {
                " "
            };
            let point = place(point, side);
            let _ = write!(data, "{letter}{:.3} {:.3}", point.x, point.y);
        }
        Form::path(data)
    };
    let colour = |cut: bool| if cut { field } else { mark };
    let mut shapes = Vec::with_capacity(2 * pieces.len());
    for piece in pieces {
        match *piece {
            Outline(points, cut) => shapes.push(outline(points, 1.0).fill(colour(cut))),
            Twins(points, cut) => shapes.extend([1.0, -1.0].map(|side| outline(points, side).fill(colour(cut)))),
            Disc(middle, radius, cut) => {
                let middle = place(middle, 1.0);
                shapes.push(Form::circle(radius * reach).moved(middle.x, middle.y).fill(colour(cut)));
            }
            Curve(points, width) => shapes.push(curve(points, 1.0).stroke(mark, width * reach)),
            CurveTwins(points, width) => {
                shapes.extend([1.0, -1.0].map(|side| curve(points, side).stroke(mark, width * reach)));
            }
        }
    }
    shapes
}
