//! Files, standard input, and positions as they come from the command line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use anyhow::{Context, Result};
use clap::Args;
use grandline_games::{AnyPosition, GameId};

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
    /// Start position: a position text, seed:N for a random set-up, - for the start
    #[arg(long, short, value_name = "P", default_value = "-", allow_hyphen_values = true)]
    position: String,
    /// Moves played from there, separated by spaces
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
    pub(crate) fn resolve(&self) -> Result<AnyPosition> {
        self.from.resolve(self.game)
    }
}

impl StartArguments {
    /// The game in progress that the arguments mean.
    pub(crate) fn resolve(&self, game: GameId) -> Result<AnyPosition> {
        let mut position = game.set_up(&self.position)?;
        position.play_all(self.moves.split_whitespace())?;
        Ok(position)
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
