//! The words of UGI, the Universal Game Interface, as both sides of it speak them.
//!
//! What is written here is read here, so that an engine of ours and a host of ours cannot disagree. Reading never fails: a
//! word that is not understood is passed over, as the protocol wants it.
//!
//! - [`position_command`]: where to think about
//! - [`Go`]: how long to think
//! - [`Info`], [`Score`]: what is thought
//! - [`EngineOption`]: what can be set
//! - [`Command`]: all that a host says
//! - [`serve`]: the engine's side, with agents of ours

mod command;
mod engine;
mod go;
mod info;
mod option;
mod seat;

pub use command::{Command, Dialect, Query};
pub use engine::{ServeError, serve};
pub use go::Go;
pub use info::{Info, Score};
pub use option::{EngineOption, Kind};

use grandline_games::{Notation, Record};

/// The first word of a line and what is behind it.
pub fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

/// The `position` line of a game in progress. Where starts are drawn at random, the start is always written out.
pub fn position_command<G: Notation>(record: &Record<G>) -> String {
    let is_usual = *record.start() == G::start(0) && G::start(0) == G::start(1);
    let mut line = if is_usual { "position startpos".to_owned() } else { format!("position fen {}", record.start()) };
    if !record.moves().is_empty() {
        line.push_str(" moves");
    }
    for (position, &mv) in record.positions().iter().zip(record.moves()) {
        line.push(' ');
        line.push_str(&position.format_move(mv));
    }
    line
}
