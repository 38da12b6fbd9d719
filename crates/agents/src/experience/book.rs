//! A book of results, and its text.
//!
//! ```text
//! grandline-experience  1  connect4
//! # lines like this one are for people
//! position  move  won  drawn  lost
//! -  4  612  31  357
//! 4  4  288  17  307
//! ```
//!
//! The parts of a line are separated by tabs. Positions and moves are in the notation of the game, in any orientation;
//! results are those of the player who made the move. Lines that mean the same are added up.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::AddAssign;

use grandline_games::{AnyPosition, GameId, MoveId, Notation, Numbered, Side, with_game};
use thiserror::Error;

/// The word a book begins with.
const FORMAT: &str = "grandline-experience";
/// The version of the text.
const VERSION: &str = "1";
/// The names of the columns.
const COLUMNS: &str = "position\tmove\twon\tdrawn\tlost";

/// How games went in which a move was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTally {
    /// Games that the player of the move won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that the player of the move lost.
    pub lost: u32,
}

impl MoveTally {
    /// One game, by its winner and the player who moved.
    pub fn of(winner: Option<Side>, mover: Side) -> Self {
        match winner {
            None => MoveTally { drawn: 1, ..MoveTally::default() },
            Some(winner) if winner == mover => MoveTally { won: 1, ..MoveTally::default() },
            Some(_) => MoveTally { lost: 1, ..MoveTally::default() },
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

impl AddAssign for MoveTally {
    fn add_assign(&mut self, other: MoveTally) {
        self.won = self.won.saturating_add(other.won);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.lost = self.lost.saturating_add(other.lost);
    }
}

/// Results of moves in positions of a game, with positions that are equal up to symmetry in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    game: GameId,
    /// By the key of the position that stands for its class.
    pub(super) pages: HashMap<u64, Page>,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// The text of the position that stands for its class.
    position: String,
    /// Results by the text of the move in that position.
    pub(super) moves: BTreeMap<String, MoveTally>,
}

impl Page {
    fn games(&self) -> u64 {
        self.moves.values().map(|tally| u64::from(tally.games())).sum()
    }
}

/// Why a text is not a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// It does not begin like one.
    #[error(
        "{file} is not a book of experience: its first line is '{found}', not '{FORMAT}', {VERSION} and a game with tabs between; `grandline experience build` makes books"
    )]
    NotABook {
        /// The name of the book.
        file: String,
        /// Its first line.
        found: String,
    },
    /// It is one of a later program.
    #[error("{file} is a book of version {found}; this grandline reads version {VERSION}")]
    Version {
        /// The name of the book.
        file: String,
        /// Its version.
        found: String,
    },
    /// One of its lines is wrong.
    #[error("{file}, line {line}: {reason}")]
    Line {
        /// The name of the book.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Book {
    /// A book without results.
    pub fn new(game: GameId) -> Self {
        Book { game, pages: HashMap::new() }
    }

    /// The game whose positions these are.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.pages.len()
    }

    /// The position it knows most games of, as a text.
    pub fn most_met(&self) -> Option<&str> {
        self.sorted().first().map(|page| page.position.as_str())
    }

    /// Adds results of a legal move of a position; nothing happens if they are of another game.
    pub fn note(&mut self, position: &AnyPosition, mv: MoveId, tally: MoveTally) {
        with_game!(self.game, G => {
            if let Some(record) = position.record::<G>()
                && let Some(mv) = record.position().move_of(mv.index())
            {
                self.note_typed(record.position(), mv, tally);
            }
        });
    }

    fn note_typed<G: Notation>(&mut self, position: &G, mv: G::Move, tally: MoveTally) {
        debug_assert_eq!(G::NAME, self.game.name(), "a book is of one game");
        let (image, symmetry) = position.canonical();
        let mv = image.format_move(G::map_move(mv, symmetry));
        let new = || Page { position: image.to_string(), moves: BTreeMap::new() };
        *self.pages.entry(image.key()).or_insert_with(new).moves.entry(mv).or_default() += tally;
    }

    /// Forgets positions that were met in fewer games.
    pub fn keep_from(&mut self, games: u64) {
        self.pages.retain(|_, page| page.games() >= games);
    }

    /// Reads the text of a book; `file` is what errors call it.
    pub fn read(text: &str, file: &str) -> Result<Self, BookError> {
        let game = Self::game_of(text, file)?;
        Self::read_for(game, text, file)
    }

    /// Reads a book as one of a game whose positions are written like those of its own.
    pub(crate) fn read_for(game: GameId, text: &str, file: &str) -> Result<Self, BookError> {
        let mut book = Book::new(game);
        let read = with_game!(game, G => book.read_lines::<G>(text));
        let wrong = |(line, reason)| BookError::Line { file: file.to_owned(), line, reason };
        read.map_err(wrong).map(|()| book)
    }

    /// The game that the first line of a book names.
    fn game_of(text: &str, file: &str) -> Result<GameId, BookError> {
        let first = text.lines().next().unwrap_or_default();
        let strange = || {
            let found = first.chars().take(60).collect();
            BookError::NotABook { file: file.to_owned(), found }
        };
        let (word, rest) = first.split_once('\t').ok_or_else(strange)?;
        let (version, game) = rest.split_once('\t').filter(|_| word == FORMAT).ok_or_else(strange)?;
        if version != VERSION {
            return Err(BookError::Version { file: file.to_owned(), found: version.to_owned() });
        }
        let wrong = |reason: String| BookError::Line { file: file.to_owned(), line: 1, reason };
        game.trim_end().parse().map_err(|error| wrong(format!("{error}")))
    }

    fn read_lines<G: Notation>(&mut self, text: &str) -> Result<(), (usize, String)> {
        // Lines of one position follow each other in books we write.
        let mut last: Option<(&str, G)> = None;
        for (number, line) in text.lines().enumerate().skip(1) {
            let line = line.trim_end_matches('\r');
            if line.is_empty() || line.starts_with('#') || line == COLUMNS {
                continue;
            }
            let wrong = |reason: String| (number + 1, reason);
            let parts: Vec<&str> = line.split('\t').collect();
            let &[position, mv, won, drawn, lost] = parts.as_slice() else {
                let names = COLUMNS.replace('\t', ", ");
                return Err(wrong(format!("{} parts instead of 5 with tabs between: {names}", parts.len())));
            };
            let known = match &last {
                Some((text, known)) if *text == position => known,
                _ => &last.insert((position, G::set_up(position).map_err(|error| wrong(error.to_string()))?)).1,
            };
            let mv = known.parse_move(mv).map_err(|error| wrong(error.to_string()))?;
            let count = |text: &str| {
                text.parse().map_err(|_| wrong(format!("'{text}' is not a number of games from 0 to {}", u32::MAX)))
            };
            let tally = MoveTally { won: count(won)?, drawn: count(drawn)?, lost: count(lost)? };
            self.note_typed(known, mv, tally);
        }
        Ok(())
    }

    /// The text of the book, the positions met most often first. `remark` is a line for people.
    pub fn to_text(&self, remark: &str) -> String {
        let mut text = format!("{FORMAT}\t{VERSION}\t{}\n", self.game);
        for line in remark.lines() {
            text.push_str(&format!("# {line}\n"));
        }
        text.push_str(COLUMNS);
        text.push('\n');
        for Page { position, moves } in self.sorted() {
            for (mv, MoveTally { won, drawn, lost }) in moves {
                // Writing to a text cannot fail.
                let _ = writeln!(text, "{position}\t{mv}\t{won}\t{drawn}\t{lost}");
            }
        }
        text
    }

    /// The pages, those of most games first.
    fn sorted(&self) -> Vec<&Page> {
        let mut pages: Vec<&Page> = self.pages.values().collect();
        pages.sort_by(|a, b| b.games().cmp(&a.games()).then_with(|| a.position.cmp(&b.position)));
        pages
    }
}
