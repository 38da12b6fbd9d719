//! Learning curves: the loss by epoch, and the strength by round.

use super::plot::{Curve, Point, Scale, Subject, draw};
use super::{Chart, ChartError, MOST_LINES};
use crate::report::words::plain;

/// A round of a training.
pub(crate) struct Lesson {
    pub(crate) round: u32,
    /// The loss in training and in validation, epoch by epoch.
    pub(crate) losses: Vec<[f64; 2]>,
    /// The Elo of the weights that are the best after the round, against the agent without any, and half the interval of the
    /// round's own test.
    pub(crate) strength: Option<(f64, Option<f64>)>,
}

/// The loss by epoch, two lines for each of the last rounds.
pub(crate) fn loss_chart(lessons: &[Lesson]) -> Result<Chart, ChartError> {
    let subject = Subject {
        title: "Loss by epoch",
        across: "epoch",
        upward: "logistic loss above the least possible",
        scale: Scale::Numbers,
        label: |loss| format!("{loss:.3}"),
    };
    let shown = &lessons[lessons.len().saturating_sub(MOST_LINES / 2)..];
    let mut curves = Vec::new();
    for lesson in shown {
        for (kind, which) in [("training", 0), ("validation", 1)] {
            let point = |(index, losses): (usize, &[f64; 2])| Point {
                x: (index + 1) as f64,
                y: losses[which],
                words: format!("epoch {}: {:.5}", index + 1, losses[which]),
            };
            let points = lesson.losses.iter().enumerate().map(point).collect();
            curves.push(Curve { name: format!("round {}, {kind}", lesson.round), points });
        }
    }
    let caption = "The mean loss over the positions that were learned from, and over those kept back.".to_owned();
    Ok(Chart { key: "loss", title: subject.title, caption, svg: draw(&subject, &curves)? })
}

/// The strength by round.
pub(crate) fn strength_chart(lessons: &[Lesson]) -> Result<Chart, ChartError> {
    let subject = Subject {
        title: "Strength by round",
        across: "round",
        upward: "Elo above the agent's own evaluation",
        scale: Scale::Numbers,
        label: plain,
    };
    let start = Point { x: 0.0, y: 0.0, words: "the agent's own evaluation: 0".to_owned() };
    let point = |lesson: &Lesson| {
        let (elo, error) = lesson.strength?;
        let error = error.map_or_else(String::new, |error| format!(" ± {error:.0}"));
        Some(Point { x: lesson.round.into(), y: elo, words: format!("round {}: {elo:.0}{error}", lesson.round) })
    };
    let points = [start].into_iter().chain(lessons.iter().filter_map(point)).collect();
    let curves = [Curve { name: "best weights".to_owned(), points }];
    let caption =
        "The Elo of the best weights after each round, the sum of the tests against the weights before.".to_owned();
    Ok(Chart { key: "strength", title: subject.title, caption, svg: draw(&subject, &curves)? })
}
