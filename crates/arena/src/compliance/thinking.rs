//! Checks of limits, and of what an engine reports about its search.

use std::time::Duration;

use grandline_search::Limits;
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Bench, LENIENCE, Problem, await_word, clock, fail, lines_until_ready, movetime};
use crate::external::deadline::whole_millis;
use crate::external::transcript::shortened;
use crate::ugi::{Info, first_word};

pub(crate) fn checks() -> Vec<Check<Bench>> {
    vec![
        Check {
            name: "keeps-to-depth",
            expects: "`go depth 1` is answered",
            fix: "read `depth` as plies to look ahead; an engine that has no depth may ignore it, but must answer",
            run: |bench| answers(bench, &Limits::depth(1)),
        },
        Check {
            name: "keeps-to-nodes",
            expects: "`go nodes 100` is answered",
            fix: "read `nodes` as nodes to visit; an engine that does not count nodes may ignore it, but must answer",
            run: |bench| answers(bench, &Limits::nodes(100)),
        },
        Check {
            name: "keeps-to-movetime",
            expects: "`go movetime 200` is answered within 1.2 s",
            fix: "look at the clock while you search, and stop a little before the time is up",
            run: |bench| in_time(bench, &movetime(Duration::from_millis(200)), Duration::from_millis(200)),
        },
        Check {
            name: "keeps-to-the-clock",
            expects: "with `p1time 2000 p2time 2000 p1inc 50 p2inc 50` it answers within 3 s",
            fix: "use p1time and p1inc when the first player is to move, p2time and p2inc otherwise; take a fraction of what is left",
            run: |bench| {
                let (left, increment) = (Duration::from_secs(2), Duration::from_millis(50));
                in_time(bench, &clock(left, increment, None), left)
            },
        },
        Check {
            name: "keeps-to-periods",
            expects: "with `movestogo 5` after the clocks it answers in time",
            fix: "read `movestogo`, or ignore it: it says after how many moves time is added",
            run: |bench| {
                let left = Duration::from_secs(2);
                in_time(bench, &clock(left, Duration::ZERO, Some(5)), left)
            },
        },
        Check {
            name: "hurries",
            expects: "with 100 ms left it answers within 1.1 s",
            fix: "when little time is left, play the best move of a very short search",
            run: |bench| {
                let left = Duration::from_millis(100);
                in_time(bench, &clock(left, Duration::ZERO, None), left)
            },
        },
        Check {
            name: "takes-limits-together",
            expects: "`movetime`, `depth` and `nodes` may come in one line; the first that is reached counts",
            fix: "read all words behind `go`, in any order",
            run: |bench| {
                let time = movetime(Duration::from_millis(200));
                answers(bench, &Limits { depth: Some(2), nodes: Some(500), ..time })
            },
        },
        Check {
            name: "stops",
            expects: "after `go infinite` and `stop` comes one `bestmove`",
            fix: "search in a thread and end it at `stop`, or answer `go infinite` at once and ignore `stop`",
            run: stops,
        },
        Check {
            name: "ignores-stop-when-idle",
            expects: "`stop` without a search is not answered",
            fix: "ignore `stop` when nothing is searched",
            run: |bench| {
                let limit = bench.options.start;
                let process = &mut bench.ready()?.process;
                process.send("stop");
                no_answer(&lines_until_ready(process, limit)?)
            },
        },
        Check {
            name: "listens-while-it-thinks",
            expects: "`isready` during a search is answered, and the `bestmove` still comes",
            fix: "read lines while you search; at the least answer them all when the search is over",
            run: listens,
        },
        Check {
            name: "speaks-well-of-its-search",
            expects: "numbers in `info` lines are numbers, and the moves after `pv` are legal one after the other",
            fix: "write `info depth 5 score cp 30 nodes 1000 time 20 pv MOVE MOVE`; the score is a whole number of hundredths, seen by the player to move",
            run: speaks_well,
        },
        Check {
            name: "writes-plain-lines",
            expects: "its output has no control characters such as colours",
            fix: "print plain text; terminal colours belong on standard error",
            run: plain_lines,
        },
    ]
}

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

fn no_answer(lines: &[String]) -> Result<(), Problem> {
    match lines.iter().find(|line| first_word(line).0 == "bestmove") {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn stops(bench: &mut Bench) -> Result<(), Problem> {
    let (start, limit, ready) = (bench.samples.start(), bench.options.answer, bench.options.start);
    let process = &mut bench.send_at(&start, "go infinite")?.process;
    process.send("stop");
    let text = await_word(process, "bestmove", limit)?;
    start.parse_move(&text).map_err(|error| Problem::Fail(error.to_string()))?;
    no_answer(&lines_until_ready(process, ready)?)
}

fn listens(bench: &mut Bench) -> Result<(), Problem> {
    let (start, limit) = (bench.samples.start(), bench.options.answer);
    let process = &mut bench.send_at(&start, "go movetime 300")?.process;
    process.send("isready");
    let until = process.now() + limit;
    let (mut ready, mut moved) = (0, 0);
    while ready == 0 || moved == 0 {
        match process.receive(until).map_err(|error| process.read_failure(error))? {
            Some(line) => {
                ready += usize::from(first_word(&line).0 == "readyok");
                moved += usize::from(first_word(&line).0 == "bestmove");
            }
            None if ready == 0 => return fail(format!("no readyok within {}", format_duration(limit))),
            None => return fail(format!("no bestmove within {}", format_duration(limit))),
        }
    }
    if (ready, moved) == (1, 1) { Ok(()) } else { fail("one answer came twice") }
}

fn speaks_well(bench: &mut Bench) -> Result<(), Problem> {
    let (start, limit) = (bench.samples.start(), bench.options.answer);
    let process = &mut bench.send_at(&start, "go movetime 300")?.process;
    let mark = process.transcript.len();
    await_word(process, "bestmove", limit)?;
    let said = process.transcript.since(mark);
    let mut count = 0;
    for line in said.iter().filter_map(|line| line.strip_prefix("< info ")) {
        count += 1;
        well_formed(line)?;
        let info = Info::parse(line);
        let legal = info.line(&start).len();
        // A transcript keeps only the beginning of very long lines.
        if let Some(text) = info.pv.get(legal).filter(|text| !text.ends_with("...")) {
            return fail(format!("move '{text}' of its pv is not legal there"));
        }
    }
    if count == 0 { Err(Problem::Skip("it reports nothing about its search".to_owned())) } else { Ok(()) }
}

/// Checks that every word that needs a number has one.
fn well_formed(line: &str) -> Result<(), Problem> {
    let words: Vec<&str> = line.split_whitespace().take_while(|&word| word != "pv" && word != "string").collect();
    for pair in words.windows(2) {
        let whole = pair[1].parse::<i64>().is_ok();
        let natural = pair[1].parse::<u64>().is_ok();
        let fits = match pair[0] {
            "depth" | "seldepth" | "nodes" | "nps" | "time" | "hashfull" | "multipv" => natural,
            "cp" | "mate" => whole,
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
    let limit = bench.options.answer;
    let start = bench.samples.start();
    let process = &mut bench.send_at(&start, "go movetime 50")?.process;
    let until = process.now() + limit;
    loop {
        match process.receive(until).map_err(|error| process.read_failure(error))? {
            Some(line) if line.chars().any(|c| c.is_control() && c != '\t') => {
                return fail(format!("'{}' has control characters", line.escape_debug().take(100).collect::<String>()));
            }
            Some(line) if first_word(&line).0 == "bestmove" => return Ok(()),
            Some(_) => {}
            None => return fail(format!("no bestmove within {}", format_duration(limit))),
        }
    }
}
