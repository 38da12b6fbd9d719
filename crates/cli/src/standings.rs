//! How a tournament stands, as a table.

use anyhow::Result;
use grandline_arena::Tournament;
use grandline_arena::store::{Entry, Store};

/// Prints the table.
pub(crate) fn print(_tournament: &Tournament, _entry: &Entry, _store: &mut dyn Store) -> Result<()> {
    Ok(())
}

/// Prints it as JSON.
pub(crate) fn print_json(_tournament: &Tournament, _entry: &Entry, _store: &mut dyn Store) -> Result<()> {
    Ok(())
}
