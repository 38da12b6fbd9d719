//! Where games begin: what was asked for ([`OpeningSource`]), and the openings themselves, one for each pair of games.

mod random;
mod source;

use grandline_games::random::{mix, seeded, shuffle};
use grandline_games::{AnyPosition, GameId};
use serde::Deserialize;
use thiserror::Error;

pub use source::OpeningSource;

use crate::played::Opening;
use random::RandomMoves;

/// The openings of a tournament: the same seed gives the same ones, whichever agents meet.
pub struct Openings {
    game: GameId,
    made: Vec<Opening>,
    maker: Maker,
}

enum Maker {
    /// The same for every pair, unless set-ups are random.
    Start { seed: u64 },
    /// Random moves.
    Random(Box<RandomMoves>),
    /// A list, shuffled by the seed; it starts over at its end.
    List(Vec<Opening>),
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The game has no openings of that name.
    /// Fields: the game; the name; the name there is.
    #[error("{} has no openings called '{}'; write start, random:PLIES{} or a file", .0, .1, .2.map(|known| format!(", {known}")).unwrap_or_default())]
    Unknown(GameId, String, Option<&'static str>),
    /// They would come from a file, and none may be read. Fields: the file; the name of the game's customary openings.
    #[error("openings '{}' would be those of a file, and none is read here; write start, random:PLIES{}", .0, .1.as_ref().map(|known| format!(" or {known}")).unwrap_or_default())]
    NoFiles(String, Option<&'static str>),
    /// A line of the file is no opening. Fields: the file; the line, from 1; what is wrong with it.
    #[error("{0}:{1}: {2}")]
    Line(String, usize, String),
    /// The file has no openings. Fields: the file.
    #[error("{0} has no openings: write one per line, as moves, a position or a JSON record")]
    Empty(String),
    /// The file cannot be read. Fields: the file; why not.
    #[error("cannot read the openings of {}: {}; without a file they are {}", .0, .1, source::forms())]
    Unreadable(String, String),
    /// Random moves always end the game. Fields: the game; how many moves were asked for.
    #[error("every game of {0} is over after {1} random moves; ask for fewer")]
    TooLong(GameId, u32),
}

/// Where games begin by default: customary openings, random set-ups, or some random moves.
pub fn customary(game: GameId) -> OpeningSource {
    match game.openings() {
        Some(name) => OpeningSource::Named(name.to_owned()),
        None if game.has_random_setups() => OpeningSource::Start,
        None => OpeningSource::Random { plies: 4, balanced: false },
    }
}

impl Openings {
    /// The openings of a source. A file is read here.
    pub fn new(game: GameId, source: &OpeningSource, seed: u64) -> Result<Self, OpeningsError> {
        let list = |mut openings: Vec<Opening>| {
            shuffle(&mut seeded(mix(seed ^ 0x0be1)), &mut openings);
            Maker::List(openings)
        };
        let maker = match source {
            OpeningSource::Start => Maker::Start { seed },
            OpeningSource::Random { plies, balanced } => {
                Maker::Random(Box::new(RandomMoves::new(game, *plies, *balanced, seed)))
            }
            OpeningSource::Named(name) if game.openings() == Some(name) => {
                list(game.customary_openings().iter().map(opening_of).collect())
            }
            OpeningSource::Named(name) => {
                return Err(OpeningsError::Unknown(game, name.clone(), game.openings()));
            }
            OpeningSource::File(file) => {
                let unreadable = |error: std::io::Error| OpeningsError::Unreadable(file.clone(), error.to_string());
                list(read(game, &std::fs::read_to_string(file).map_err(unreadable)?, file)?)
            }
        };
        Ok(Openings { game, made: Vec::new(), maker })
    }

    /// The opening of a pair, by its index.
    pub fn get(&mut self, index: u64) -> Result<Opening, OpeningsError> {
        match &mut self.maker {
            Maker::Start { seed } => Ok(start(self.game, *seed, index)),
            Maker::List(list) => Ok(list[(index % list.len() as u64) as usize].clone()),
            Maker::Random(random) => {
                while self.made.len() as u64 <= index {
                    let opening = random.next(self.made.len() as u64)?;
                    self.made.push(opening);
                }
                Ok(self.made[index as usize].clone())
            }
        }
    }
}

/// The start of a pair: where set-ups are random, each has its own.
fn start(game: GameId, seed: u64, index: u64) -> Opening {
    if game.has_random_setups() {
        let number = seed.wrapping_mul(1_000_000).wrapping_add(index);
        return Opening { setup: format!("seed:{number}"), moves: Vec::new() };
    }
    Opening::start()
}

/// The opening that leads to the end of a game.
fn opening_of(position: &AnyPosition) -> Opening {
    let is_start = position.game().set_up("-").is_ok_and(|start| start.text() == position.start_text());
    let setup = if is_start { "-".to_owned() } else { position.start_text() };
    Opening { setup, moves: position.played() }
}

/// A line of a file that is a record; its other fields do not matter here.
#[derive(Deserialize)]
struct RecordLine {
    setup: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// The openings of a file: a JSON record, a position or a list of moves on each line; `#` begins a comment.
fn read(game: GameId, text: &str, file: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| OpeningsError::Line(file.to_owned(), index + 1, reason);
        let opening = understand(game, line).map_err(wrong)?;
        let position = opening.position(game).map_err(|error| wrong(error.to_string()))?;
        if position.outcome().is_some() {
            return Err(wrong(format!("the game is already over ({})", position.reason())));
        }
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningsError::Empty(file.to_owned())) } else { Ok(openings) }
}

fn understand(game: GameId, line: &str) -> Result<Opening, String> {
    if line.starts_with('{') {
        let line: RecordLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        return Ok(Opening { setup: line.setup.unwrap_or_else(|| "-".to_owned()), moves: line.moves });
    }
    let moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let as_moves = Opening { setup: "-".to_owned(), moves };
    match (as_moves.position(game), game.set_up(line)) {
        // A text of one column is a move of Connect 4 and a position too: they mean the same.
        (Ok(_), _) => Ok(as_moves),
        (Err(_), Ok(_)) => Ok(Opening { setup: line.to_owned(), moves: Vec::new() }),
        (Err(moves), Err(position)) => Err(format!("neither moves ({moves}) nor a position ({position})")),
    }
}
