//! Solves starts of Hand of the King, or positions after random moves, and measures how long that takes.
//!
//! `hand_of_the_king_solver VARIANT BOARDS FIRST LAST [CARDS [MEGABYTES [THREADS [SECONDS]]]]`
//!
//! VARIANT is the name of a variant; the one with companions is solved by the exact search that every game has. BOARDS is
//! `seed` (uniform) or `course`, and FIRST and LAST are the numbers of the boards. With CARDS below 36, random moves are played
//! until that many cards are left, counting Varys.
//!
//! Each position gets a line: board, winner, nodes, seconds. Two more lines have the median, the longest time and the total, and
//! the share of positions that the player to move wins, with its 95 % interval. The tables are forgotten before each position.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grandline_agents::games::hand_of_the_king::Solver;
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne, Published, Variant, WithCompanions};
use grandline_games::{Game, random};
use grandline_search::{Knowledge, Limits, Question, Verdict, WallClock};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("hand-of-the-king") => measure(&arguments[1..], own::<PhaseOne>),
        Some("hand-of-the-king/published") => measure(&arguments[1..], own::<Published>),
        Some("hand-of-the-king/companions") => measure::<WithCompanions>(&arguments[1..], generic),
        _ => Err("the first argument is the variant, such as hand-of-the-king or hand-of-the-king/published".into()),
    }
}

/// A solver with tables of some megabytes and some threads.
type MakeSolver<V> = fn(usize, usize) -> Box<dyn Knowledge<HandOfTheKing<V>>>;

fn own<V: Variant>(megabytes: usize, threads: usize) -> Box<dyn Knowledge<HandOfTheKing<V>>> {
    Box::new(Solver::new(megabytes).with_threads(threads))
}

fn generic<V: Variant>(megabytes: usize, _: usize) -> Box<dyn Knowledge<HandOfTheKing<V>>> {
    Box::new(grandline_search::Solver::new(megabytes))
}

fn measure<V: Variant>(arguments: &[String], solver: MakeSolver<V>) -> Result<(), Box<dyn Error>> {
    let number = |index: usize, default: u64| match arguments.get(index) {
        Some(text) => text.parse().map_err(|_| format!("'{text}' is not a whole number")),
        None => Ok(default),
    };
    let is_course = match arguments.first().map(String::as_str) {
        Some("course") => true,
        Some("seed") => false,
        _ => return Err("the second argument says which boards: seed or course".into()),
    };
    let (cards, seconds) = (number(3, 36)?, number(6, 600)?);
    if !(2..=36).contains(&cards) {
        return Err(format!("CARDS is {cards}, but must be between 2 and 36").into());
    }
    let mut solver = solver(number(4, 512)? as usize, number(5, 1)? as usize);
    let mut output = std::io::stdout().lock();
    let (mut times, mut solved, mut won) = (Vec::new(), 0, 0);
    for board in number(1, 1)?..=number(2, 20)? {
        let start = if is_course { HandOfTheKing::<V>::course(board) } else { HandOfTheKing::start(board) };
        let position = played_to(&start, cards as u32, board);
        solver.forget();
        let clock = Arc::new(WallClock::start());
        let limits = Limits { time: Some(Duration::from_secs(seconds)), clock, ..Limits::default() };
        let started = Instant::now();
        let solution = solver.solve(&position, Question::default(), &limits);
        let time = started.elapsed().as_secs_f64();
        times.push(time);
        let name = &arguments[0];
        match solution {
            None => writeln!(output, "{name}:{board} unsolved - {time:.3}")?,
            Some(solution) => {
                let wins = solution.exact.verdict == Verdict::Win;
                (solved, won) = (solved + 1, won + u32::from(wins));
                let winner = if wins { position.to_move() } else { !position.to_move() };
                writeln!(output, "{name}:{board} {winner:?} {} {time:.3}", solution.nodes)?;
            }
        }
        output.flush()?;
    }
    times.sort_by(f64::total_cmp);
    let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) else {
        return Err("no boards: the last number is below the first".into());
    };
    let (count, total) = (times.len(), times.iter().sum::<f64>());
    writeln!(output, "median {median:.3} s, longest {longest:.3} s, total {total:.3} s, {solved} of {count} solved")?;
    if solved > 0 {
        let (low, high) = interval(f64::from(won), f64::from(solved));
        writeln!(output, "the player to move wins {won} of {solved}: {:.1} to {:.1} %", 100.0 * low, 100.0 * high)?;
    }
    Ok(())
}

/// Returns a position with this many cards left after random moves from a start.
fn played_to<V: Variant>(start: &HandOfTheKing<V>, cards: u32, seed: u64) -> HandOfTheKing<V> {
    let mut random = random::seeded(seed);
    loop {
        let mut position = *start;
        while position.left() > cards
            && let Some(mv) = position.random_move(&mut random)
        {
            position.play(mv);
        }
        if position.left() == cards && position.outcome().is_none() && !position.is_choosing() {
            return position;
        }
    }
}

/// Wilson's 95 % interval of a share.
fn interval(won: f64, games: f64) -> (f64, f64) {
    let square = 1.96_f64 * 1.96;
    let centre = (won + square / 2.0) / (games + square);
    let half = (won * (games - won) / games + square / 4.0).sqrt() * 1.96 / (games + square);
    (centre - half, centre + half)
}
