//! Makes the opening book of Connect 4: `connect4_book FILE [--threads N] [--table MB]`.
//!
//! FILE is read first and extended position by position, so that a run that was stopped resumes. `connect4_book FILE
//! --verify N` solves N of its positions again instead, chosen at random, and fails if one differs.

#![allow(clippy::print_stderr, reason = "it reports its progress")]

use std::collections::HashSet;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use grandline_agents::games::connect4::{Book, Entry, Solver};
use grandline_games::connect4::{Column, Connect4};
use grandline_games::random::seeded;
use grandline_games::{Game, Numbered, Side};
use grandline_search::{Knowledge, Limits, Question};
use rand_core::Rng;

/// Every position of up to this many plies is in the book.
const COMPLETE: usize = 4;
/// Positions of up to this many plies are in it if one side plays by the book.
const DEEPEST: usize = Book::DEEPEST as usize;

/// A line of play from the empty board.
#[derive(Clone)]
struct Line {
    moves: String,
    position: Connect4,
}

impl Line {
    fn start() -> Self {
        Line { moves: String::new(), position: Connect4::start(0) }
    }

    fn after(&self, mv: Column) -> Line {
        Line { moves: format!("{}{}", self.moves, Connect4::action(mv) + 1), position: self.position.child(mv) }
    }

    fn children(&self) -> impl Iterator<Item = (Column, Line)> + '_ {
        self.position.moves().map(|mv| (mv, self.after(mv)))
    }

    fn key(&self) -> u64 {
        self.position.key().min(self.position.mapped(grandline_games::Symmetry(1)).key())
    }
}

/// Drops all but one of lines that lead to the same position or its mirror image, and finished games.
fn distinct(lines: impl IntoIterator<Item = Line>) -> Vec<Line> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for line in lines {
        if line.position.outcome().is_none() && seen.insert(line.key()) {
            kept.push(line);
        }
    }
    kept
}

struct Maker {
    book: Book,
    file: File,
    threads: usize,
    megabytes: usize,
    started: Instant,
}

impl Maker {
    /// Adds a position to the book and the file.
    fn put(&mut self, line: &Line, entry: &Entry) -> Result<(), Box<dyn Error>> {
        writeln!(self.file, "{}", entry.line(&line.moves))?;
        self.file.flush()?;
        self.book.add(&line.position, entry);
        Ok(())
    }

