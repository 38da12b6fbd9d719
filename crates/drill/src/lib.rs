//! Drills of runs on many machines, with real processes on this one.
//!
//! - [`drill()`]: a tournament whose workers, broker, database and coordinator are killed, compared with one machine
//! - [`scale()`]: throughput by number of workers, and what broker and database cost

mod cost;
mod drill;
mod games;
mod processes;
mod scale;

pub use drill::{Plan, drill};
pub use scale::{Measurement, scale};

/// A table of two columns, the first aligned.
pub fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}
