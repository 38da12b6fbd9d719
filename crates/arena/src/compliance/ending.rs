//! Checks of the end of a game, of a session, and of the host.

use std::time::Duration;

use grandline_games::{AnyPosition, Side};
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Bench, Problem, await_word, fail, lines_until_ready};
use crate::external::process::Process;
use crate::external::transcript::shortened;
use crate::ugi::{first_word, position_command, result_word};

pub(crate) fn checks() -> Vec<Check<Bench>> {
    vec![
        Check {
            name: "survives-the-end-of-a-game",
            expects: "in a position in which the game is over, `go` does no harm: it still answers `isready` and plays on elsewhere",
            fix: "look whether there are legal moves before you choose one; print `bestmove none` if there are none",
            run: over,
        },
        Check {
            name: "answers-queries",
            expects: "`query p1turn`, `gameover` and `result` are answered correctly, if they are answered at all",
            fix: "print `response true` or `false`; for `query result`: p1win, p2win, draw or none",
            run: queries,
        },
        Check {
            name: "runs-twice",
            expects: "two processes of it can run at the same time",
            fix: "do not lock files or open ports of fixed names",
            run: runs_twice,
        },
        Check {
            name: "quits",
            expects: "`quit` ends the process within 10 s, with exit status 0",
            fix: "leave the loop that reads lines when one is `quit`",
            run: |bench| ends(bench, Some("quit"), false),
        },
        Check {
            name: "says-nothing-after-quit",
            expects: "nothing is printed after `quit`",
            fix: "print farewells to standard error",
            run: silent_quit,
        },
        Check {
            name: "quits-while-it-thinks",
            expects: "`quit` ends the process during a search, too",
            fix: "end the search at `quit`, or search in a thread that does not keep the process alive",
            run: |bench| ends(bench, Some("quit"), true),
        },
        Check {
            name: "ends-with-its-host",
            expects: "the end of standard input ends the process, too: a host may die",
            fix: "leave the loop when there is no next line (in Python: for line in sys.stdin)",
            run: |bench| ends(bench, None, false),
        },
    ]
}

fn over(bench: &mut Bench) -> Result<(), Problem> {
    let Some(position) = bench.samples.finished() else {
        return Err(Problem::Skip("no random game came to an end".to_owned()));
    };
    let ready = bench.options.start;
    let process = &mut bench.send_at(&position, "go movetime 50")?.process;
    // Whether there is an answer does not matter, as long as it has come before the next question.
    lines_until_ready(process, ready)?;
    let until = process.now() + Duration::from_millis(200);
    while let Ok(Some(_)) = process.receive(until) {}
    process.send("stop");
    lines_until_ready(process, ready)?;
    let start = bench.samples.start();
    bench.plays_at(&start).map(|_| ())
}

fn queries(bench: &mut Bench) -> Result<(), Problem> {
    let ready = bench.options.start;
    let positions: Vec<AnyPosition> = bench.samples.cut(0.4, 2).chain(bench.samples.finished()).collect();
    let mut answered = false;
    for position in positions {
        let process = &mut bench.ready()?.process;
        process.send(&position_command(&position));
        lines_until_ready(process, ready)?;
        let is_over = position.outcome().is_some();
        let first = position.to_move() == Side::First;
        // Once a game is over, neither side is to move.
        let turn = (!is_over).then(|| ("p1turn", first.to_string()));
        let others = [("gameover", is_over.to_string()), ("result", result_word(&position).to_owned())];
        for (query, right) in turn.into_iter().chain(others) {
            process.send(&format!("query {query}"));
            let said = lines_until_ready(process, ready)?;
            let Some(answer) = said.iter().find_map(|line| line.trim().strip_prefix("response")) else { continue };
            answered = true;
            if answer.trim() != right {
                let said = shortened(answer.trim(), 60);
                return fail(format!("'query {query}' was answered with '{said}' instead of {right}"));
            }
        }
    }
    if answered { Ok(()) } else { Err(Problem::Skip("it does not answer queries, which are optional".to_owned())) }
}

fn runs_twice(bench: &mut Bench) -> Result<(), Problem> {
    let mut other = bench.take()?;
    let start = bench.samples.start();
    let first = bench.plays_at(&start).map(|_| ());
    let ready = lines_until_ready(&mut other.process, bench.options.start).map(|_| ());
    other.end();
    first.and(ready)
}

/// Ends an engine by a command or by closing its input, and waits for its end.
fn ends(bench: &mut Bench, word: Option<&str>, searching: bool) -> Result<(), Problem> {
    let mut process = bench.take()?.process;
    if searching {
        process.send(&position_command(&bench.samples.start()));
        process.send("go infinite");
    }
    if let Some(word) = word {
        process.send(word);
    } else {
        process.close_input();
    }
    let result = wait_for_end(&mut process, bench.options.start).map(|_| ());
    bench.spend(&process);
    result
}

/// Returns the lines of a process until its end.
fn wait_for_end(process: &mut Process, limit: Duration) -> Result<Vec<String>, Problem> {
    let until = process.now() + limit;
    let mut lines = Vec::new();
    while let Ok(Some(line)) = process.receive(until) {
        lines.push(line);
    }
    match process.wait_for_end(until) {
        Some(status) if status.success() => Ok(lines),
        Some(status) => fail(format!("it ended with {}", process.describe_exit(status))),
        None => fail(format!("it was still running after {}", format_duration(limit))),
    }
}

fn silent_quit(bench: &mut Bench) -> Result<(), Problem> {
    let limit = bench.options.start;
    let start = bench.samples.start();
    let mut process = bench.take()?.process;
    process.send(&position_command(&start));
    process.send("go movetime 50");
    await_word(&mut process, "bestmove", bench.options.answer)?;
    lines_until_ready(&mut process, limit)?;
    process.send("quit");
    let lines = wait_for_end(&mut process, limit);
    bench.spend(&process);
    match lines?.iter().find(|line| !first_word(line).0.is_empty()) {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}
