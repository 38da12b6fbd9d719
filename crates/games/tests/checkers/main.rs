//! Checkers in both variants: rules, texts and game files.

#[path = "../common/mod.rs"]
mod common;
mod game_files;
mod rules;
mod texts;
mod twin;
