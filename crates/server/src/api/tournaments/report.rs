//! `GET /tournaments/{id}/report/{file}`: what `grandline report` writes, to be taken away.

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use grandline_arena::report::{Copies, Summary, charts, csv, page, repeat};
use grandline_arena::store::{Sqlite, Store, TournamentKey};
use tokio::sync::{mpsc, oneshot};

use super::{find, key};
use crate::error::ApiError;
use crate::state::Shared;

/// The files there are.
const FILES: [&str; 6] = ["report.html", "standings.csv", "cross.csv", "games.csv", "plies.csv", "tournament.toml"];
/// Tables are sent in pieces of about this many bytes.
const PIECE: usize = 64 * 1024;

pub(crate) async fn file(
    State(app): State<Shared>,
    Path((id, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let key = key(&id)?;
    let Some(&file) = FILES.iter().find(|known| **known == file) else {
        let words = format!("there is no such file of a report; there are {}", FILES.join(", "));
        return Err(ApiError::not_found(words));
    };
    let (name, body) = match file {
        "games.csv" | "plies.csv" => table(&app, key, file == "plies.csv").await?,
        _ => {
            let (name, text) = app.archive.ask(move |store| text(store, key, file)).await?;
            (name, Body::from(text))
        }
    };
    let media = match file.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "csv")) => "text/csv; charset=utf-8",
        _ => "application/toml",
    };
    let mut response = ([(header::CONTENT_TYPE, media)], body).into_response();
    // The page of a report brings its style along, which the policy of ours forbids: it is to be kept, not shown here.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}-{file}\"", slug(&name))) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// A name that every file system takes.
fn slug(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).take(60).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.is_empty() { "tournament".to_owned() } else { words.join("-") }
}

/// The name of a tournament, and one of the files that are made whole.
fn text(store: &mut Sqlite, key: TournamentKey, file: &str) -> Result<(String, String), ApiError> {
    let (entry, definition) = find(store, key)?;
    let name = entry.entered.name.clone();
    if file == "tournament.toml" {
        let unreadable = || ApiError::wrong("this tournament was written by another version and cannot be read");
        return Ok((name, repeat::toml(&definition.ok_or_else(unreadable)?)));
    }
    let summary = Summary::gather(store, entry)?;
    let table = summary.table();
    let text = match file {
        "standings.csv" => csv::standings(&summary, &table),
        "cross.csv" => csv::cross(&summary, &table),
        _ => {
            let pictures = charts(&summary, &table).map_err(|error| ApiError::failure(error.to_string()))?;
            page(&summary, &table, &pictures)
        }
    };
    Ok((name, text))
}

/// A table of games or plies, which may be long: it is sent while it is read.
async fn table(app: &Shared, key: TournamentKey, of_plies: bool) -> Result<(String, Body), ApiError> {
    let (sender, pieces) = mpsc::channel::<Result<Bytes, std::io::Error>>(4);
    let (begun, name) = oneshot::channel();
    let shared = app.clone();
    tokio::spawn(async move {
        let failed = sender.clone();
        let done = shared.archive.ask(move |store| {
            let found = find(store, key);
            let entry = match found {
                Ok((entry, _)) => entry,
                Err(error) => {
                    // Whoever asked is told instead of being sent a file.
                    drop(begun.send(Err(error)));
                    return Ok(());
                }
            };
            let id = entry.entered.game;
            drop(begun.send(Ok(entry.entered.name)));
            let mut text = if of_plies { csv::plies_head() } else { csv::games_head(id) };
            let (mut copies, mut gone) = (Copies::default(), false);
            store.games(key, &mut |game| {
                if gone {
                    return;
                }
                if of_plies {
                    csv::plies(id, &game, &mut text);
                } else {
                    csv::game(id, &game, copies.add(&game), &mut text);
                }
                if text.len() >= PIECE {
                    gone = sender.blocking_send(Ok(Bytes::from(std::mem::take(&mut text)))).is_err();
                }
            })?;
            drop(sender.blocking_send(Ok(Bytes::from(text))));
            Ok(())
        });
        if done.await.is_err() {
            // The connection is cut, so that half a file is not taken for a whole one.
            drop(failed.send(Err(std::io::Error::other("the database failed"))).await);
        }
    });
    let name = name.await.map_err(|_| ApiError::failure("the database failed"))??;
    let pieces = stream::unfold(pieces, async |mut pieces| pieces.recv().await.map(|piece| (piece, pieces)));
    Ok((name, Body::from_stream(pieces)))
}