    /// Solves the positions that the book does not have yet, several at a time.
    fn solve(&mut self, what: &str, lines: &[Line]) -> Result<(), Box<dyn Error>> {
        let is_missing = |line: &&Line| self.book.get(&line.position).is_none();
        let missing: Vec<Line> = lines.iter().filter(is_missing).cloned().collect();
        eprintln!("{what}: {} positions, {} to solve", lines.len(), missing.len());
        let (threads, megabytes, began) = (self.threads, self.megabytes, Instant::now());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (total, elapsed) = (missing.len(), self.started);
        let shared = Mutex::new(self);
        std::thread::scope(|scope| {
            let work = || -> Result<(), String> {
                let mut solver = Solver::new(megabytes);
                while let Some(line) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let question = Question { margin: true, all_moves: false };
                    let solution = solver.solve(&line.position, question, &Limits::default()).ok_or("no result")?;
                    let score = solution.exact.margin.ok_or("no margin")? as i8;
                    let entry = Entry { score, best: solution.best, is_complete: false };
                    let mut maker = shared.lock().map_err(|error| error.to_string())?;
                    maker.put(line, &entry).map_err(|error| error.to_string())?;
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    let mean = began.elapsed().as_secs_f64() / done as f64;
                    eprintln!(
                        "{:6.0} s  {what} {done}/{total}  {:>8} {score:+}  {:.0} s to go",
                        elapsed.elapsed().as_secs_f64(),
                        line.moves,
                        mean * (total - done) as f64
                    );
                }
                Ok(())
            };
            let helpers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            helpers.into_iter().try_for_each(|helper| helper.join().map_err(|_| "a thread failed".to_owned())?)
        })?;
        Ok(())
    }

    /// The entry of a position whose children are all in the book or finished games.
    fn derived(&self, line: &Line) -> Option<Entry> {
        let mut scores = Vec::new();
        for (mv, child) in line.children() {
            let score = match child.position.outcome() {
                Some(margin) => margin.seen_by(line.position.to_move()) as i8,
                None => -self.book.get(&child.position)?.score,
            };
            scores.push((mv, score));
        }
        let score = scores.iter().map(|&(_, score)| score).max()?;
        let best = scores.into_iter().filter(|&(_, other)| other == score).map(|(mv, _)| mv).collect();
        Some(Entry { score, best, is_complete: true })
    }

    /// Adds the entry of a position that follows from the next ones, if the book has these.
    fn derive(&mut self, line: &Line) -> Result<(), Box<dyn Error>> {
        if self.book.get(&line.position).is_none()
            && let Some(entry) = self.derived(line)
        {
            self.put(line, &entry)?;
        }
        Ok(())
    }

    /// What a player of the book needs comes first: it is useful before the rest is done.
    fn make(&mut self) -> Result<(), Box<dyn Error>> {
        let mut trees = Side::BOTH.map(|champion| (champion, vec![vec![Line::start()]]));
        for ply in 0..=DEEPEST {
            for (champion, levels) in &mut trees {
                self.grow(*champion, levels, ply)?;
            }
        }
        let mut all = vec![vec![Line::start()]];
        for ply in 0..COMPLETE {
            let children = |line: &Line| line.children().map(|(_, child)| child).collect::<Vec<_>>();
            all.push(distinct(all[ply].iter().flat_map(children)));
        }
        self.solve("all of ply 4", &all[COMPLETE])?;
        let levels = trees.iter().flat_map(|(_, levels)| levels.iter().enumerate()).chain(all.iter().enumerate());
        let mut levels: Vec<(usize, &Vec<Line>)> = levels.collect();
        levels.sort_by_key(|&(ply, _)| std::cmp::Reverse(ply));
        for line in levels.into_iter().flat_map(|(_, lines)| lines) {
            self.derive(line)?;
        }
        // Before its opponent's last moves the book has nothing to derive a score from.
        let last: Vec<Line> = trees.iter().flat_map(|(_, levels)| levels[DEEPEST].clone()).collect();
        self.solve("the rest of ply 8", &distinct(last))
    }

    /// Solves a level of the positions that occur while `champion` plays by the book, and makes the next one.
    fn grow(&mut self, champion: Side, levels: &mut Vec<Vec<Line>>, ply: usize) -> Result<(), Box<dyn Error>> {
        let lines = levels[ply].clone();
        let is_turn = Side::from_parity(ply) == champion;
        if is_turn {
            self.solve(&format!("{} side, ply {ply}", champion.name()), &lines)?;
        }
        let mut next = Vec::new();
        for line in &lines {
            if is_turn {
                let entry = self.book.get(&line.position).ok_or("a position that was not solved")?;
                next.push(line.after(entry.best[0]));
            } else {
                next.extend(line.children().map(|(_, child)| child));
            }
        }
        levels.push(distinct(next));
        Ok(())
    }
}

/// Solves some positions of a book again.
fn verify(book: &str, count: usize, megabytes: usize) -> Result<(), Box<dyn Error>> {
    let lines: Vec<&str> = book.lines().collect();
    let (read, mut rng) = (Book::read(book).map_err(|line| format!("line {line} is wrong"))?, seeded(7));
    let mut solver = Solver::new(megabytes);
    for number in 1..=count {
        let line = lines[(rng.next_u64() % lines.len() as u64) as usize];
        let mut position = Connect4::start(0);
        for digit in line.split('\t').next().unwrap_or_default().trim_matches('-').chars() {
            let column = digit.to_digit(10).ok_or("not a column")? as usize - 1;
            position.play(position.move_of(column).ok_or("a full column")?);
        }
        let entry = read.get(&position).ok_or("a position that is missing")?;
        solver.forget();
        let question = Question { margin: true, all_moves: true };
        let solution = solver.solve(&position, question, &Limits::default()).ok_or("no result")?;
        let is_right = solution.exact.margin == Some(i16::from(entry.score))
            && entry.best.iter().all(|mv| solution.best.contains(mv))
            && (!entry.is_complete || entry.best.len() == solution.best.len());
        eprintln!("{number}/{count}: {line}: {}", if is_right { "right" } else { "WRONG" });
        if !is_right {
            return Err(format!("{line}: solved again it is {solution:?}").into());
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("connect4_book FILE [--threads N] [--table MB] [--verify N]")?;
    let option = |name: &str| arguments.iter().position(|word| word == name).and_then(|at| arguments.get(at + 1));
    let number = |name: &str, default: usize| option(name).map_or(Ok(default), |text| text.parse());
    let (threads, megabytes) = (number("--threads", 2)?, number("--table", 256)?);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    if let Some(count) = option("--verify") {
        return verify(&text, count.parse()?, megabytes);
    }
    let book = Book::read(&text).map_err(|line| format!("line {line} of {path} is wrong: delete it to resume"))?;
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut maker = Maker { book, file, threads, megabytes, started: Instant::now() };
    maker.make()?;
    eprintln!("{} positions in {path}", maker.book.len());
    Ok(())
}
