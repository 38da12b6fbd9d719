//! Learning curves as pictures.

use super::definition::TrainingError;
use super::event::RoundResult;
use super::folder::{self, Folder};
use crate::report::{Lesson, loss_chart, strength_chart};

/// Draws the loss by epoch and the strength by round.
pub(super) fn draw(rounds: &[RoundResult], folder: &Folder) -> Result<(), TrainingError> {
    let mut best = 0.0;
    let lesson = |round: &RoundResult| {
        if round.accepted {
            best += round.elo.unwrap_or(0.0);
        }
        Lesson {
            round: round.round,
            losses: round.epochs.iter().map(|epoch| [epoch.training, epoch.validation]).collect(),
            strength: round.elo.map(|_| (best, round.elo_error)),
        }
    };
    let lessons: Vec<Lesson> = rounds.iter().map(lesson).collect();
    for chart in [loss_chart(&lessons)?, strength_chart(&lessons)?] {
        folder::write(&folder.picture(chart.key), chart.standalone().as_bytes())?;
    }
    Ok(())
}
