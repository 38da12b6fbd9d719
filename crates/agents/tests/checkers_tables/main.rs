//! Endgame tables of checkers: against a slow twin, against themselves, on disk, and in play.

mod course;
mod files;
mod twin;
mod values;
