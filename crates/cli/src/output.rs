//! The only place that writes to the terminal.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes a line to standard output.
pub(crate) fn line(text: &str) -> Result<()> {
    writeln!(anstream::stdout().lock(), "{text}")?;
    Ok(())
}

/// Writes a text that ends its own lines, in colour where the terminal shows it.
pub(crate) fn text(text: &str) -> Result<()> {
    write!(anstream::stdout().lock(), "{text}")?;
    Ok(())
}

/// Standard output for those who speak a protocol on it.
pub(crate) fn stream() -> impl Write + Send + 'static {
    io::stdout()
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    line(&serde_json::to_string(value)?)
}

/// Says what went wrong, in one line on standard error.
pub(crate) fn complain(message: &str) {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(anstream::stderr().lock(), "grandline: {message}");
}

/// Tells of progress, in one line on standard error.
pub(crate) fn note(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// Writes a file, or standard output for `-`.
pub(crate) fn file(path: &str, contents: &str) -> Result<()> {
    if path == "-" {
        return text(contents);
    }
    std::fs::write(path, contents).with_context(|| format!("cannot write {path}"))
}

/// Whether the reader of our output closed the pipe, which is not an error.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A table for people: the first column to the left, numbers to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| {
                let width = widths[column];
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            })
            .collect();
        line(cells.join("  ").trim_end())?;
    }
    Ok(())
}
