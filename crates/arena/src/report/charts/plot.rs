//! One line per agent over a common axis, and the frame that all charts share.

use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::ChartError;
use super::theme::{Role, dress};
use super::ticks::Axis;
use crate::report::words::{escaped, plain, shortened};

/// Units of a chart in one pixel. Plotters counts whole units, and lines drawn in whole pixels look like stairs.
pub(super) const UNIT: i32 = 10;
/// The width of every chart, in units.
pub(super) const WIDTH: i32 = 720 * UNIT;
/// The font of a chart: that of the system.
const FONT: &str = "system-ui, sans-serif";
/// Height of letters on the page, in units.
const LETTERS: i32 = 13 * UNIT;
/// Room for the numbers beside a chart.
const LEFT: i32 = 70 * UNIT;
/// What is left free at the edge, so that no letter is cut.
pub(super) const EDGE: i32 = 5 * UNIT;
/// Plotters draws letters smaller than requested.
const ASKED_LETTERS: f64 = LETTERS as f64 * 1.24;

/// How an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// In powers of ten, of which values are the exponents.
    Powers,
    /// In whole steps from zero.
    Counts,
    /// From wherever the values begin, in whatever steps fit.
    Numbers,
}

/// The line of one agent.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

/// A point of a line.
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The text shown on hover.
    pub(super) words: String,
}

/// What a chart of lines shows.
#[derive(Clone, Copy)]
pub(super) struct Subject {
    pub(super) title: &'static str,
    /// What is along the axis below.
    pub(super) across: &'static str,
    /// What is along the axis on the left.
    pub(super) upward: &'static str,
    pub(super) scale: Scale,
    /// A number along the axis on the left; of its exponent where the axis counts powers of ten.
    pub(super) label: fn(f64) -> String,
}

/// A chart area with both axes.
type Area<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// A chart of lines as SVG, such as one line per agent, the best agent first.
pub(super) fn draw(subject: &Subject, lines: &[Curve]) -> Result<String, ChartError> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let across = Axis::whole(points().map(|point| point.x), 8);
    let heights = points().map(|point| point.y);
    let upward = match subject.scale {
        Scale::Powers => Axis::decades(heights),
        Scale::Counts => Axis::counts(heights, 6),
        Scale::Numbers => Axis::round(heights, 6),
    };
    let (legend, head) = legend(lines.iter().map(|line| line.name.as_str()));
    let height = head + 330 * UNIT;
    let mut marks = String::new();
    let drawn = on_sheet(height, |root| {
        let mut area = framed(root, [head + 6 * UNIT, 16 * UNIT, LEFT], &across, &upward)?;
        mesh(&mut area, (subject.across, plain), Some((subject.upward, subject.label)))?;
        for (index, line) in lines.iter().enumerate() {
            let style = Role::Agent(index).stand_in().stroke_width(2 * UNIT as u32);
            let series = line.points.iter().map(|point| (point.x, point.y));
            area.draw_series(LineSeries::new(series, style))?;
        }
        for (index, line) in lines.iter().enumerate() {
            // Many marks in a row hide the line and each other; neighbours begin at different places.
            let every = line.points.len().div_ceil(24).max(1);
            for (number, point) in line.points.iter().enumerate() {
                let visible = (number + index).is_multiple_of(every) || line.points.len() < 3;
                let place = area.backend_coord(&(point.x, point.y));
                mark(&mut marks, Role::Agent(index), place, visible, &format!("{}: {}", line.name, point.words));
            }
        }
        Ok(())
    })?;
    Ok(finished(subject.title, height, &dress(&drawn, lines.len()), &format!("{marks}{legend}")))
}

/// Draws on a sheet and returns what is inside its outermost element.
pub(super) fn on_sheet(
    height: i32,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        draw(&root)?;
        root.present()?;
    }
    let inside = svg.split_once(">\n").and_then(|(_, rest)| rest.trim_end().strip_suffix("</svg>"));
    Ok(inside.unwrap_or_default().to_owned())
}

/// The area between the axes, with room above, on the right, on the left, and for words below.
pub(super) fn framed<'a, 'b>(
    root: &'a DrawingArea<SVGBackend<'b>, Shift>,
    [head, right, left]: [i32; 3],
    across: &Axis,
    upward: &Axis,
) -> Result<Area<'a, 'b>, ChartError> {
    Ok(ChartBuilder::on(root)
        .margin_top(head)
        .margin_left(EDGE)
        .margin_right(right)
        .margin_bottom(2 * UNIT)
        .x_label_area_size(44 * UNIT)
        .y_label_area_size(left)
        .build_cartesian_2d(across.clone(), upward.clone())?)
}

