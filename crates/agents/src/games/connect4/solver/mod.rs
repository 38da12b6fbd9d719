//! An exact solver for Connect 4.
//!
//! | file | what |
//! |---|---|
//! | `bits.rs` | sets of cells: lines, threats, mirror images |
//! | `score.rs` | what a score says about the plies left |
//! | `root.rs` | a position of the game as the search sees it |
//! | `node.rs` | positions inside the search, their children and the order of these |
//! | `parity.rs` | bounds that need no search |
//! | `worker.rs` | the search of one null window |
//! | `table.rs` | the transposition table |
//! | `driver.rs` | the order of the windows, and the size of the table |
//! | `control.rs` | limits, and when threads end |
//!
//! Nodes are entries of the search function. A child that a static bound or the table settles is never entered and not
//! counted; [`Solver::settled`] has their number.

mod bits;
mod control;
mod driver;
mod node;
mod parity;
#[cfg(test)]
mod plain;
mod root;
pub(super) mod score;
mod table;
mod worker;

use grandline_games::connect4::{Column, Connect4};
use grandline_games::{Game, Numbered};
use grandline_search::{Exact, Knowledge, Known, Limits, Question, Solution, Verdict};

use super::book::{Book, Entry};

use control::Control;
use driver::{Driver, Found};
use root::{Prospect, Root};
use table::Table;

/// An exact solver for Connect 4. Its table lasts from one position to the next, until [`forget`](Knowledge::forget).
pub struct Solver {
    table: Table,
    threads: usize,
    settled: u64,
    book: Option<&'static Book>,
}

impl Solver {
    /// A solver with one thread and a table that grows to at most this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        Solver { table: Table::new(megabytes), threads: 1, settled: 0, book: None }
    }

    /// The same with several threads, which share the table.
    pub fn with_threads(self, threads: usize) -> Self {
        Solver { threads: threads.max(1), ..self }
    }

    /// The same with a book, which answers before anything is searched.
    pub fn with_book(self, book: &'static Book) -> Self {
        Solver { book: Some(book), ..self }
    }

    /// What the book says of a position.
    fn entry(&self, position: &Connect4) -> Option<Entry> {
        self.book.filter(|_| position.plies() <= Book::DEEPEST).and_then(|book| book.get(position))
    }

    /// The best moves of an unfinished position whose score is known; `None` if a limit came first.
    pub fn best_moves(&mut self, position: &Connect4, score: i8, limits: &Limits) -> Option<Vec<Column>> {
        let root = Root::new(position);
        let control = Control::new(limits);
        let mut driver = Driver::new(&mut self.table, &control, self.threads);
        keeping(&mut driver, position, &root, &score::exact(i32::from(score), root.empty))
    }

    /// The children of the last question that a static bound or the table settled: they are not counted as nodes.
    pub const fn settled(&self) -> u64 {
        self.settled
    }
}

impl Knowledge<Connect4> for Solver {
    fn probe(&self, position: &Connect4) -> Option<Known> {
        self.entry(position).map(|entry| Known::Exact(entry.exact(position)))
    }

    fn recall(&self, position: &Connect4) -> Option<Solution<Column>> {
        let entry = self.entry(position)?;
        Some(Solution { exact: entry.exact(position), best: vec![*entry.best.first()?], nodes: 0 })
    }

    /// If a limit ends the search after the verdict is proven, the verdict still counts, and so does a single best move if
    /// the others are not all known.
    fn solve(&mut self, position: &Connect4, question: Question, limits: &Limits) -> Option<Solution<Column>> {
        if let Some(margin) = position.outcome() {
            let exact = Exact { plies: Some(0), ..Exact::from_margin(margin.seen_by(position.to_move())) };
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        if let Some(mut entry) = self.entry(position)
            && (entry.is_complete || !question.all_moves)
        {
            let exact = entry.exact(position);
            if question.all_moves {
                entry.best.sort_unstable();
            } else {
                entry.best.truncate(1);
            }
            return Some(Solution { exact, best: entry.best, nodes: 0 });
        }
        let root = Root::new(position);
        let control = Control::new(limits);
        let mut driver = Driver::new(&mut self.table, &control, self.threads);
        let found = match root.prospect() {
            Prospect::Settled { score, cell } => Found::exactly(score, cell),
            Prospect::Open(node) => driver.solve(node, root.empty, !question.margin),
        };
        let exact = proven(&found, root.empty, question.margin);
        let best = exact.map(|exact| {
            let all = if question.all_moves { keeping(&mut driver, position, &root, &exact) } else { None };
            all.unwrap_or_else(|| moves_of(position, |cell| cell == found.cell))
        });
        self.settled = driver.settled;
        let (exact, best) = (exact?, best?);
        Some(Solution { exact, best, nodes: control.nodes() })
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}

/// What bounds of a score prove; `None` if not even who wins.
fn proven(found: &Found, empty: i32, margin: bool) -> Option<Exact> {
    let (low, high) = (found.bounds.low, found.bounds.high);
    if low == high && (margin || low == 0) {
        Some(score::exact(low, empty))
    } else if low > 0 || high < 0 {
        Some(Exact::only(Verdict::of(low)))
    } else {
        None
    }
}

/// The moves that keep a proven result; `None` if a limit came first.
fn keeping(driver: &mut Driver<'_>, position: &Connect4, root: &Root, exact: &Exact) -> Option<Vec<Column>> {
    let least = exact.margin.map_or(exact.verdict.sign(), i32::from);
    let mut kept = 0;
    for cell in root.cells() {
        if exact.verdict == Verdict::Loss && exact.margin.is_none() || driver.reaches(root, cell, least)? {
            kept |= cell;
        }
    }
    Some(moves_of(position, |cell| cell & kept != 0))
}

/// The legal moves whose cells are chosen, in the order of the game.
fn moves_of(position: &Connect4, is_chosen: impl Fn(u64) -> bool) -> Vec<Column> {
    let filled = bits::playable(root::filled(position));
    let cell = |mv: &Column| filled & bits::column(Connect4::action(*mv) as u32);
    position.moves().filter(|mv| is_chosen(cell(mv))).collect()
}
