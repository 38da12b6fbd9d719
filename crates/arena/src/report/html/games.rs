//! The games of a page, with their moves, and the failures with what is known of them.

use super::markup::{Cell, Head, folded, paragraph, table, verbatim};
use crate::played::Played;
use crate::report::summary::{Listed, Summary};
use crate::report::words::{escaped, shortened};
use grandline_games::Side;

/// The first games, with their moves folded.
pub(super) fn games(summary: &Summary) -> String {
    if summary.listed.is_empty() {
        return String::new();
    }
    let head = Head::default().columns([
        Cell::number("#"),
        Cell::text("First"),
        Cell::text("Second"),
        Cell::text("Result"),
        Cell::number("Plies"),
        Cell::text("How it ended, and its moves"),
    ]);
    let rows: Vec<Vec<Cell>> = summary.listed.iter().map(row).collect();
    let (shown, all) = (summary.listed.len() as u64, summary.standings.games());
    let words = if shown < all {
        format!(
            "The first {shown} of {all} games; games.csv has all of them, and plies.csv every move with what it cost."
        )
    } else {
        "Also in games.csv; plies.csv has every move with what it cost.".to_owned()
    };
    paragraph("note", &words) + &table(&head, &rows)
}

fn row(Listed { game, copy }: &Listed) -> Vec<Cell> {
    let [first, second] = &game.players;
    let result = match game.winner {
        Some(Side::First) => "1 – 0",
        Some(Side::Second) => "0 – 1",
        None => "½ – ½",
    };
    let mut moves = String::new();
    if !game.opening.moves.is_empty() || game.opening.setup != "-" {
        moves.push_str(&format!(
            "<p>Opening: <span class=\"moves\" translate=\"no\">{}</span></p>\n",
            escaped(&game.opening.to_string())
        ));
    }
    let played: Vec<&str> = game.plies.iter().map(|ply| ply.mv.as_str()).collect();
    moves.push_str(&format!("<p class=\"moves\" translate=\"no\">{}</p>\n", escaped(&played.join(" "))));
    let copied = if *copy { " (repeats an earlier game)" } else { "" };
    vec![
        Cell::number(game.number.to_string()),
        Cell::text(shortened(first, 40)),
        Cell::text(shortened(second, 40)),
        Cell::text(result).class("result"),
        Cell::number((game.opening.moves.len() + game.plies.len()).to_string()),
        Cell::markup(folded(&format!("{}{copied}", game.reason), &moves)),
    ]
}

/// The forfeited games, with the evidence folded.
pub(super) fn failures(summary: &Summary) -> String {
    let mut html: String = summary.explained.iter().map(failure).collect();
    let shown = summary.explained.len() as u64;
    let all: u64 = summary.standings.forfeits();
    if shown < all {
        html.push_str(&paragraph(
            "note",
            &format!("The first {shown} of {all} forfeits; games.csv names all of them."),
        ));
    }
    html
}

fn failure(game: &Played) -> String {
    let summary = format!("Game {}: {}", game.number, game.reason);
    match &game.evidence {
        Some(evidence) => folded(&summary, &verbatim(&shortened(evidence, 8000))),
        None => paragraph("", &summary),
    }
}
