//! Solves Connect 4 positions from standard input, one per line, for `cargo xtask bench-connect4`.
//!
//! A line holds the moves played as columns from 1 to 7; a line of `-` is the empty board. The answer is one line: score,
//! nodes, children settled without being entered, and microseconds. The answers come at the end or when an empty line asks for
//! them, so that nothing but solving happens between two positions. The table is forgotten before each position.
//!
//! `connect4_solver [MEGABYTES [THREADS]]`

use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Instant;

use grandline_agents::games::connect4::Solver;
use grandline_games::connect4::Connect4;
use grandline_games::{Game, Notation};
use grandline_search::{Knowledge, Limits, Question};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let megabytes = arguments.next().map_or(Ok(64), |text| text.parse())?;
    let threads = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut solver = Solver::new(megabytes).with_threads(threads);
    let (question, limits) = (Question { margin: true, all_moves: false }, Limits::default());
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let moves = line.trim();
        if moves.is_empty() {
            output.flush()?;
            continue;
        }
        let mut position = Connect4::start(0);
        for character in moves.trim_matches('-').chars() {
            let mv = position.parse_move(&character.to_string())?;
            position.play(mv);
        }
        solver.forget();
        let started = Instant::now();
        let solution = solver.solve(&position, question, &limits).ok_or("a limit without limits")?;
        let micros = started.elapsed().as_secs_f64() * 1e6;
        let margin = solution.exact.margin.ok_or("a result without its margin")?;
        writeln!(output, "{margin} {} {} {micros:.2}", solution.nodes, solver.settled())?;
    }
    output.flush()?;
    Ok(())
}
