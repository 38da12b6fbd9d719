//! Whether an engine says who it is, and listens.

use grandline_games::Notation;

use super::Check;
use super::bench::{Bench, Problem, await_word, fail, lines_until_ready};
use crate::external::transcript::shortened;
use crate::ugi::{EngineOption, Kind, first_word};

pub(crate) fn checks<G: Notation>() -> Vec<Check<Bench<G>>> {
    vec![
        Check {
            name: "answers-ugi",
            expects: "the program starts and answers `ugi` with `ugiok` within 10 s",
            mend: "read lines from standard input; print `ugiok` when one is `ugi`, and flush standard output after each line (in Python: print(..., flush=True))",
            run: |bench| bench.fresh().map(|_| ()),
        },
        Check {
            name: "says-its-name",
            expects: "`id name ...` comes before `ugiok`",
            mend: "print `id name YourEngine` before `ugiok`",
            run: |bench| {
                let named = bench.fresh()?.identity.name.as_ref().is_some_and(|name| !name.is_empty());
                if named { Ok(()) } else { fail("there was no name") }
            },
        },
        Check {
            name: "says-its-author",
            expects: "`id author ...` comes before `ugiok`",
            mend: "print `id author Your Name` before `ugiok`",
            run: |bench| {
                let named = bench.fresh()?.identity.author.as_ref().is_some_and(|author| !author.is_empty());
                if named { Ok(()) } else { fail("there was no author") }
            },
        },
        Check {
            name: "says-nothing-else-before-ugiok",
            expects: "before `ugiok` come only `id`, `option` and `info` lines",
            mend: "print banners and notes to standard error, or as `info string ...`",
            run: greets_plainly,
        },
        Check {
            name: "greets-again",
            expects: "a second `ugi` is answered like the first",
            mend: "answer `ugi` at any time, not only as the first line",
            run: |bench| {
                let limit = bench.options.start;
                let process = &mut bench.fresh()?.process;
                process.tell("ugi");
                await_word(process, "ugiok", limit).map(|_| ())
            },
        },
        Check {
            name: "declares-options-well",
            expects: "every `option` line has a name, a type that UCI knows, and a default that fits it",
            mend: "write options as in `option name Hash type spin default 16 min 1 max 1024`; types are check, spin, combo, button and string",
            run: declares_options,
        },
        Check {
            name: "plays-the-game",
            expects: "the option UGI_Game, where there is one, offers the game",
            mend: "add `var` and the name of the game (`grandline games` lists them) to the option, or name another game with --game",
            run: offers_game,
        },
        Check {
            name: "is-ready",
            expects: "`isready` is answered with `readyok`",
            mend: "print `readyok` when a line is `isready`, after everything before it is done",
            run: |bench| {
                let limit = bench.options.start;
                lines_until_ready(&mut bench.ready()?.process, limit).map(|_| ())
            },
        },
        Check {
            name: "is-ready-as-often-as-asked",
            expects: "three `isready` get three `readyok`",
            mend: "answer each `isready` with one `readyok`",
            run: counts_ready,
        },
        Check {
            name: "takes-its-options",
            expects: "each option can be set to its default, and the engine stays ready",
            mend: "read `setoption name NAME value VALUE`; names may have spaces",
            run: takes_options,
        },
        Check {
            name: "ignores-unknown-options",
            expects: "an option that does not exist is ignored",
            mend: "ignore `setoption` with a name you do not know",
            run: |bench| ignores(bench, &["setoption name NoSuchOption value 7"]),
        },
        Check {
            name: "ignores-unknown-words",
            expects: "lines that are no commands are ignored, and so are empty ones",
            mend: "ignore every line whose first word you do not know, and look at the number of words before you use them",
            run: |bench| ignores(bench, &["xyzzy", "", "   ", "debug on", "moves_like_this 1 2 3", "ugi_is_great"]),
        },
        Check {
            name: "reads-lines-of-every-system",
            expects: "lines may end with CR LF, and have spaces around their words",
            mend: "strip each line and split it at white space, instead of comparing whole lines",
            run: reads_any_line,
        },
        Check {
            name: "takes-new-games",
            expects: "`uginewgame` is taken and nothing is said about it",
            mend: "on `uginewgame` forget the last game and print nothing",
            run: new_game_is_silent,
        },
    ]
}

