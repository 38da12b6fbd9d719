//! A book of exact scores for the opening: every position of up to 4 plies, and those of up to 8 plies that occur while
//! one side plays by the book.
//!
//! `book.tsv` has a line for each position, of two mirror images one: the moves that lead there, the score for the player to
//! move, and best moves, the book's own choice first. The list ends with `*` where it may not have all best moves.
//! `cargo run --release -p grandline-agents --example connect4_book` makes it.

use std::collections::HashMap;
use std::sync::OnceLock;

use grandline_games::connect4::{Column, Connect4};
use grandline_games::{Game, Numbered, Symmetry};
use grandline_search::Exact;

use super::solver::score;

/// What the book says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score for the player to move.
    pub score: i8,
    /// Best moves, the one to play first.
    pub best: Vec<Column>,
    /// Whether `best` has all of them.
    pub is_complete: bool,
}

/// Scores and moves by position.
#[derive(Clone, Debug, Default)]
pub struct Book {
    entries: HashMap<u64, Entry>,
}

/// The mirror image that the book keeps of a position, and the symmetry that leads there and back.
fn kept(position: &Connect4) -> (u64, Symmetry) {
    let (plain, mirrored) = (position.key(), position.mapped(MIRROR).key());
    if mirrored < plain { (mirrored, MIRROR) } else { (plain, Symmetry::IDENTITY) }
}

const MIRROR: Symmetry = Symmetry(1);

impl Book {
    /// No position of the book has more plies.
    pub const DEEPEST: u8 = 8;

    /// The book that comes with the program.
    pub fn embedded() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Book::read(include_str!("book.tsv")).unwrap_or_else(|line| unreachable!("line {line} of book.tsv is wrong"))
        })
    }

    /// Reads a book; the number of a line that is wrong, from 1, is the error.
    pub fn read(text: &str) -> Result<Book, usize> {
        let mut book = Book::default();
        for (index, line) in text.lines().enumerate() {
            let (position, entry) = read_line(line).ok_or(index + 1)?;
            book.add(&position, &entry);
        }
        Ok(book)
    }

    /// Adds a position.
    pub fn add(&mut self, position: &Connect4, entry: &Entry) {
        let (key, symmetry) = kept(position);
        self.entries.insert(key, entry.mapped(symmetry));
    }

    /// What the book says of a position.
    pub fn get(&self, position: &Connect4) -> Option<Entry> {
        let (key, symmetry) = kept(position);
        // A mirror image of a mirror image is the position itself.
        self.entries.get(&key).map(|entry| entry.mapped(symmetry))
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Entry {
    /// The result of its position.
    pub(super) fn exact(&self, position: &Connect4) -> Exact {
        score::exact(i32::from(self.score), 42 - i32::from(position.plies()))
    }

    fn mapped(&self, symmetry: Symmetry) -> Entry {
        let best = self.best.iter().map(|&mv| Connect4::map_move(mv, symmetry)).collect();
        Entry { best, ..self.clone() }
    }

    /// The entry as a line of the book; `moves` lead to its position, as columns from 1.
    pub fn line(&self, moves: &str) -> String {
        let best: String = self.best.iter().map(|&mv| (Connect4::action(mv) + 1).to_string()).collect();
        let moves = if moves.is_empty() { "-" } else { moves };
        format!("{moves}\t{}\t{best}{}", self.score, if self.is_complete { "" } else { "*" })
    }
}

/// A position and its entry from a line of the book.
fn read_line(line: &str) -> Option<(Connect4, Entry)> {
    let mut columns = line.split('\t');
    let (moves, score, best) = (columns.next()?, columns.next()?, columns.next()?);
    let column = |position: &Connect4, digit: char| position.move_of((digit.to_digit(10)? as usize).checked_sub(1)?);
    let mut position = Connect4::start(0);
    for digit in moves.trim_matches('-').chars() {
        position.play(column(&position, digit)?);
    }
    let is_complete = !best.ends_with('*');
    let best = best.trim_end_matches('*').chars().map(|digit| column(&position, digit)).collect::<Option<Vec<_>>>()?;
    let score = score.parse().ok().filter(|score| (-18..=18).contains(score))?;
    (columns.next().is_none() && !best.is_empty()).then_some((position, Entry { score, best, is_complete }))
}
