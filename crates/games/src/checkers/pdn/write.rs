//! Games to PDN text.

use std::fmt::Write;

use super::{FirstScore, PdnGame};
use crate::checkers::{Checkers, English};
use crate::formats::words;
use crate::game::{Game, Margin};

/// Lines are not longer than this.
const WIDTH: usize = 80;

/// The tags every game has, with a question mark where nothing is known.
const USUAL_TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "Black", "White"];

/// A game as PDN, an empty line at its end, so that games can be strung together.
pub fn write(game: &PdnGame, first_score: FirstScore) -> String {
    let mut text = String::new();
    let result = result_text(game.result, first_score);
    for name in USUAL_TAGS {
        write_tag(&mut text, name, game.tag(name).unwrap_or("?"));
    }
    write_tag(&mut text, "Result", result);
    write_tag(&mut text, "GameType", "21");
    let start = game.record.start();
    if *start != Checkers::<English>::start(0) {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &start.to_string());
    }
    for (name, value) in &game.tags {
        if !USUAL_TAGS.iter().any(|usual| usual.eq_ignore_ascii_case(name)) {
            write_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    write_moves(&mut text, game, result);
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}

fn write_moves(text: &mut String, game: &PdnGame, result: &str) {
    let mut column = 0;
    let mut put = |word: &str| {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    for word in words(&game.record, &game.variations) {
        put(&word);
    }
    put(result);
    text.push_str("\n\n");
}

fn result_text(result: Option<Margin>, first_score: FirstScore) -> &'static str {
    match result.map(Margin::winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) if Checkers::<English>::colour_of(winner) == first_score.colour() => "1-0",
        Some(Some(_)) => "0-1",
    }
}
