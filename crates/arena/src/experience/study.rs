//! An opening book from deep searches.
//!
//! The book prepares both players. Where its own player is to move it follows the best move, where the opponent is, the
//! best few. Every position is searched with the same nodes; the book has the best move with its expected points per
//! [`GAMES`] games, and the other moves worth following with no games, so that a stopped study goes on from its book alone.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use grandline_agents::experience::{Book, Known, MoveTally};
use grandline_agents::{AnyEngine, Preset, build};
use grandline_games::{AnyPosition, MoveId};
use grandline_search::{Limits, Report};
use thiserror::Error;

/// The games that a deep search stands for.
const GAMES: f64 = 1000.0;

/// What is studied, and how.
#[derive(Clone, Debug)]
pub struct Study {
    /// The agent that searches.
    pub agent: Preset,
    /// The nodes of each search.
    pub nodes: u64,
    /// The number of plies after the start until which positions are studied.
    pub plies: u32,
    /// How many moves of the opponent are followed in each position.
    pub replies: usize,
    /// Where games begin.
    pub starts: Vec<AnyPosition>,
    /// How many searches run side by side.
    pub threads: usize,
    /// What the agent's random choices come from.
    pub seed: u64,
    /// Ends the study when it is set.
    pub stop: Arc<AtomicBool>,
}

/// A step of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Studied {
    /// The plies after the start of the positions studied now.
    pub ply: u32,
    /// How many of them are in the book.
    pub done: usize,
    /// How many there are.
    pub all: usize,
}

/// Why a study ended before its end.
#[derive(Debug, Error)]
pub enum StudyError<E> {
    /// It was stopped; the book has what was done.
    #[error("stopped; the same command resumes")]
    Stopped,
    /// The book could not be kept.
    #[error(transparent)]
    Kept(E),
}

/// A position and the players for whom it is prepared.
struct Task {
    position: AnyPosition,
    /// The same for positions that are equal up to symmetry.
    class: u64,
    prepared: [bool; 2],
}

/// Adds to a book what it lacks. `keep` is called after every search with the book and how far the study is.
pub fn study<E>(
    study: &Study,
    book: &mut Book,
    keep: &mut dyn FnMut(&Book, Studied) -> Result<(), E>,
) -> Result<(), StudyError<E>> {
    let mut tasks: Vec<Task> = Vec::new();
    study.starts.iter().for_each(|start| add(&mut tasks, start.clone(), [true; 2]));
    for ply in 0..=study.plies {
        let (missing, known): (Vec<&Task>, Vec<&Task>) =
            tasks.iter().partition(|task| book.look_up(&task.position).is_empty());
        let (done, all) = (known.len(), tasks.len());
        let positions: Vec<&AnyPosition> = missing.iter().map(|task| &task.position).collect();
        let mut searched = 0;
        search_all(study, &positions, &mut |position, report| {
            note(book, position, report, study.replies);
            searched += 1;
            keep(book, Studied { ply, done: done + searched, all }).map_err(StudyError::Kept)
        })?;
        let mut next = Vec::new();
        for Task { position, prepared, .. } in &tasks {
            follow(book, position, *prepared, &mut next);
        }
        tasks = next;
    }
    Ok(())
}

/// Adds a position if the game goes on there, and joins it with one that is equal up to symmetry.
fn add(tasks: &mut Vec<Task>, position: AnyPosition, prepared: [bool; 2]) {
    if position.outcome().is_some() {
        return;
    }
    let class = position.canonical_key();
    match tasks.iter_mut().find(|task| task.class == class) {
        Some(task) => (0..2).for_each(|player| task.prepared[player] |= prepared[player]),
        None => tasks.push(Task { position, class, prepared }),
    }
}

/// The positions after the moves that a book follows.
fn follow(book: &Book, position: &AnyPosition, prepared: [bool; 2], next: &mut Vec<Task>) {
    let mover = position.to_move();
    for (mv, is_best) in followed(book, position) {
        // The player to move prepares the best move alone; the opponent prepares for all of them.
        let mut prepared = prepared;
        prepared[mover.index()] &= is_best;
        if prepared != [false; 2] {
            let mut child = position.clone();
            child.play(mv);
            add(next, child, prepared);
        }
    }
}

/// The moves of a position that are in a book, one of each class, and whether it is the best.
fn followed(book: &Book, position: &AnyPosition) -> Vec<(MoveId, bool)> {
    let moves = |known: Known<MoveId>| known.moves.first().map(|&mv| (mv, known.tally.games() > 0));
    book.look_up(position).into_iter().filter(|known| known.listed).filter_map(moves).collect()
}

/// Writes a search into a book.
fn note(book: &mut Book, position: &AnyPosition, report: &Report<MoveId>, replies: usize) {
    let Some(line) = report.lines.first() else { return };
    let Some(&best) = line.pv.first() else { return };
    let points = (report.scale.chance(&line.value) * GAMES).round();
    let tally = MoveTally { won: points as u32, drawn: 0, lost: (GAMES - points) as u32 };
    book.note(position, best, tally);
    let mut classes = HashSet::from([after(position, best)]);
    for root_move in &report.root_moves {
        if classes.len() >= replies {
            break;
        }
        if classes.insert(after(position, root_move.mv)) {
            book.note(position, root_move.mv, MoveTally::default());
        }
    }
}

fn after(position: &AnyPosition, mv: MoveId) -> u64 {
    let mut child = position.clone();
    child.play(mv);
    child.canonical_key()
}

/// Takes a searched position.
type Take<'a, E> = dyn FnMut(&AnyPosition, &Report<MoveId>) -> Result<(), StudyError<E>> + 'a;

/// Searches positions side by side; `take` gets them in the order in which they end.
fn search_all<E>(study: &Study, positions: &[&AnyPosition], take: &mut Take<'_, E>) -> Result<(), StudyError<E>> {
    let next = AtomicUsize::new(0);
    // A thread goes on when its answer was taken, so that little is lost with what was not kept yet.
    let (send, receive) = mpsc::sync_channel(0);
    std::thread::scope(|scope| {
        for _ in 0..study.threads.clamp(1, positions.len().max(1)) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let mut engine = build(&study.agent, study.seed);
                while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = search(study, engine.as_mut(), position);
                    if study.stop.load(Ordering::Relaxed) || send.send((*position, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (position, report) in receive {
            let Some(report) = report else { continue };
            if let Err(error) = take(position, &report) {
                next.store(positions.len(), Ordering::Relaxed);
                study.stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        if study.stop.load(Ordering::Relaxed) { Err(StudyError::Stopped) } else { Ok(()) }
    })
}

fn search(study: &Study, engine: &mut dyn AnyEngine, position: &AnyPosition) -> Option<Report<MoveId>> {
    engine.forget();
    let limits = Limits { stop: study.stop.clone(), lines: 1, analysis: true, ..Limits::nodes(study.nodes) };
    engine.search(position, &limits, &mut |_| {})
}
