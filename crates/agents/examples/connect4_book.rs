//! Makes the opening book of Connect 4: `connect4_book FILE [--threads N] [--table MB]`.
//!
//! FILE is read first and extended position by position, so that a run that was stopped resumes. Of several best moves the
//! book plays the one with the fewest best replies. `connect4_book FILE --verify N` solves N of its positions again instead,
//! chosen at random, and fails if one differs.

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

    /// Finds the scores of the positions that the book does not have yet.
    fn solve(&mut self, what: &str, lines: &[Line]) -> Result<(), Box<dyn Error>> {
        let is_missing = |entry: Option<Entry>| entry.is_none();
        self.work(what, lines, is_missing, |solver, position, _| {
            let question = Question { margin: true, all_moves: false };
            let solution = solver.solve(position, question, &Limits::default())?;
            Some(Entry { score: solution.exact.margin? as i8, best: solution.best, is_complete: false })
        })
    }

    /// Finds all best moves of positions where the book is to play, and puts the one that is hardest to answer first.
    fn choose(&mut self, what: &str, lines: &[Line]) -> Result<(), Box<dyn Error>> {
        let is_missing = |entry: Option<Entry>| entry.is_none_or(|entry| !entry.is_complete);
        self.work(what, lines, is_missing, |solver, position, known| {
            let score = match known {
                Some(entry) => entry.score,
                None => {
                    let question = Question { margin: true, all_moves: false };
                    solver.solve(position, question, &Limits::default())?.exact.margin? as i8
                }
            };
            let best = solver.best_moves(position, score, &Limits::default())?;
            let mut counted = Vec::new();
            for &mv in &best {
                let child = position.child(mv);
                let replies = if best.len() == 1 || child.outcome().is_some() {
                    0
                } else {
                    solver.best_moves(&child, -score, &Limits::default())?.len()
                };
                counted.push((replies, mv));
            }
            counted.sort_by_key(|&(replies, _)| replies);
            Some(Entry { score, best: counted.into_iter().map(|(_, mv)| mv).collect(), is_complete: true })
        })
    }

    /// Makes the entries that are missing, several at a time; `make` is given what the book has of a position so far.
    fn work(
        &mut self,
        what: &str,
        lines: &[Line],
        is_missing: impl Fn(Option<Entry>) -> bool,
        make: impl Fn(&mut Solver, &Connect4, Option<Entry>) -> Option<Entry> + Sync,
    ) -> Result<(), Box<dyn Error>> {
        let known = |line: &Line| self.book.get(&line.position);
        let missing: Vec<(Line, Option<Entry>)> =
            lines.iter().filter(|line| is_missing(known(line))).map(|line| (line.clone(), known(line))).collect();
        eprintln!("{what}: {} positions, {} to solve", lines.len(), missing.len());
        let (threads, megabytes, began) = (self.threads, self.megabytes, Instant::now());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (total, elapsed) = (missing.len(), self.started);
        let shared = Mutex::new(self);
        std::thread::scope(|scope| {
            let work = || -> Result<(), String> {
                let mut solver = Solver::new(megabytes);
                while let Some((line, known)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let entry = make(&mut solver, &line.position, known.clone()).ok_or("no result")?;
                    let mut maker = shared.lock().map_err(|error| error.to_string())?;
                    maker.put(line, &entry).map_err(|error| error.to_string())?;
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    let mean = began.elapsed().as_secs_f64() / done as f64;
                    eprintln!(
                        "{:6.0} s  {what} {done}/{total}  {:>8} {:+}  {:.0} s to go",
                        elapsed.elapsed().as_secs_f64(),
                        line.moves,
                        entry.score,
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
            self.choose(&format!("{} side, ply {ply}", champion.name()), &lines)?;
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

/// Keeps the last line of each position and sorts the lines.
fn tidy(path: &str) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for line in text.lines().rev() {
        let moves = line.split('\t').next().unwrap_or_default().trim_matches('-');
        if seen.insert(after(moves)?.key()) {
            kept.push((moves.len(), line));
        }
    }
    kept.sort_unstable();
    let lines: String = kept.iter().map(|(_, line)| format!("{line}\n")).collect();
    let written = format!("{path}.new");
    std::fs::write(&written, lines)?;
    Ok(std::fs::rename(written, path)?)
}

/// The line of some moves, written as columns from 1.
fn after(moves: &str) -> Result<Line, Box<dyn Error>> {
    let mut line = Line::start();
    for digit in moves.chars() {
        let column = digit.to_digit(10).and_then(|digit| digit.checked_sub(1)).ok_or("not a column")?;
        line = line.after(line.position.move_of(column as usize).ok_or("a full column")?);
    }
    Ok(line)
}

/// Solves some positions of a book again.
fn verify(book: &str, count: usize, megabytes: usize) -> Result<(), Box<dyn Error>> {
    let lines: Vec<&str> = book.lines().collect();
    let (read, mut rng) = (Book::read(book).map_err(|line| format!("line {line} is wrong"))?, seeded(7));
    let mut solver = Solver::new(megabytes);
    for number in 1..=count {
        let line = lines[(rng.next_u64() % lines.len() as u64) as usize];
        let position = after(line.split('\t').next().unwrap_or_default().trim_matches('-'))?.position;
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
    tidy(path)?;
    eprintln!("{} positions in {path}", maker.book.len());
    Ok(())
}
