//! Endgame tables of checkers: against a slow twin, against themselves, on disk, and in play.

mod files;
mod twin;
mod values;
