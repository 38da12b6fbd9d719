//! Othello: rules against a slow twin and published counts, texts and pictures.

#[path = "../common/twins.rs"]
mod common;
mod rules;
mod texts;
mod twin;

use grandline_games::othello::Othello;

/// The position of a text.
fn position(text: &str) -> Othello {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// White has no move, and Black one at a1.
const WHITE_MUST_PASS: &str = "-OOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O";
