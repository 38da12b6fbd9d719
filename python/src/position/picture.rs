//! The board as a picture.

use grandline_games::scene::{Form, Paint, Point, Scene, at};
use pyo3::prelude::*;

use super::Position;
use crate::error::wrong;

/// Where an arrow goes: along a legal move, or from one cell of the picture to another.
#[derive(FromPyObject)]
enum Arrow {
    Move(String),
    Cells(String, String),
}

#[pymethods]
impl Position {
    /// The board as a self-contained SVG file.
    ///
    /// The last move is marked unless `last_move` is false. Arrows are legal moves, or pairs of cells by their ids in the
    /// picture. `turned` rotates the board to the view of the second player, in games where the players face each other.
    ///
    /// >>> import grandline
    /// >>> grandline.Position("checkers").svg(arrows=["11-15"]).startswith("<svg")
    /// True
    #[pyo3(signature = (*, last_move = true, arrows = Vec::new(), turned = false))]
    fn svg(&self, last_move: bool, arrows: Vec<Arrow>, turned: bool) -> PyResult<String> {
        let scene = self.inner.scene(last_move);
        let mut scene = if turned { scene.turned() } else { scene };
        for arrow in arrows {
            let cells = match arrow {
                Arrow::Move(text) => self.inner.path(self.inner.parse_move(&text).map_err(wrong)?).unwrap_or_default(),
                Arrow::Cells(from, to) => vec![from, to],
            };
            draw_arrow(&mut scene, &cells)?;
        }
        Ok(scene.to_svg())
    }

    fn _repr_svg_(&self) -> String {
        self.inner.scene(true).to_svg()
    }
}

/// Draws an arrow from cell to cell, or a ring for a move that touches a single cell.
fn draw_arrow(scene: &mut Scene, cells: &[String]) -> PyResult<()> {
    let target = |id: &String| scene.target(id).ok_or_else(|| wrong(unknown_cell(scene, id)));
    let points = cells.iter().map(target).collect::<PyResult<Vec<Point>>>()?;
    let (width, head) = (0.09, 0.28);
    let (last, before) = match points.as_slice() {
        [] => return Ok(()),
        [only] => {
            let ring = Form::circle(0.3).stroke(Paint::Accent, width);
            scene.decorate(*only, vec![ring]);
            return Ok(());
        }
        [.., before, last] => (*last, *before),
    };
    let (across, down) = (last.x - before.x, last.y - before.y);
    let length = across.hypot(down).max(f32::EPSILON);
    let (across, down) = (across / length, down / length);
    let neck = at(last.x - across * head, last.y - down * head);
    let line = points[..points.len() - 1].iter().chain([&neck]);
    let data: Vec<String> = line.map(|point| format!("{:.3} {:.3}", point.x, point.y)).collect();
    let side = |sign: f32| at(neck.x - sign * down * head * 0.6, neck.y + sign * across * head * 0.6);
    let shaft = Form::Path(format!("M{}", data.join("L"))).stroke(Paint::Accent, width);
    let tip = Form::Polygon(vec![last, side(1.0), side(-1.0)]).fill(Paint::Accent);
    scene.decorate(at(0.0, 0.0), vec![shaft, tip]);
    Ok(())
}

fn unknown_cell(scene: &Scene, id: &str) -> String {
    let known: Vec<&str> = scene.cells().take(8).map(|cell| cell.id.as_str()).collect();
    format!("the picture has no cell '{id}'; cells are called {}, ...", known.join(", "))
}
