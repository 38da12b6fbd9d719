//! Games of the arena as files that other programs read.

use anyhow::{Context, Result};
use grandline_arena::store::{Entry, Store};
use grandline_arena::{Played, Tournament};
use grandline_games::checkers::pdn::FirstScore;
use grandline_games::formats::{self, Format, PlainRecord};
use grandline_games::{GameId, Side};

use crate::output;

/// Writes every game of a tournament; the ending of the file's name says how.
pub(crate) fn write(file: &str, tournament: &Tournament, entry: &Entry, store: &mut dyn Store) -> Result<()> {
    let mut records = Vec::new();
    store.games(entry.key, &mut |game| records.push(plain(tournament.game, &game)))?;
    let format = if file.ends_with(".pdn") { Format::Pdn } else { Format::Json };
    let text = formats::write(&records, format, FirstScore::Black).with_context(|| format!("cannot write {file}"))?;
    output::file(file, &text)
}

fn plain(game: GameId, played: &Played) -> PlainRecord {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    PlainRecord {
        setup: played.opening.setup.clone(),
        moves: played.moves().map(str::to_owned).collect(),
        result: Some(played.winner.map_or("draw", Side::name).to_owned()),
        tags: vec![
            tag("number", &played.number.to_string()),
            tag("first", &played.players[0]),
            tag("second", &played.players[1]),
            tag("ending", played.ending.name()),
            tag("reason", &played.reason),
        ],
        ..PlainRecord::new(game)
    }
}
