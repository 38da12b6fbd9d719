//! Where games begin: what was asked for ([`OpeningSource`]), and the openings themselves, one for each pair of games.

mod source;

use std::collections::HashSet;

use grandline_agents::{Catalogue, Family, build};
use grandline_games::random::{Random, mix, seeded, shuffle};
use grandline_games::{Notation, PositionError, Record};
use grandline_search::{Engine, Limits, Value};
use serde::Deserialize;
use thiserror::Error;

pub use source::OpeningSource;

use crate::played::Opening;

/// How many random openings in a row may be old acquaintances before there are taken to be no new ones.
const PATIENCE: u32 = 200;
/// How many random openings a balanced one is chosen from.
const CANDIDATES: usize = 8;
/// How many states the search visits that says how balanced an opening is.
const BALANCE_NODES: u64 = 20_000;

/// The openings of a tournament: the same seed gives the same, whoever meets whom.
pub struct Openings<G: Family> {
    made: Vec<Opening>,
    maker: Maker<G>,
}

enum Maker<G: Family> {
    /// The same for every pair, unless set-ups are random.
    Start { seed: u64 },
    /// Random moves.
    Random(Box<RandomMoves<G>>),
    /// A list, in an order of the seed's; it begins anew at its end.
    List(Vec<Opening>),
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The game has no openings of that name.
    #[error("{game} has no openings called '{name}'; write start, random:PLIES{} or a file", known.as_ref().map(|known| format!(", {known}")).unwrap_or_default())]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name that was asked for.
        name: String,
        /// The name there is.
        known: Option<&'static str>,
    },
    /// They would come from a file, and none may be read.
    #[error("openings '{file}' would be those of a file, and none is read here; write start, random:PLIES{}", known.as_ref().map(|known| format!(" or {known}")).unwrap_or_default())]
    NoFiles {
        /// The file.
        file: String,
        /// The name of the game's customary openings.
        known: Option<&'static str>,
    },
    /// A line of the file is no opening.
    #[error("{file}:{line}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file has no openings.
    #[error("{file} has no openings: write one a line, as moves, a position or a JSON record")]
    Empty {
        /// The file.
        file: String,
    },
    /// The file cannot be read.
    #[error(
        "cannot read the openings of {file}: {reason}; without a file they are start, random:PLIES, random:PLIES,balanced or three-move"
    )]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        reason: String,
    },
    /// Random moves always end the game.
    #[error("no game of {game} goes on after {plies} random moves; ask for fewer")]
    TooLong {
        /// The game.
        game: &'static str,
        /// How many moves were asked for.
        plies: u32,
    },
}

/// Where games of a kind begin if nothing else is said: customary openings, random set-ups, or some random moves.
pub fn customary<G: Notation>() -> OpeningSource {
    match G::OPENINGS {
        Some(name) => OpeningSource::Named(name.to_owned()),
        None if has_random_setups::<G>() => OpeningSource::Start,
        None => OpeningSource::Random { plies: 4, balanced: false },
    }
}

fn has_random_setups<G: Notation>() -> bool {
    G::start(1) != G::start(2)
}

impl<G: Family> Openings<G> {
    /// The openings of a source. A file is read here.
    pub fn new(source: &OpeningSource, seed: u64) -> Result<Self, OpeningsError> {
        let list = |mut openings: Vec<Opening>| {
            shuffle(&mut seeded(mix(seed ^ 0x0be1)), &mut openings);
            Maker::List(openings)
        };
        let maker = match source {
            OpeningSource::Start => Maker::Start { seed },
            OpeningSource::Random { plies, balanced } => {
                Maker::Random(Box::new(RandomMoves::new(*plies, *balanced, seed)))
            }
            OpeningSource::Named(name) if G::OPENINGS == Some(name) => {
                list(G::customary_openings().iter().map(opening_of).collect())
            }
            OpeningSource::Named(name) => {
                return Err(OpeningsError::Unknown { game: G::NAME, name: name.clone(), known: G::OPENINGS });
            }
            OpeningSource::File(file) => {
                let unreadable =
                    |error: std::io::Error| OpeningsError::Unreadable { file: file.clone(), reason: error.to_string() };
                list(read::<G>(&std::fs::read_to_string(file).map_err(unreadable)?, file)?)
            }
        };
        Ok(Openings { made: Vec::new(), maker })
    }

