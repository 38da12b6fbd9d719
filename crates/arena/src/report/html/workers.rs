//! The machines that played, and what went wrong there.

use serde_json::Value;

use super::markup::{Cell, Head, paragraph, table};
use super::tables::capitalised;
use crate::report::words::{scaled, shortened};
use crate::report::workers::{WorkerRow, Workers};

/// A table of the machines, and a remark for everything that a reader should know, games that could not be played included.
pub(super) fn workers(workers: &Workers) -> String {
    let head = Head::default()
        .columns([Cell::text("Worker").class("name"), Cell::text("Version")])
        .columns(["Cores", "Nodes/s", "Games", "Errors"].map(Cell::number));
    let known = |row: &WorkerRow, key: &str| match &row.status[key] {
        Value::Null => "?".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let rows = workers.rows.iter().map(|row| {
        let speed = row.status["speed"].as_f64().map_or_else(|| "?".to_owned(), scaled);
        vec![
            Cell::name(shortened(&row.name, 40)).title(&row.name),
            Cell::text(known(row, "version")),
            Cell::number(known(row, "cores")),
            Cell::number(speed),
            Cell::number(row.games.to_string()),
            Cell::number(known(row, "errors")),
        ]
    });
    let mut html = table(&head, &rows.collect::<Vec<_>>());
    workers
        .remarks()
        .iter()
        .for_each(|remark| html.push_str(&paragraph("warning", &format!("{}.", capitalised(remark)))));
    html
}
