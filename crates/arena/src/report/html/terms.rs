//! What was played, in words.

use std::fmt::Write as _;

use super::markup::{folded, verbatim};
use crate::adjudication::Adjudication;
use crate::openings::OpeningSource;
use crate::report::repeat;
use crate::report::summary::Summary;
use crate::report::words::{date, escaped, plain};
use crate::tournament::{Format, Tournament};

/// The terms of a tournament and how to play it again.
pub(super) fn terms(summary: &Summary) -> String {
    let mut html = String::from("<dl class=\"terms\">\n");
    let mut item = |name: &str, words: &str| {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(words));
    };
    let game = summary.standings.game();
    item("Game", &format!("{} ({})", game.title(), game.name()));
    if let Some(created) = summary.entry.entered.created {
        item("Entered", &date(created));
    }
    let Some(definition) = &summary.definition else {
        item("Terms", "not known: the definition was written by another version of grandline");
        html.push_str("</dl>\n");
        return html + &folded("The definition", &verbatim(&summary.entry.entered.definition));
    };
    item("Format", &format_words(definition));
    item("Limits", &definition.limits.to_string());
    item("Openings", &opening_words(definition.openings.as_ref()));
    if let Some(words) = adjudication_words(&definition.adjudicate) {
        item("Games end early", &words);
    }
    if let Some(sprt) = &definition.sprt {
        item("Sequential test", &sprt.to_string());
    }
    item("Seed", &definition.seed.to_string());
    let agents = definition.agents.iter().map(|spec| {
        let name = if spec.name == spec.agent { spec.name.clone() } else { format!("{} = {}", spec.name, spec.agent) };
        spec.elo.map_or_else(|| name.clone(), |elo| format!("{name} (Elo {})", plain(elo)))
    });
    item("Agents", &agents.collect::<Vec<_>>().join(", "));
    let repeatable = if definition.limits.is_timed() {
        "Limits of time depend on the machine, so another run may play other games."
    } else {
        "The same seed gives the same games on every machine, as long as agents are limited by nodes or depth and not by time."
    };
    let _ = writeln!(
        html,
        "<div><dt>Play it again</dt><dd><code>{}</code><br><small>{repeatable}</small></dd></div>\n</dl>",
        escaped(&repeat::command(definition))
    );
    html + &folded("tournament.toml", &verbatim(&repeat::toml(definition)))
}

fn format_words(definition: &Tournament) -> String {
    let Tournament { games, agents, .. } = definition;
    let count = agents.len();
    match definition.format {
        Format::RoundRobin if count == 2 => format!("a match of {games} games"),
        Format::RoundRobin => format!("round robin: each of {count} agents meets each other in {games} games"),
        Format::Gauntlet => {
            let first = agents.first().map_or("the first agent", |spec| spec.name.as_str());
            format!("gauntlet: {first} meets each of {} others in {games} games", count.saturating_sub(1))
        }
        Format::Swiss => format!(
            "Swiss: {} rounds, in each of which agents of like score meet in {games} games",
            definition.rounds.unwrap_or(0)
        ),
        Format::Knockout => format!("knockout: matches of {games} games; who loses one is out"),
    }
}

fn opening_words(openings: Option<&OpeningSource>) -> String {
    let from = match openings {
        None => "the custom of the game".to_owned(),
        Some(OpeningSource::Start) => "the start of the game".to_owned(),
        Some(OpeningSource::Random { plies, balanced: false }) => format!("{plies} random plies"),
        Some(OpeningSource::Random { plies, balanced: true }) => {
            format!("{plies} random plies after which neither side stands much better")
        }
        Some(OpeningSource::Named(name)) => format!("the {name} openings"),
        Some(OpeningSource::File(file)) => format!("those of {file}"),
    };
    format!("{from}; each is played twice, sides swapped")
}

fn adjudication_words(rules: &Adjudication) -> Option<String> {
    let mut words = Vec::new();
    if let Some(nodes) = rules.solver {
        words.push(format!("when the exact solver finds the result within {nodes} nodes"));
    }
    if let Some(agreement) = rules.agree {
        let (value, moves) = (plain(agreement.value), agreement.moves);
        words.push(format!("when both agents value it at {value} or more for the same side, for {moves} moves each"));
    }
    if let Some(plies) = rules.max_plies {
        words.push(format!("as a draw after {plies} plies"));
    }
    (!words.is_empty()).then(|| words.join("; "))
}
