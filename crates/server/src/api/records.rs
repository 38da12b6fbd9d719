//! `POST /import` and `POST /export`: records of other programs.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use grandline_games::GameId;
use grandline_games::formats::{Format, Hints, PlainRecord, read, write};
use serde::Deserialize;
use serde_json::json;

use crate::error::{Answer, ApiError, answer};
use crate::text::{MoveTexts, SetupText};
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

pub(super) async fn import(asked: Result<Json<Import>, JsonRejection>) -> Answer {
    let Json(Import { text, format, game }) = asked?;
    // Two megabytes of moves take a while to check; those who ask for other things do not wait for it.
    let read = tokio::task::spawn_blocking(move || {
        let format = match format {
            Some(name) => {
                name.parse::<Format>().map_err(|error| ApiError::wrong(error.to_string()).with("field", "format"))?
            }
            None => Format::guess(&text).ok_or_else(|| {
                let names = Format::ALL.map(Format::name).join(", ");
                ApiError::wrong(format!("the format is not recognised; set format to one of {names}"))
                    .with("field", "format")
            })?,
        };
        let hints = Hints { game, ..Hints::default() };
        let records =
            read(&text, format, hints).map_err(|error| ApiError::wrong(error.to_string()).with("field", "text"))?;
        Ok::<_, ApiError>((format, records))
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
    #[serde(default)]
    setup: SetupText,
    #[serde(default)]
    moves: MoveTexts,
    format: String,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    turned: bool,
}

pub(super) async fn export(asked: Result<Json<Export>, JsonRejection>) -> Answer {
    let Json(Export { game, setup, moves, format, tags, turned }) = asked?;
    let (most, longest) = MOST_TAGS;
    if tags.len() > most || tags.iter().any(|(name, value)| name.len() + value.len() > longest) {
        return Err(ApiError::wrong(format!("tags must be at most {most}, each of at most {longest} bytes"))
            .with("field", "tags"));
    }
    let name = game.name().replace('/', "-");
    let position = play_out(game, &setup, &moves)?;
    if format == "svg" {
        let scene = position.scene(true);
        let scene = if turned { scene.turned() } else { scene };
        return answer(json!({ "file": format!("{name}.svg"), "media_type": "image/svg+xml", "text": scene.to_svg() }));
    }
    let format: Format = format.parse().map_err(|error: grandline_games::formats::FormatError| {
        ApiError::wrong(format!("{error}, svg")).with("field", "format")
    })?;
    let setup = setup.as_str().to_owned();
    let record = PlainRecord { setup, moves: moves.into_vec(), tags, ..PlainRecord::new(game) };
    let record = record.checked().map_err(ApiError::wrong)?;
    let text = write(&[record], format, Hints::default().first_score);
    let text = text.map_err(|error| ApiError::wrong(error.to_string()).with("field", "format"))?;
    let (end, media_type) = match format {
        Format::Json => ("jsonl", "application/x-ndjson"),
        Format::Seahorse | Format::CourseBoard => ("json", "application/json"),
        Format::Pdn => ("pdn", "text/plain"),
        Format::Aiarena => ("txt", "text/plain"),
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
