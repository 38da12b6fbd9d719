//! Values of parameters by iteration.

use super::plot::{Curve, Point, Scale, Subject, draw};
use super::{Chart, ChartError};
use crate::report::words::plain;

/// Maximum number of points of a line.
const MOST_POINTS: usize = 250;

/// The values of a parameter.
pub(crate) struct Track {
    pub(crate) name: String,
    /// The ends of its range.
    pub(crate) range: [f64; 2],
    /// The value at the start and after every iteration.
    pub(crate) values: Vec<f64>,
}

/// A chart with a line per parameter, each as a share of its range.
pub(crate) fn progress_chart(tracks: &[Track]) -> Result<Chart, ChartError> {
    let subject = Subject {
        title: "Values by iteration",
        across: "iteration",
        upward: "place in the range",
        scale: Scale::Numbers,
        label: |share| format!("{:.0} %", 100.0 * share),
    };
    let curves: Vec<Curve> = tracks.iter().map(curve).collect();
    let caption = "Each value after every iteration, as a share of its range.".to_owned();
    Ok(Chart { key: "tuning", title: subject.title, caption, svg: draw(&subject, &curves)? })
}

fn curve(track: &Track) -> Curve {
    let ([low, high], last) = (track.range, track.values.len().saturating_sub(1));
    let every = track.values.len().div_ceil(MOST_POINTS).max(1);
    let shown = |(iteration, _): &(usize, &f64)| iteration.is_multiple_of(every) || *iteration == last;
    let point = |(iteration, &value): (usize, &f64)| Point {
        x: iteration as f64,
        y: (value - low) / (high - low),
        words: format!("iteration {iteration}: {}", plain(value)),
    };
    let name = format!("{} ({} to {})", track.name, plain(low), plain(high));
    Curve { name, points: track.values.iter().enumerate().filter(shown).map(point).collect() }
}
