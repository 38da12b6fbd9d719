//! Solves late positions of Divercité from games of an agent against itself, and measures how long that takes.
//!
//! `divercite_solver VARIANT PLIES FIRST LAST [MEGABYTES [THREADS [QUESTION [SOLVER [SECONDS]]]]]`
//!
//! VARIANT is `divercite` or `divercite/classic`, PLIES how many plies are left in each position, and FIRST and LAST are the
//! seeds of the games. A game starts with six random moves; then `skypiea-next` plays both sides with 3,000 nodes per move.
//! QUESTION is `result` (who wins, the default), `margin` (also by how much) or `all` (also by which moves). SOLVER is `own`
//! (the default) or `generic`, the exact search that every game has.
//!
//! Each position gets a line: seed, result for the player to move, nodes, seconds. A last line has the median, the 90th
//! percentile, the longest time and the total, and all nodes. The table is forgotten before each position.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grandline_agents::games::divercite::Solver;
use grandline_agents::{agent, build};
use grandline_games::divercite::{Classic, Course, Divercite, Variant};
use grandline_games::{AnyPosition, GameId, ListedGame, random};
use grandline_search::{Knowledge, Limits, Question, WallClock};

/// Random moves at the start of a game.
const RANDOM_PLIES: usize = 6;
/// Nodes per move after that.
const NODES: u64 = 3000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("divercite") => measure::<Course>(GameId::Divercite, &arguments[1..]),
        Some("divercite/classic") => measure::<Classic>(GameId::DiverciteClassic, &arguments[1..]),
        _ => Err("the first argument is the variant: divercite or divercite/classic".into()),
    }
}

fn measure<V: Variant>(game: GameId, arguments: &[String]) -> Result<(), Box<dyn Error>>
where
    Divercite<V>: ListedGame,
{
    let number = |index: usize, default: u64| match arguments.get(index) {
        Some(text) => text.parse().map_err(|_| format!("'{text}' is not a whole number")),
        None => Ok(default),
    };
    let plies = number(0, 12)?;
    if !(1..=34).contains(&plies) {
        return Err(format!("PLIES is {plies}, but must be between 1 and 34").into());
    }
    let (megabytes, threads, seconds) = (number(3, 64)? as usize, number(4, 1)? as usize, number(7, 600)?);
    let question = match arguments.get(5).map(String::as_str) {
        None | Some("result") => Question::default(),
        Some("margin") => Question { margin: true, all_moves: false },
        Some("all") => Question { margin: true, all_moves: true },
        Some(other) => return Err(format!("'{other}' is not a question: it must be result, margin or all").into()),
    };
    let mut solver: Box<dyn Knowledge<Divercite<V>>> = match arguments.get(6).map(String::as_str) {
        None | Some("own") => Box::new(Solver::new(megabytes).with_threads(threads)),
        Some("generic") => Box::new(grandline_search::Solver::new(megabytes)),
        Some(other) => return Err(format!("'{other}' is not a solver: it must be own or generic").into()),
    };
    let mut output = std::io::stdout().lock();
    let (mut times, mut solved, mut nodes) = (Vec::new(), 0, 0);
    for seed in number(1, 1)?..=number(2, 30)? {
        let played = played_to(game, plies as u32, seed)?;
        let record = played.record::<Divercite<V>>().ok_or("the position is of another variant")?;
        solver.forget();
        let clock = Arc::new(WallClock::start());
        let limits = Limits { time: Some(Duration::from_secs(seconds)), clock, ..Limits::default() };
        let started = Instant::now();
        let solution = solver.solve(record.position(), question, &limits);
        let time = started.elapsed().as_secs_f64();
        times.push(time);
        match solution {
            None => writeln!(output, "{seed} unsolved - {time:.3}")?,
            Some(solution) => {
                (solved, nodes) = (solved + 1, nodes + solution.nodes);
                let margin = solution.exact.margin.filter(|_| question.margin);
                let margin = margin.map_or(String::new(), |margin| format!(" by {margin}"));
                writeln!(output, "{seed} {:?}{margin} {} {time:.3}", solution.exact.verdict, solution.nodes)?;
            }
        }
        output.flush()?;
    }
    times.sort_by(f64::total_cmp);
    let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) else {
        return Err("no games: the last seed is below the first".into());
    };
    let (count, total) = (times.len(), times.iter().sum::<f64>());
    let ninth = times[(count * 9 / 10).min(count - 1)];
    writeln!(
        output,
        "median {median:.3} s, 90th percentile {ninth:.3} s, longest {longest:.3} s, total {total:.3} s, \
         {nodes} nodes, {solved} of {count} solved"
    )?;
    Ok(())
}

/// Returns a position with this many plies left from a game with this seed.
fn played_to(game: GameId, plies: u32, seed: u64) -> Result<AnyPosition, Box<dyn Error>> {
    let mut engine = build(&agent(game, "skypiea-next")?, seed);
    let mut position = game.set_up("")?;
    let mut random = random::seeded(seed);
    while position.plies_left().is_some_and(|left| left > plies) {
        let mv = if position.plies() < RANDOM_PLIES {
            position.random_move(&mut random)
        } else {
            engine.search(&position, &Limits::nodes(NODES), &mut |_| {}).and_then(|report| report.best())
        };
        let mv = mv.ok_or("the game ended early")?;
        position.play(mv);
    }
    Ok(position)
}
