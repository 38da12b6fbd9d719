//! Files, standard input, and positions as they come from the command line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use anyhow::{Context, Result};
use clap::Args;
use grandline_games::{AnyPosition, Erased, GameId, MoveError, Notation, Record, with_game};

/// A game and a position of it, as every command names them.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The game, such as connect4 or checkers/aiarena (`grandline games` lists them)
    pub(crate) game: GameId,
    #[command(flatten)]
    from: StartArguments,
}

/// A position of a game that is known.
#[derive(Args)]
pub(crate) struct StartArguments {
    /// The position to begin with: a position text, seed:N for a random set-up, - for the start
    #[arg(long, short, value_name = "P", default_value = "-", allow_hyphen_values = true)]
    position: String,
    /// Moves made from there, separated by spaces
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
}

impl PositionArguments {
    /// The game in progress that the arguments mean.
    pub(crate) fn resolve(&self) -> Result<Box<dyn AnyPosition>> {
        with_game!(self.game, G => Ok(Box::new(Erased(self.from.record::<G>()?))))
    }
}

impl StartArguments {
    /// The game in progress that the arguments mean.
    pub(crate) fn record<G: Notation>(&self) -> Result<Record<G>> {
        let mut record = Record::new(G::set_up(&self.position)?);
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let place = || format!("move {}", index + 1);
            if record.outcome().is_some() {
                let error = MoveError::Over { text: text.to_owned(), reason: record.reason() };
                return Err(error).with_context(place);
            }
            let mv = record.position().parse_move(text).with_context(place)?;
            record.play(mv);
        }
        Ok(record)
    }
}

/// Opens a file for reading, or standard input for `-`.
pub(crate) fn open(path: &str) -> Result<Box<dyn BufRead>> {
    if path == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).with_context(|| format!("cannot read {path}"))?;
    Ok(Box::new(BufReader::new(file)))
}

/// All of a file or of standard input; bytes that are not UTF-8 are read as Latin-1, as old game files are.
pub(crate) fn read_all(path: &str) -> Result<String> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).with_context(|| format!("cannot read {path}"))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|&byte| char::from(byte)).collect()))
}
