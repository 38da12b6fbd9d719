//! Checks of limits, and of what an engine reports about its search.

use std::time::Duration;

use grandline_search::Limits;
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Bench, LENIENCE, Problem, clock, fail, forbid, is_bestmove, movetime, skip};
use crate::external::deadline::whole_millis;
use crate::external::transcript::shortened;
use crate::ugi::{Info, first_word};

pub(crate) const CHECKS: &[Check<Bench>] = &[
    ("keeps-to-depth", |bench| answers(bench, &Limits::depth(1))),
    ("keeps-to-nodes", |bench| answers(bench, &Limits::nodes(100))),
    ("keeps-to-movetime", |bench| in_time(bench, &movetime(SHORT), SHORT)),
    ("keeps-to-the-clock", |bench| {
        let (left, increment) = (Duration::from_secs(2), Duration::from_millis(50));
        in_time(bench, &clock(left, increment, None), left)
    }),
    ("keeps-to-periods", |bench| {
        let left = Duration::from_secs(2);
        in_time(bench, &clock(left, Duration::ZERO, Some(5)), left)
    }),
    ("hurries", |bench| {
        let left = Duration::from_millis(100);
        in_time(bench, &clock(left, Duration::ZERO, None), left)
    }),
    ("takes-limits-together", |bench| answers(bench, &Limits { depth: Some(2), nodes: Some(500), ..movetime(SHORT) })),
    ("stops", stops),
    ("ignores-stop-when-idle", |bench| {
        let session = bench.ready()?;
        session.process.send("stop");
        forbid(&session.lines_until_ready()?, "it said", is_bestmove)
    }),
    ("listens-while-it-thinks", listens),
    ("speaks-well-of-its-search", speaks_well),
    ("writes-plain-lines", plain_lines),
];

/// The time per move of the checks that give one.
const SHORT: Duration = Duration::from_millis(200);

fn answers(bench: &mut Bench, limits: &Limits) -> Result<(), Problem> {
    bench.ready()?;
    let start = bench.samples.start();
    bench.ask(&start, limits).map(|_| ())
}

fn in_time(bench: &mut Bench, limits: &Limits, time: Duration) -> Result<(), Problem> {
    bench.ready()?;
    let positions: Vec<_> = bench.samples.cut(0.0, 1).chain(bench.samples.cut(0.35, 1)).collect();
    for position in positions {
        let took = bench.ask(&position, limits)?.time;
        if took > time + LENIENCE {
            return fail(format!("it took {}", format_duration(whole_millis(took))));
        }
    }
    Ok(())
}

fn stops(bench: &mut Bench) -> Result<(), Problem> {
    let start = bench.samples.start();
    let session = bench.send_at(&start, "go infinite")?;
    session.process.send("stop");
    let text = session.await_word("bestmove")?;
    start.parse_move(&text).map_err(|error| Problem::Fail(error.to_string()))?;
    forbid(&session.lines_until_ready()?, "it said", is_bestmove)
}

fn listens(bench: &mut Bench) -> Result<(), Problem> {
    let start = bench.samples.start();
    let session = bench.send_at(&start, "go movetime 300")?;
    session.process.send("isready");
    let until = session.deadline("bestmove");
    let (mut ready, mut moved) = (0, 0);
    while ready == 0 || moved == 0 {
        match session.process.receive(until).map_err(|error| session.process.read_failure(error))? {
            Some(line) => {
                ready += usize::from(first_word(&line).0 == "readyok");
                moved += usize::from(is_bestmove(&line));
            }
            None => {
                let missing = if ready == 0 { "readyok" } else { "bestmove" };
                return fail(format!("no {missing} within {}", format_duration(session.options.answer)));
            }
        }
    }
    if (ready, moved) == (1, 1) { Ok(()) } else { fail("one answer came twice") }
}

fn speaks_well(bench: &mut Bench) -> Result<(), Problem> {
    let start = bench.samples.start();
    let session = bench.send_at(&start, "go movetime 300")?;
    let mark = session.process.transcript.len();
    session.await_word("bestmove")?;
    let said = session.process.transcript.since(mark);
    let reports: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("< info ")).collect();
    for line in &reports {
        well_formed(line)?;
        let info = Info::parse(line);
        let legal = info.line(&start).len();
        // A transcript keeps only the beginning of very long lines.
        if let Some(text) = info.pv.get(legal).filter(|text| !text.ends_with("...")) {
            return fail(format!("move '{text}' of its pv is not legal there"));
        }
    }
    if reports.is_empty() { skip("it reports nothing about its search") } else { Ok(()) }
}

/// Checks that every word that needs a number has one.
fn well_formed(line: &str) -> Result<(), Problem> {
    let words: Vec<&str> = line.split_whitespace().take_while(|&word| word != "pv" && word != "string").collect();
    for pair in words.windows(2) {
        let fits = match pair[0] {
            "depth" | "seldepth" | "nodes" | "nps" | "time" | "hashfull" | "multipv" => pair[1].parse::<u64>().is_ok(),
            "cp" | "mate" => pair[1].parse::<i64>().is_ok(),
            "score" => matches!(pair[1], "cp" | "mate"),
            _ => true,
        };
        if !fits {
            return fail(format!("'{}' is not valid after '{}'", shortened(pair[1], 40), pair[0]));
        }
    }
    Ok(())
}

fn plain_lines(bench: &mut Bench) -> Result<(), Problem> {
    let start = bench.samples.start();
    let session = bench.send_at(&start, "go movetime 50")?;
    let until = session.deadline("bestmove");
    loop {
        let line = session.next_line("bestmove", until)?;
        if line.chars().any(|c| c.is_control() && c != '\t') {
            return fail(format!("'{}' has control characters", line.escape_debug().take(100).collect::<String>()));
        }
        if is_bestmove(&line) {
            return Ok(());
        }
    }
}
