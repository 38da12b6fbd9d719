//! Whether an engine copes with the end: of a game, of a session, of its host.

use std::time::Duration;

use grandline_games::{Margin, Notation, Record, Side};

use super::Check;
use super::bench::{Bench, Problem, await_word, fail, lines_until_ready};
use crate::allowance::format_span;
use crate::external::process::Process;
use crate::external::transcript::shortened;
use crate::ugi::{first_word, position_command};

pub(crate) fn checks<G: Notation>() -> Vec<Check<Bench<G>>> {
    vec![
        Check {
            name: "survives-the-end-of-a-game",
            expects: "in a position in which the game is over, `go` does no harm: it still answers `isready` and plays on elsewhere",
            mend: "look whether there are legal moves before you choose one; print `bestmove none` if there are none",
            run: over,
        },
        Check {
            name: "answers-queries",
            expects: "`query p1turn`, `gameover` and `result` are answered rightly, where it answers them at all",
            mend: "print `response true` or `false`; for `query result`: p1win, p2win, draw or none",
            run: queries,
        },
        Check {
            name: "runs-twice",
            expects: "two processes of it can run at the same time",
            mend: "do not lock files or open ports of fixed names",
            run: runs_twice,
        },
        Check {
            name: "quits",
            expects: "`quit` ends the process within 10 s, with exit status 0",
            mend: "leave the loop that reads lines when one is `quit`",
            run: |bench| ends(bench, Some("quit"), false),
        },
        Check {
            name: "says-nothing-after-quit",
            expects: "nothing is printed after `quit`",
            mend: "print farewells to standard error",
            run: silent_quit,
        },
        Check {
            name: "quits-while-it-thinks",
            expects: "`quit` ends the process also during a search",
            mend: "end the search at `quit`, or search in a thread that does not keep the process alive",
            run: |bench| ends(bench, Some("quit"), true),
        },
        Check {
            name: "ends-with-its-host",
            expects: "the end of standard input ends the process, too: a host may die",
            mend: "leave the loop when there is no next line (in Python: for line in sys.stdin)",
            run: |bench| ends(bench, None, false),
        },
    ]
}

fn over<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let Some(record) = bench.samples.finished() else {
        return Err(Problem::Skip("no random game of this kind came to an end".to_owned()));
    };
    let ready = bench.options.start;
    let process = &mut bench.tell_at(&record, "go movetime 50")?.process;
    // Whether there is an answer does not matter, as long as it has come before the next question.
    lines_until_ready(process, ready)?;
    let until = process.now() + Duration::from_millis(200);
    while let Ok(Some(_)) = process.hear(until) {}
    process.tell("stop");
    lines_until_ready(process, ready)?;
    let start = bench.samples.start();
    bench.plays_at(&start).map(|_| ())
}

fn queries<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let ready = bench.options.start;
    let records: Vec<Record<G>> = bench.samples.cut(0.4, 2).chain(bench.samples.finished()).collect();
    let mut answered = false;
    for record in records {
        let process = &mut bench.ready()?.process;
        process.tell(&position_command(&record));
        lines_until_ready(process, ready)?;
        let over = record.outcome();
        let result = match over.map(Margin::winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(Side::First)) => "p1win",
            Some(Some(Side::Second)) => "p2win",
        };
        let first = record.position().to_move() == Side::First;
        // Nobody is to move once a game is over.
        let turn = over.is_none().then(|| ("p1turn", first.to_string()));
        for (query, right) in
            turn.into_iter().chain([("gameover", over.is_some().to_string()), ("result", result.to_owned())])
        {
            process.tell(&format!("query {query}"));
            let said = lines_until_ready(process, ready)?;
            let Some(answer) = said.iter().find_map(|line| line.trim().strip_prefix("response")) else { continue };
            answered = true;
            if answer.trim() != right {
                let said = shortened(answer.trim(), 60);
                return fail(format!("'query {query}' was answered with '{said}', and {right} is right"));
            }
        }
    }
    if answered { Ok(()) } else { Err(Problem::Skip("it does not answer queries, which is its right".to_owned())) }
}

fn runs_twice<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let mut other = bench.take()?;
    let start = bench.samples.start();
    let first = bench.plays_at(&start).map(|_| ());
    let ready = lines_until_ready(&mut other.process, bench.options.start).map(|_| ());
    other.end();
    first.and(ready)
}

/// Ends an engine by a word or by the end of its input, and waits for it.
fn ends<G: Notation>(bench: &mut Bench<G>, word: Option<&str>, searching: bool) -> Result<(), Problem> {
    let mut process = bench.take()?.process;
    if searching {
        process.tell(&position_command(&bench.samples.start()));
        process.tell("go infinite");
    }
    if let Some(word) = word {
        process.tell(word);
    } else {
        process.close_input();
    }
    let result = wait_for_end(&mut process, bench.options.start).map(|_| ());
    bench.spend(&process);
    result
}

/// The lines of a process until its end.
fn wait_for_end(process: &mut Process, limit: Duration) -> Result<Vec<String>, Problem> {
    let until = process.now() + limit;
    let mut lines = Vec::new();
    while let Ok(Some(line)) = process.hear(until) {
        lines.push(line);
    }
    match process.wait_for_end(until) {
        Some(status) if status.success() => Ok(lines),
        Some(status) => fail(format!("it ended with {}", process.death(status))),
        None => fail(format!("it was still there after {}", format_span(limit))),
    }
}

fn silent_quit<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let limit = bench.options.start;
    let start = bench.samples.start();
    let mut process = bench.take()?.process;
    process.tell(&position_command(&start));
    process.tell("go movetime 50");
    await_word(&mut process, "bestmove", bench.options.answer)?;
    lines_until_ready(&mut process, limit)?;
    process.tell("quit");
    let lines = wait_for_end(&mut process, limit);
    bench.spend(&process);
    match lines?.iter().find(|line| !first_word(line).0.is_empty()) {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}
