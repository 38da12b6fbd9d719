//! The files of a report, in a folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::charts::{ChartError, charts};
use super::copies::Copies;
use super::summary::Summary;
use super::{csv, html, repeat};
use crate::store::{Store, StoreError};

/// Why a report was not written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The results cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// A file cannot be written. Fields: the file or folder; what the system says.
    #[error("cannot write {}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

/// Writes the page, its charts and the tables into a folder, which is created if needed; returns their paths, the page
/// first. Games are read from the store one by one, so that memory does not grow with their number.
pub fn write(summary: &Summary, store: &mut dyn Store, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let table = summary.table();
    let pictures = charts(summary, &table)?;
    fs::create_dir_all(folder).map_err(|reason| ReportError::File(folder.to_owned(), reason))?;
    let mut written = Vec::new();
    let mut put = |name: &str, contents: &str| {
        let path = folder.join(name);
        fs::write(&path, contents).map_err(|reason| ReportError::File(path.clone(), reason))?;
        written.push(path);
        Ok::<(), ReportError>(())
    };
    put("index.html", &html::page(summary, &table, &pictures))?;
    put("standings.csv", &csv::standings(summary, &table))?;
    put("cross.csv", &csv::cross(summary, &table))?;
    for picture in &pictures {
        put(&format!("{}.svg", picture.key), &picture.standalone())?;
    }
    if let Some(definition) = &summary.definition {
        put("tournament.toml", &repeat::toml(definition))?;
    }
    written.extend(write_games(summary, store, folder)?);
    Ok(written)
}

fn write_games(summary: &Summary, store: &mut dyn Store, folder: &Path) -> Result<[PathBuf; 2], ReportError> {
    let id = summary.standings.game();
    let paths = ["games.csv", "plies.csv"].map(|name| folder.join(name));
    let failed = |index: usize| {
        let path = paths[index].clone();
        move |reason| ReportError::File(path, reason)
    };
    let mut games = BufWriter::new(File::create(&paths[0]).map_err(failed(0))?);
    let mut plies = BufWriter::new(File::create(&paths[1]).map_err(failed(1))?);
    games.write_all(csv::games_head(id).as_bytes()).map_err(failed(0))?;
    plies.write_all(csv::plies_head().as_bytes()).map_err(failed(1))?;
    let (mut copies, mut text, mut failure) = (Copies::default(), String::new(), None);
    store.games(summary.entry.key, &mut |game| {
        if failure.is_some() {
            return;
        }
        text.clear();
        csv::game(id, &game, copies.add(&game), &mut text);
        failure = games.write_all(text.as_bytes()).map_err(failed(0)).err();
        text.clear();
        csv::plies(id, &game, &mut text);
        failure = failure.take().or_else(|| plies.write_all(text.as_bytes()).map_err(failed(1)).err());
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    games.flush().map_err(failed(0))?;
    plies.flush().map_err(failed(1))?;
    Ok(paths)
}