fn greets_plainly<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let session = bench.fresh()?;
    let strange = session.process.transcript.since(0).into_iter().find(|line| {
        line.strip_prefix("< ")
            .is_some_and(|line| !matches!(first_word(line).0, "id" | "option" | "info" | "ugiok" | ""))
    });
    strange.map_or(Ok(()), |line| fail(format!("it also said '{}'", line.trim_start_matches("< "))))
}

fn declares_options<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let lines = bench.fresh()?.process.transcript.since(0);
    let mut count = 0;
    for line in lines.iter().filter_map(|line| line.strip_prefix("< option")) {
        count += 1;
        let Some(option) = EngineOption::parse(line) else {
            return fail(format!("'option{}' declares no option", shortened(line, 100)));
        };
        match option.kind {
            Kind::Spin { default, min, max } if !(min..=max).contains(&default) => {
                return fail(format!("the default {default} of {} is not between {min} and {max}", option.name));
            }
            Kind::Combo { default, choices } if !choices.contains(&default) => {
                return fail(format!("the default '{default}' of {} is none of its vars", option.name));
            }
            _ => {}
        }
    }
    if count == 0 { Err(no_options()) } else { Ok(()) }
}

fn no_options() -> Problem {
    Problem::Skip("it has no options".to_owned())
}

fn offers_game<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let identity = bench.fresh()?.identity.clone();
    let option = identity.options.iter().find(|option| option.name == "UGI_Game");
    match option.map(|option| &option.kind) {
        None => Err(Problem::Skip("it has no option UGI_Game".to_owned())),
        Some(Kind::Combo { choices, .. }) if !choices.iter().any(|choice| choice == G::NAME) => {
            fail(format!("{} is not among {}", G::NAME, choices.join(", ")))
        }
        Some(_) => bench.ready().map(|_| ()),
    }
}

fn counts_ready<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    process.tell("isready");
    process.tell("isready");
    let before = lines_until_ready(process, limit)?;
    let mut others = before.len();
    for _ in 0..2 {
        others += usize::from(!await_word(process, "readyok", limit)?.is_empty());
    }
    let after = lines_until_ready(process, limit)?;
    if others + after.len() == 0 { Ok(()) } else { fail("something else came with them, or one readyok too many") }
}

fn takes_options<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let limit = bench.options.start;
    let session = bench.ready()?;
    let options = session.identity.options.clone();
    if options.is_empty() {
        return Err(no_options());
    }
    for option in options {
        let value = match &option.kind {
            Kind::Check { default } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { .. } if option.name == "UGI_Game" => G::NAME.to_owned(),
            Kind::Combo { default, .. } | Kind::Text { default } => default.clone(),
            // A button may do anything.
            Kind::Button => continue,
        };
        session.process.tell(format!("setoption name {} value {value}", option.name).trim_end());
        lines_until_ready(&mut session.process, limit)?;
    }
    Ok(())
}

/// Lines after which an engine is as it was.
fn ignores<G: Notation>(bench: &mut Bench<G>, lines: &[&str]) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    for line in lines {
        process.tell(line);
    }
    let answers = lines_until_ready(process, limit)?;
    match answers.iter().find(|line| first_word(line).0 == "bestmove") {
        Some(line) => fail(format!("it answered '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn reads_any_line<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    for line in ["isready\r", "  isready", "isready \t "] {
        process.tell(line);
        await_word(process, "readyok", limit)?;
    }
    let record = bench.samples.start();
    let command = crate::ugi::position_command(&record).replace(' ', "  ") + " \r";
    let limit = bench.options.answer;
    let process = &mut bench.ready()?.process;
    process.tell(&command);
    process.tell("go   movetime\t50\r");
    let text = await_word(process, "bestmove", limit)?;
    record.position().parse_move(&text).map(|_| ()).map_err(|error| Problem::Fail(error.to_string()))
}

fn new_game_is_silent<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    process.tell("uginewgame");
    let said = lines_until_ready(process, limit)?;
    match said.iter().find(|line| !matches!(first_word(line).0, "info" | "")) {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}
