//! Checks of the end of a game, of a session, and of the host.

use std::time::Duration;

use grandline_games::{AnyPosition, Side};
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Bench, Problem, fail, forbid, skip};
use crate::external::process::Process;
use crate::external::transcript::shortened;
use crate::ugi::{first_word, position_command, result_word};

pub(crate) const CHECKS: &[Check<Bench>] = &[
    ("survives-the-end-of-a-game", over),
    ("answers-queries", queries),
    ("runs-twice", |bench| {
        let mut other = bench.take()?;
        let start = bench.samples.start();
        let first = bench.plays_at([&start]);
        let ready = other.lines_until_ready().map(|_| ());
        other.end();
        first.and(ready)
    }),
    ("quits", |bench| ends(bench, Some("quit"), false)),
    ("says-nothing-after-quit", silent_quit),
    ("quits-while-it-thinks", |bench| ends(bench, Some("quit"), true)),
    ("ends-with-its-host", |bench| ends(bench, None, false)),
];

fn over(bench: &mut Bench) -> Result<(), Problem> {
    let Some(position) = bench.samples.finished() else { return skip("no random game came to an end") };
    let session = bench.send_at(&position, "go movetime 50")?;
    // Whether there is an answer does not matter, as long as it has come before the next question.
    session.lines_until_ready()?;
    let until = session.process.now() + Duration::from_millis(200);
    while let Ok(Some(_)) = session.process.receive(until) {}
    session.process.send("stop");
    session.lines_until_ready()?;
    let start = bench.samples.start();
    bench.plays_at([&start])
}

fn queries(bench: &mut Bench) -> Result<(), Problem> {
    let positions: Vec<AnyPosition> = bench.samples.cut(0.4, 2).chain(bench.samples.finished()).collect();
    let mut answered = false;
    for position in positions {
        let session = bench.ready()?;
        session.process.send(&position_command(&position));
        session.lines_until_ready()?;
        let is_over = position.outcome().is_some();
        let first = position.to_move() == Side::First;
        // Once a game is over, neither side is to move.
        let turn = (!is_over).then(|| ("p1turn", first.to_string()));
        let others = [("gameover", is_over.to_string()), ("result", result_word(&position).to_owned())];
        for (query, right) in turn.into_iter().chain(others) {
            session.process.send(&format!("query {query}"));
            let said = session.lines_until_ready()?;
            let Some(answer) = said.iter().find_map(|line| line.trim().strip_prefix("response")) else { continue };
            answered = true;
            if answer.trim() != right {
                let said = shortened(answer.trim(), 60);
                return fail(format!("'query {query}' was answered with '{said}' instead of {right}"));
            }
        }
    }
    if answered { Ok(()) } else { skip("it does not answer queries, which are optional") }
}

/// Ends an engine by a command or by closing its input, and waits for its end.
fn ends(bench: &mut Bench, word: Option<&str>, searching: bool) -> Result<(), Problem> {
    let mut process = bench.take()?.process;
    if searching {
        process.send(&position_command(&bench.samples.start()));
        process.send("go infinite");
    }
    match word {
        Some(word) => process.send(word),
        None => process.close_input(),
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
    let start = bench.samples.start();
    let mut session = bench.take()?;
    session.process.send(&position_command(&start));
    session.process.send("go movetime 50");
    session.await_word("bestmove")?;
    session.lines_until_ready()?;
    session.process.send("quit");
    let lines = wait_for_end(&mut session.process, bench.options.start);
    bench.spend(&session.process);
    forbid(&lines?, "it said", |line| !first_word(line).0.is_empty())
}
