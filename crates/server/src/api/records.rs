//! `POST /import` and `POST /export`: records of other programs.

use std::fmt::Display;

use grandline_games::GameId;
use grandline_games::formats::{Format, Hints, PlainRecord, Variation, read, write};
use serde::Deserialize;
use serde_json::json;

use super::extract::Body;
use crate::error::{Answer, ApiError, answer};
use crate::text::{MOST_MOVES, move_texts, setup_text, start_text};
use crate::view::play_out;

/// The most records of one import.
const MOST_RECORDS: usize = 200;
/// The most tags of a record, and the most bytes of one.
const MOST_TAGS: (usize, usize) = (50, 500);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Import {
    text: String,
    format: Option<String>,
    game: Option<GameId>,
}

pub(super) async fn import(Body(Import { text, format, game }): Body<Import>) -> Answer {
    // Two megabytes of moves take a while to check; those who ask for other things do not wait for it.
    let read = tokio::task::spawn_blocking(move || {
        let format = match format {
            Some(name) => name.parse::<Format>().map_err(|error| wrong("format", error))?,
            None => Format::guess_for(&text, game).ok_or_else(|| {
                let names = Format::ALL.map(Format::name).join(", ");
                wrong("format", format!("the format is not recognised; set format to one of {names}"))
            })?,
        };
        let hints = Hints { game, ..Hints::default() };
        let records = read(&text, format, hints).map_err(|error| wrong("text", error))?;
        if records.is_empty() {
            return Err(wrong("text", format!("{format}: no game was found in the text")));
        }
        Ok((format, records))
    });
    let (format, mut records) = read.await.map_err(|_| ApiError::failure("reading the text failed"))??;
    let left_off = records.len().saturating_sub(MOST_RECORDS);
    records.truncate(MOST_RECORDS);
    let mut found = json!({ "format": format.name(), "records": records });
    if left_off > 0 {
        found["left_off"] = left_off.into();
    }
    answer(found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    game: GameId,
    #[serde(default = "start_text", deserialize_with = "setup_text")]
    setup: String,
    #[serde(default, deserialize_with = "move_texts")]
    moves: Vec<String>,
    format: String,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    variations: Vec<Variation>,
    #[serde(default)]
    turned: bool,
}

/// How many moves variations have in all.
fn moves_in(variations: &[Variation]) -> usize {
    variations.iter().map(|variation| variation.moves.len() + moves_in(&variation.variations)).sum()
}

/// What is wrong with a field.
fn wrong(field: &str, error: impl Display) -> ApiError {
    ApiError::wrong(error.to_string()).with("field", field)
}

pub(super) async fn export(Body(asked): Body<Export>) -> Answer {
    let Export { game, setup, moves, format, tags, variations, turned } = asked;
    let (most, longest) = MOST_TAGS;
    if tags.len() > most || tags.iter().any(|(name, value)| name.len() + value.len() > longest) {
        return Err(wrong("tags", format!("tags must be at most {most}, each of at most {longest} bytes")));
    }
    if moves_in(&variations) > MOST_MOVES {
        return Err(wrong("variations", format!("variations have at most {MOST_MOVES} moves")));
    }
    let name = game.name().replace('/', "-");
    let position = play_out(game, &setup, &moves)?;
    if format == "svg" {
        let scene = position.scene(true);
        let scene = if turned { scene.turned() } else { scene };
        return answer(json!({ "file": format!("{name}.svg"), "media_type": "image/svg+xml", "text": scene.to_svg() }));
    }
    let format = format.parse::<Format>().map_err(|error| wrong("format", format!("{error}, svg")))?;
    let record = PlainRecord { setup, moves, tags, variations, ..PlainRecord::new(game) };
    let record = record.checked().map_err(ApiError::wrong)?;
    let text = write(&[record], format, Hints::default().first_score).map_err(|error| wrong("format", error))?;
    let (end, media_type) = match format {
        Format::Json => ("jsonl", "application/x-ndjson"),
        Format::Seahorse | Format::CourseBoard => ("json", "application/json"),
        Format::Pdn => ("pdn", "text/plain"),
        Format::Aiarena | Format::Moves => ("txt", "text/plain"),
    };
    answer(json!({ "file": format!("{name}.{end}"), "media_type": media_type, "text": text }))
}

/// The formats that can hold a game of this kind, found by trying.
pub(super) fn formats_of(game: GameId) -> Vec<&'static str> {
    let record = PlainRecord::new(game);
    let can_hold =
        |format: &Format| write(std::slice::from_ref(&record), *format, Hints::default().first_score).is_ok();
    Format::ALL.into_iter().filter(can_hold).map(Format::name).collect()
}