/// What is along an axis, and how its numbers are written.
type Label<'a> = (&'a str, fn(f64) -> String);

/// The guiding lines, the axes, the numbers along them and what they mean. Without numbers along the side, the lines go
/// upward.
pub(super) fn mesh(area: &mut Area<'_, '_>, across: Label<'_>, upward: Option<Label<'_>>) -> Result<(), ChartError> {
    let thin = |role: Role| role.stand_in().stroke_width(UNIT as u32);
    let (ink, faint) = (Role::Ink.stand_in(), Role::Faint.stand_in());
    let (name, label) = upward.unwrap_or(("", |_| String::new()));
    let (below, beside) = (|x: &f64| across.1(*x), |y: &f64| label(*y));
    let mut mesh = area.configure_mesh();
    match upward {
        Some(_) => mesh.disable_x_mesh(),
        None => mesh.disable_y_mesh().disable_y_axis(),
    };
    mesh.x_label_formatter(&below)
        .y_label_formatter(&beside)
        .bold_line_style(thin(Role::Grid))
        .light_line_style(TRANSPARENT)
        .axis_style(thin(Role::Faint))
        .set_all_tick_mark_size(4 * UNIT)
        .label_style((FONT, ASKED_LETTERS, &faint))
        .axis_desc_style((FONT, ASKED_LETTERS, &ink))
        .x_desc(across.0)
        .y_desc(name)
        .draw()?;
    Ok(())
}

/// A mark that shows its number on hover; invisible ones do too.
pub(super) fn mark(svg: &mut String, role: Role, (x, y): (i32, i32), visible: bool, words: &str) {
    let (path, words) = (role.mark(), escaped(words));
    let paint = if visible {
        format!("class=\"{}\" fill=\"{}\"", role.class(), role.light())
    } else {
        "fill-opacity=\"0\"".to_owned()
    };
    let _ = writeln!(svg, "<path transform=\"translate({x} {y})\" d=\"{path}\" {paint}><title>{words}</title></path>");
}

/// Words at a place of a chart.
pub(super) fn text(svg: &mut String, (x, y): (i32, i32), anchor: &str, words: &str) {
    let (class, fill) = (Role::Ink.class(), Role::Ink.light());
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"{anchor}\" class=\"{class}\" fill=\"{fill}\" \
         font-family=\"{FONT}\" font-size=\"{LETTERS}\">{}</text>",
        escaped(words)
    );
}

/// The names of the lines in rows above the chart, and how high they are.
fn legend<'a>(names: impl Iterator<Item = &'a str>) -> (String, i32) {
    const ROW: i32 = 22 * UNIT;
    const SAMPLE: i32 = 34 * UNIT;
    let (left, right) = (EDGE + LEFT, WIDTH - 16 * UNIT);
    let (mut svg, mut x, mut y) = (String::new(), left, ROW / 2);
    for (index, name) in names.enumerate() {
        let role = Role::Agent(index);
        let shown = shortened(name, 32);
        // Letters are seldom wider than this; a gap too wide is better than words on words.
        let width = SAMPLE + 8 * UNIT + shown.chars().count() as i32 * LETTERS * 56 / 100;
        if x + width > right && x > left {
            (x, y) = (left, y + ROW);
        }
        let (class, colour, dash, path) = (role.class(), role.light(), role.dash(), role.mark());
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {y}h{SAMPLE}\" class=\"{class}-line\" stroke=\"{colour}\" stroke-width=\"20\"{dash}/>\
             <path transform=\"translate({} {y})\" d=\"{path}\" class=\"{class}\" fill=\"{colour}\"/>",
            x + SAMPLE / 2
        );
        text(&mut svg, (x + SAMPLE + 8 * UNIT, y), "start", &shown);
        x += width + 18 * UNIT;
    }
    (svg, y + ROW / 2)
}

/// The whole picture: what plotters drew, what was added, and a label for screen readers.
pub(super) fn finished(title: &str, height: i32, drawn: &str, added: &str) -> String {
    let (title, shown) = (escaped(title), (WIDTH / UNIT, height / UNIT));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\" aria-label=\"{title}\">\n{drawn}{added}</svg>\n",
        shown.0, shown.1
    )
}
