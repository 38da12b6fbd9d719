//! UGI, the Universal Game Interface, for both sides of it.
//!
//! Everything that is written here is read here too, so that the engine and the host of Grandline cannot disagree. Parsing
//! never fails: unknown words are ignored, as the protocol demands.
//!
//! - [`position_command`]: the `position` line
//! - [`SearchCommand`]: the `go` line
//! - [`Info`], [`Score`]: what an engine reports during a search
//! - [`EngineOption`]: an option of an engine
//! - [`Command`]: all that a host sends
//! - [`serve`]: the engine's side, with the agents of Grandline

mod command;
mod engine;
mod engine_side;
mod info;
mod option;
mod output;
mod search_command;

pub use command::{Command, Dialect};
pub use engine::{ServeError, serve};
pub(crate) use engine_side::result_word;
pub use info::{Info, Score};
pub use option::{EngineOption, Kind};
pub use search_command::SearchCommand;

use grandline_games::{AnyPosition, GameId};

/// The first word of a line, and the rest.
pub fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

/// The `position` line of a game in progress. Games with random set-ups always have their start written out.
pub fn position_command(position: &AnyPosition) -> String {
    let start =
        if position.is_usual_start() { "startpos".to_owned() } else { format!("fen {}", position.start_text()) };
    let mut line = format!("position {start}");
    if position.plies() > 0 {
        line.push_str(" moves ");
        line.push_str(&position.played().join(" "));
    }
    line
}

/// The start of a game with a seed.
pub(crate) fn start(game: GameId, seed: u64) -> AnyPosition {
    game.set_up(&format!("seed:{seed}")).unwrap_or_else(|error| unreachable!("every seed has a start: {error}"))
}
