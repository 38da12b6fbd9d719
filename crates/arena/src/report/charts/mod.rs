//! Pictures for a report, as SVG that stands alone: no script, no font of its own, light and dark.
//!
//! Plotters draws axes and lines; `theme.rs` gives them colours by meaning, `plot.rs` adds marks that tell their numbers
//! and a legend, `elo.rs` is the chart of ratings, `progress.rs` that of a tuning, `learning.rs` has those of a training, and
//! `ticks.rs` finds round numbers for the axes.

mod elo;
mod learning;
mod plot;
mod progress;
mod theme;
mod ticks;

use plotters::drawing::DrawingAreaErrorKind;
use thiserror::Error;

use super::series::{Effort, Mean, Series};
use super::summary::{RankedTable, Summary};
use super::words::{percent, plain, scaled, span};
use plot::{Curve, Point, Scale, Subject};

pub(crate) use learning::{Lesson, loss_chart, strength_chart};
pub(crate) use progress::{Track, progress_chart};
pub(crate) use theme::stylesheet;

/// Maximum number of lines that can be told apart; the other agents are in the tables.
const MOST_LINES: usize = 12;

/// Maximum number of points of a line.
const MOST_POINTS: usize = 64;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Its name in files.
    pub key: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How to read it.
    pub caption: String,
    /// The picture, without the style sheet that a page has once for all.
    pub svg: String,
}

impl Chart {
    /// The picture for a file of its own.
    pub fn standalone(&self) -> String {
        // The scheme of the root gives a picture that is opened by itself a dark ground in the dark.
        let style = format!(">\n<style>:root{{color-scheme:light dark}}{}</style>\n", stylesheet());
        self.svg.replacen(">\n", &style, 1)
    }
}

/// Why a picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a chart cannot be drawn: {0}")]
pub struct ChartError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for ChartError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        ChartError(error.to_string())
    }
}

/// One number of an agent at each ply.
struct Quantity {
    key: &'static str,
    title: &'static str,
    upward: &'static str,
    caption: &'static str,
    read: fn(&Effort) -> Mean,
    scale: Scale,
    /// A number along the axis; of its exponent where the axis counts powers of ten.
    label: fn(f64) -> String,
    /// A number shown on hover.
    words: fn(f64) -> String,
}

const QUANTITIES: [Quantity; 5] = [
    Quantity {
        key: "states",
        title: "Nodes visited by ply",
        upward: "nodes per move",
        caption: "The mean over all games, on a logarithmic scale.",
        read: |effort| effort.nodes,
        scale: Scale::Powers,
        label: |exponent| round_power(scaled, exponent),
        words: |nodes| format!("{} nodes", scaled(nodes)),
    },
    Quantity {
        key: "depth",
        title: "Depth by ply",
        upward: "plies looked ahead",
        caption: "The mean depth of the last search that was completed.",
        read: |effort| effort.depth,
        scale: Scale::Counts,
        label: plain,
        words: |depth| format!("depth {}", plain((depth * 10.0).round() / 10.0)),
    },
    Quantity {
        key: "time",
        title: "Time by ply",
        upward: "time per move",
        caption: "The mean over all games, on a logarithmic scale; less than a microsecond is drawn as one.",
        read: |effort| effort.micros,
        scale: Scale::Powers,
        label: |exponent| round_power(span, exponent),
        words: span,
    },
    Quantity {
        key: "value",
        title: "Value by ply",
        upward: "value, seen by the agent",
        caption: "What each agent thought of its own game, on average and in the units of its own evaluation: above zero it \
                  thought it was ahead. Proven results count with their margin, and not at all where only the winner was proven.",
        read: |effort| effort.value,
        scale: Scale::Numbers,
        label: plain,
        words: |value| format!("value {}", plain((value * 100.0).round() / 100.0)),
    },
    Quantity {
        key: "accuracy",
        title: "Accuracy by ply",
        upward: "moves that kept the result",
        caption: "The share of moves that kept a won or drawn position won or drawn, as far as the exact solver could prove it.",
        read: |effort| Mean { count: effort.accuracy.moves, sum: effort.accuracy.kept() as f64 },
        scale: Scale::Numbers,
        label: percent,
        words: percent,
    },
];

/// Every picture for which there are numbers.
pub fn charts(summary: &Summary, table: &RankedTable) -> Result<Vec<Chart>, ChartError> {
    let mut charts = Vec::new();
    if table.rows.iter().any(|row| row.rating.rating.is_some()) {
        charts.push(elo::chart(table)?);
    }
    for quantity in &QUANTITIES {
        charts.extend(by_ply(summary, table, quantity)?);
    }
    Ok(charts)
}

fn by_ply(summary: &Summary, table: &RankedTable, quantity: &Quantity) -> Result<Option<Chart>, ChartError> {
    // Long games are drawn in steps of some plies. An even number takes both players' turns together, which often differ.
    let longest = summary.series.iter().map(|series| series.plies.len()).max().unwrap_or(0);
    let width = if longest <= MOST_POINTS { 1 } else { 2 * longest.div_ceil(2 * MOST_POINTS) };
    let mut lines: Vec<Curve> = (table.rows.iter())
        .map(|row| Curve { name: row.name.clone(), points: points(&summary.series[row.number], width, quantity) })
        .filter(|line| !line.points.is_empty())
        .collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    let mut caption = quantity.caption.to_owned();
    if width > 1 {
        caption.push_str(&format!(" Each point is {width} plies."));
    }
    if left_out > 0 {
        caption.push_str(&format!(" The best {MOST_LINES} agents are shown; {left_out} more are in plies.csv."));
    }
    let Quantity { title, upward, scale, label, .. } = *quantity;
    let svg = plot::draw(&Subject { title, across: "ply", upward, scale, label }, &lines)?;
    Ok(Some(Chart { key: quantity.key, title: quantity.title, caption, svg }))
}

/// A power of ten, of which only the first digit counts.
fn round_power(words: fn(f64) -> String, exponent: f64) -> String {
    words(10f64.powf(exponent)).replace(".00", "").replace(".0", "")
}

/// The line of an agent. Zero has no logarithm, so an agent that visits no nodes has no line.
fn points(series: &Series, width: usize, quantity: &Quantity) -> Vec<Point> {
    let mean = |(before, effort): (usize, Effort)| {
        let mean = (quantity.read)(&effort);
        let powers = quantity.scale == Scale::Powers;
        let value = mean.mean().filter(|&value| !powers || value > 0.0)?;
        let plies = if width == 1 {
            format!("ply {}", before + 1)
        } else {
            format!("plies {} to {}", before + 1, before + width)
        };
        let words = format!("{plies}: {} (mean of {})", (quantity.words)(value), mean.count);
        let middle = before as f64 + (width as f64 + 1.0) / 2.0;
        Some(Point { x: middle, y: if powers { value.max(1.0).log10() } else { value }, words })
    };
    series.in_steps(width).into_iter().filter_map(mean).collect()
}
