//! One page that needs nothing else: no network, no script, no font. It is read on a phone, in the dark and on paper.

mod games;
mod markup;
mod tables;
mod terms;
mod workers;

use std::fmt::Write as _;

use super::charts::{Chart, stylesheet};
use super::summary::{RankedTable, Summary};
use super::words::{escaped, percent};
use crate::statistics::block::block;
use crate::statistics::{Phase, verdict};
use markup::{folded, paragraph, section, verbatim};

/// The look of the page.
const STYLE: &str = include_str!("style.css");

/// The page of a tournament.
pub fn page(summary: &Summary, table: &RankedTable, charts: &[Chart]) -> String {
    let name = escaped(&summary.entry.entered.name);
    let game = summary.standings.game();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{name}</title>\n\
         <style>\n{STYLE}{}\n</style>\n</head>\n<body>\n<main>\n<header>\n<h1>{name}</h1>\n",
        stylesheet()
    );
    let state = if summary.entry.verdict.is_some() { "finished" } else { "not finished" };
    let (agents, played) = (table.rows.len(), summary.standings.games());
    html.push_str(&paragraph("under", &format!("{} · {agents} agents · {played} games · {state}", game.title())));
    if let Some(definition) = summary.definition.as_ref().filter(|definition| !definition.description.is_empty()) {
        html.push_str(&paragraph("", &definition.description));
    }
    html.push_str("</header>\n");
    let _ = writeln!(html, "<p class=\"verdict\">{}</p>", escaped(&verdict_words(summary)).replace(": -", ": −"));
    warnings(summary, table).iter().for_each(|words| html.push_str(&paragraph("warning", words)));

    let chart = |key: &str| charts.iter().filter(|chart| chart.key == key).map(figure).collect::<String>();
    if played > 0 {
        let elo = if agents == 2 { two_agents(summary, table) } else { chart("elo") };
        let standings = tables::standings(summary, table) + &elo;
        html.push_str(&section("standings", "Standings", &standings));
        html.push_str(&section("cross", "Cross table", &against(summary, table)));
        html.push_str(&section("sides", "First and second player", &tables::sides(summary, table)));
        let endings = tables::endings(summary, table) + &games::failures(summary);
        html.push_str(&section("endings", "How games ended", &endings));
        let thinking = tables::thinking(summary, table)
            + &["states", "depth", "time", "value"].into_iter().map(chart).collect::<String>();
        html.push_str(&section("thinking", "Thinking", &thinking));
        if let Some(accuracy) = tables::accuracy(summary, table) {
            html.push_str(&section("accuracy", "Accuracy", &(accuracy + &chart("accuracy"))));
        }
    }
    if let Some(machines) = &summary.workers {
        html.push_str(&section("workers", "Workers", &workers::workers(machines)));
    }
    html.push_str(&section("terms", "What was played", &terms::terms(summary)));
    html.push_str(&section("games", "Games", &games::games(summary)));
    html.push_str(&section("reading", "How to read it", READING));
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

/// How to read the page.
const READING: &str = include_str!("reading.html");

/// The verdict; before the end, the state so far.
fn verdict_words(summary: &Summary) -> String {
    if let Some(verdict) = &summary.entry.verdict {
        return verdict.clone();
    }
    match (summary.standings.games(), summary.standings.names().collect::<Vec<_>>().as_slice()) {
        (0, _) => "No game is finished yet.".to_owned(),
        (_, [first, second]) => verdict(first, second, &summary.standings.between(0, 1), None, Phase::Running).text,
        (games, _) => format!("{games} games are played so far, and more are to come: nothing is decided yet."),
    }
}

/// Warnings about the numbers.
fn warnings(summary: &Summary, table: &RankedTable) -> Vec<String> {
    let mut warnings = Vec::new();
    let (copies, games) = (summary.copies.count(), summary.standings.games());
    if copies > 0 {
        warnings.push(format!(
            "{copies} of {games} games ({}) repeat an earlier one move for move. They say nothing new, so the errors are \
             larger than they look. Agents without randomness need different openings, such as random:4.",
            percent(copies as f64 / games as f64)
        ));
    }
    let forfeits = summary.standings.forfeits();
    if forfeits > 0 {
        let words = if forfeits == 1 { "1 game was".to_owned() } else { format!("{forfeits} games were") };
        warnings.push(format!("{words} lost by conduct and not on the board: see how games ended."));
    }
    match summary.workers.as_ref().map_or(0, |workers| workers.dead.len()) {
        0 => {}
        1 => warnings.push("1 game could not be played: see the workers for the reason.".to_owned()),
        dead => warnings.push(format!("{dead} games could not be played: see the workers for the reasons.")),
    }
    let met = table.ratings.components.iter().filter(|component| component.players.len() > 1).count();
    if met > 1 {
        warnings
            .push(format!("The agents fall into {met} groups that never met: Elo compares agents of one group only."));
    }
    warnings
}

/// The numbers that users of fastchess know, for a match of two.
fn two_agents(summary: &Summary, table: &RankedTable) -> String {
    let [a, b] = table.rows.as_slice() else { return String::new() };
    let setting = summary.definition.as_ref().map_or_else(String::new, |definition| definition.limits.to_string());
    let score = summary.standings.between(a.number, b.number);
    folded("The numbers that fastchess prints", &verbatim(&block(&a.name, &b.name, &setting, &score, None)))
}

fn against(summary: &Summary, table: &RankedTable) -> String {
    let mut html = paragraph("note", "Points of the row against the column, of how many games.");
    html.push_str(&tables::cross(summary, table));
    html.push_str("<h3>How likely each is the stronger</h3>\n");
    html.push_str(&paragraph(
        "note",
        "The probability in percent that the row is stronger than the column, from all games of the pool; for agents \
         marked † from the games between the two alone, which is cautious.",
    ));
    html + &tables::superiority(summary, table)
}

fn figure(chart: &Chart) -> String {
    format!(
        "<figure id=\"{}\">\n<div class=\"scroll\">{}</div>\n<figcaption><strong>{}.</strong> {}</figcaption>\n</figure>\n",
        chart.key,
        chart.svg,
        escaped(chart.title),
        escaped(&chart.caption)
    )
}
