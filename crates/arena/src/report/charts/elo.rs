//! Ratings with their errors, the best agent on top.

use plotters::element::PathElement;
use plotters::style::Color;

use super::plot::{EDGE, UNIT, WIDTH, finished, framed, mark, mesh, on_sheet, text};
use super::theme::{Role, dress};
use super::ticks::Axis;
use super::{Chart, ChartError};
use crate::report::summary::RankedTable;
use crate::report::words::{rating, shortened, signed, whole};

/// Maximum number of agents, so that the chart fits a page.
const MOST: usize = 40;
/// The height of a line.
const LINE: i32 = 26 * UNIT;

/// The chart of ratings.
pub(super) fn chart(table: &RankedTable) -> Result<Chart, ChartError> {
    let anchored = table.is_anchored();
    let rated: Vec<_> = (table.rows.iter()).filter_map(|row| Some((row, row.rating.rating?))).take(MOST).collect();
    // Unbounded intervals would compress all others.
    let ends = |(row, interval): &(&super::super::standings::Row, crate::statistics::Interval)| {
        let error = interval.error.filter(|_| !row.rating.unbounded).unwrap_or(0.0);
        [interval.estimate - error, interval.estimate + error]
    };
    let across = Axis::round(rated.iter().flat_map(ends), 6);
    let upward = Axis { low: 0.0, high: rated.len() as f64, ticks: Vec::new() };
    let height = rated.len() as i32 * LINE + 52 * UNIT;
    let longest = rated.iter().map(|(row, _)| shortened(&row.name, 30).chars().count()).max().unwrap_or(0);
    let left = (longest as i32 * 78 + 20 * UNIT).max(60 * UNIT);
    let mut added = String::new();
    let drawn = on_sheet(height, |root| {
        let mut area = framed(root, [6 * UNIT, 100 * UNIT, left], &across, &upward)?;
        mesh(&mut area, ("Elo", if anchored { whole } else { signed }), None)?;
        for (index, (row, interval)) in rated.iter().enumerate() {
            let y = upward.high - index as f64 - 0.5;
            let [low, high] = ends(&(row, *interval));
            if low < high {
                let style = Role::Faint.stand_in().stroke_width(2 * UNIT as u32);
                let cap = |x: f64| PathElement::new([(x, y - 0.2), (x, y + 0.2)], style);
                area.draw_series([PathElement::new([(low, y), (high, y)], style), cap(low), cap(high)])?;
            }
            let place = area.backend_coord(&(interval.estimate, y));
            let words = rating(&row.rating, anchored);
            text(&mut added, (EDGE + left - 8 * UNIT, place.1), "end", &shortened(&row.name, 30));
            mark(&mut added, Role::Agent(index), place, true, &format!("{}: {words}", row.name));
            text(&mut added, (WIDTH - 4 * UNIT, place.1), "end", &words);
        }
        Ok(())
    })?;
    let mut caption =
        "Bars are 95 % intervals. Bars that overlap do not rule a difference out: see how likely each agent is the \
                       stronger one."
            .to_owned();
    if rated.iter().any(|(row, _)| row.rating.unbounded) {
        caption.push_str(" Agents without a bar, marked †, have an Elo that the games do not bound.");
    }
    let left_out = table.rows.len() - rated.len();
    if left_out > 0 {
        caption.push_str(&format!(" {left_out} agents are not shown."));
    }
    let svg = finished("Elo of each agent", height, &dress(&drawn, 0), &added);
    Ok(Chart { key: "elo", title: "Elo", caption, svg })
}