    /// The opening of a pair, by its index.
    pub fn get(&mut self, index: u64) -> Result<Opening, OpeningsError> {
        match &mut self.maker {
            Maker::Start { seed } => Ok(start::<G>(*seed, index)),
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
fn start<G: Notation>(seed: u64, index: u64) -> Opening {
    if has_random_setups::<G>() {
        let number = seed.wrapping_mul(1_000_000).wrapping_add(index);
        return Opening { setup: format!("seed:{number}"), moves: Vec::new() };
    }
    Opening::start()
}

/// The opening that leads to the end of a record.
fn opening_of<G: Notation>(record: &Record<G>) -> Opening {
    let setup = if *record.start() == G::start(0) { "-".to_owned() } else { record.start().to_string() };
    let moves = record.positions().iter().zip(record.moves()).map(|(position, &mv)| position.format_move(mv));
    Opening { setup, moves: moves.collect() }
}

/// Random moves to positions that have not been there yet, mirrored ones included, as long as there are any.
struct RandomMoves<G: Family> {
    plies: u32,
    seed: u64,
    random: Random,
    seen: HashSet<u64>,
    judge: Option<Box<dyn Engine<G>>>,
}

impl<G: Family> RandomMoves<G> {
    fn new(plies: u32, balanced: bool, seed: u64) -> Self {
        let champion = || {
            let game = G::NAME.parse().ok()?;
            build::<G>(Catalogue::of(game).list().first()?, 0).ok()
        };
        let random = seeded(mix(seed ^ 0x0be1));
        RandomMoves { plies, seed, random, seen: HashSet::new(), judge: if balanced { champion() } else { None } }
    }

    fn next(&mut self, index: u64) -> Result<Opening, OpeningsError> {
        if self.judge.is_none() {
            return self.fresh(index).map(|(opening, _)| opening);
        }
        let candidates: Vec<_> = (0..CANDIDATES).map(|_| self.fresh(index)).collect::<Result<_, _>>()?;
        let mut weighed: Vec<(f64, Opening)> =
            candidates.into_iter().map(|(opening, record)| (self.imbalance(&record), opening)).collect();
        weighed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        weighed.into_iter().next().map(|(_, opening)| opening).ok_or_else(|| self.too_long())
    }

    /// How much better one side stands, in the units of whatever evaluation the judge has.
    fn imbalance(&mut self, record: &Record<G>) -> f64 {
        let Some(judge) = &mut self.judge else { return 0.0 };
        judge.forget();
        match judge.search(record, &Limits::nodes(BALANCE_NODES), &mut |_| {}).value {
            Value::Heuristic(value) => value.abs(),
            Value::Exact(exact) if exact.verdict == grandline_search::Verdict::Draw => 0.0,
            Value::Exact(_) => f64::INFINITY,
        }
    }

    fn fresh(&mut self, index: u64) -> Result<(Opening, Record<G>), OpeningsError> {
        let mut familiar = 0;
        let mut ended = 0;
        let from = start::<G>(self.seed, index);
        loop {
            let Ok(mut record) = from.record::<G>() else { return Err(self.too_long()) };
            for _ in 0..self.plies {
                match record.position().random_move(&mut self.random) {
                    Some(mv) if record.outcome().is_none() => record.play(mv),
                    _ => break,
                }
            }
            if record.outcome().is_some() {
                ended += 1;
                if ended > PATIENCE * 5 {
                    return Err(self.too_long());
                }
                continue;
            }
            if self.seen.insert(record.position().canonical().0.key()) {
                return Ok((Opening { setup: from.setup, ..opening_of(&record) }, record));
            }
            familiar += 1;
            if familiar > PATIENCE {
                // All are known: from here on they come again.
                self.seen.clear();
            }
        }
    }

    fn too_long(&self) -> OpeningsError {
        OpeningsError::TooLong { game: G::NAME, plies: self.plies }
    }
}

/// A line of a file that is a record: whatever else it says does not matter here.
#[derive(Deserialize)]
struct Line {
    setup: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// The openings of a file: a JSON record, a position or a list of moves on each line; `#` begins a comment.
fn read<G: Notation>(text: &str, file: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| OpeningsError::Line { file: file.to_owned(), line: index + 1, reason };
        let opening = understand::<G>(line).map_err(wrong)?;
        let record = opening.record::<G>().map_err(|error| wrong(error.to_string()))?;
        if record.outcome().is_some() {
            return Err(wrong(format!("the game is already over ({})", record.reason())));
        }
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningsError::Empty { file: file.to_owned() }) } else { Ok(openings) }
}

fn understand<G: Notation>(line: &str) -> Result<Opening, String> {
    if line.starts_with('{') {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        return Ok(Opening { setup: line.setup.unwrap_or_else(|| "-".to_owned()), moves: line.moves });
    }
    let moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let as_moves = Opening { setup: "-".to_owned(), moves };
    match (as_moves.record::<G>(), G::set_up(line)) {
        // A text of one column is a move of Connect 4 and a position too: they mean the same.
        (Ok(_), _) => Ok(as_moves),
        (Err(_), Ok(_)) => Ok(Opening { setup: line.to_owned(), moves: Vec::new() }),
        (Err(moves), Err(position)) => Err(complaint(&moves.to_string(), &position)),
    }
}

fn complaint(moves: &str, position: &PositionError) -> String {
    format!("neither moves ({moves}) nor a position ({position})")
}
