//! `GET /tournaments/{id}/report/{file}`: what `grandline report` writes, as downloads; the report itself also to be shown in a
//! frame of the page.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use grandline_arena::report::{Copies, Summary, charts, csv, page, repeat};
use grandline_arena::store::{self, Store, TournamentKey};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{find, unreadable};
use crate::api::extract::{Asked, OfTournament};
use crate::error::ApiError;
use crate::state::Shared;

/// The report brings its style along and needs nothing else: no script and no other file. It is of our origin, so that the page
/// around it can translate it; without scripts it has no way to use that.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'; sandbox allow-popups allow-same-origin";

/// How a file is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// To be shown in the page, not saved.
    #[serde(default)]
    shown: bool,
}

/// The files there are.
const FILES: [&str; 6] = ["report.html", "standings.csv", "cross.csv", "games.csv", "plies.csv", "tournament.toml"];
/// Tables are sent in pieces of about this many bytes.
const PIECE: usize = 64 * 1024;
/// A client that takes nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);

pub(crate) async fn file(
    State(app): State<Shared>,
    OfTournament(key): OfTournament,
    Asked(Wanted { shown }): Asked<Wanted>,
    Path((_, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let Some(&file) = FILES.iter().find(|known| **known == file) else {
        let words = format!("a report does not have this file; it has {}", FILES.join(", "));
        return Err(ApiError::not_found(words));
    };
    let (name, body) = match file {
        "games.csv" | "plies.csv" => table(&app, key, file == "plies.csv").await?,
        _ => {
            let shared = app.clone();
            let (name, text) = app.archive.ask(move |store| text(&shared, store, key, file)).await?;
            (name, Body::from(text))
        }
    };
    let media = match file.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "csv")) => "text/csv; charset=utf-8",
        _ => "application/toml",
    };
    let mut response = ([(header::CONTENT_TYPE, media)], body).into_response();
    let headers = response.headers_mut();
    if shown && file == "report.html" {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    } else if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}-{file}\"", slug(&name))) {
        headers.insert(header::CONTENT_DISPOSITION, value);
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
fn text(app: &Shared, store: &mut dyn Store, key: TournamentKey, file: &str) -> Result<(String, String), ApiError> {
    let (entry, definition) = find(store, key)?;
    let name = entry.entered.name.clone();
    if file == "tournament.toml" {
        return Ok((name, repeat::toml(&definition.ok_or_else(unreadable)?)));
    }
    let judged = app.judgements.known(&entry);
    let mut summary = Summary::gather(store, entry)?;
    // Judging takes too long for a download: it is in the report once the page has shown it.
    if let Some(judged) = judged {
        summary.adopt(&judged);
    }
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
    let (entry, _) = app.archive.ask(move |store| find(store, key)).await?;
    let (permit, location) = (app.archive.lend()?, app.archive.location.clone());
    let (sender, pieces) = mpsc::channel(4);
    let id = entry.entered.game;
    let runtime = tokio::runtime::Handle::current();
    tokio::task::spawn_blocking(move || {
        let send = |piece| matches!(runtime.block_on(timeout(SILENCE, sender.send(piece))), Ok(Ok(())));
        let mut text = if of_plies { csv::plies_head() } else { csv::games_head(id) };
        let (mut copies, mut gone) = (Copies::default(), false);
        let read = store::open(&location).and_then(|mut store| {
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
                    gone = !send(Ok(Bytes::from(std::mem::take(&mut text))));
                }
            })
        });
        // After a failure the connection is cut, so that half a file is not taken for a whole one.
        send(read.map(|()| Bytes::from(text)).map_err(|_| io::Error::other("the database failed")));
        drop(permit);
    });
    let pieces = stream::unfold(pieces, async |mut pieces| pieces.recv().await.map(|piece| (piece, pieces)));
    Ok((entry.entered.name, Body::from_stream(pieces)))
}
