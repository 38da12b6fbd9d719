//! Checks of the handshake and of options.

use super::Check;
use super::bench::{Bench, Problem, await_word, fail, lines_until_ready};
use crate::external::transcript::shortened;
use crate::ugi::{EngineOption, Kind, first_word, position_command};

pub(crate) fn checks() -> Vec<Check<Bench>> {
    vec![
        Check {
            name: "answers-ugi",
            expects: "the program starts and answers `ugi` with `ugiok` within 10 s",
            fix: "read lines from standard input; print `ugiok` when one is `ugi`, and flush standard output after each line (in Python: print(..., flush=True))",
            run: |bench| bench.fresh().map(|_| ()),
        },
        Check {
            name: "says-its-name",
            expects: "`id name ...` comes before `ugiok`",
            fix: "print `id name YourEngine` before `ugiok`",
            run: |bench| {
                let named = bench.fresh()?.identity.name.as_ref().is_some_and(|name| !name.is_empty());
                if named { Ok(()) } else { fail("there was no name") }
            },
        },
        Check {
            name: "says-its-author",
            expects: "`id author ...` comes before `ugiok`",
            fix: "print `id author Your Name` before `ugiok`",
            run: |bench| {
                let named = bench.fresh()?.identity.author.as_ref().is_some_and(|author| !author.is_empty());
                if named { Ok(()) } else { fail("there was no author") }
            },
        },
        Check {
            name: "says-nothing-else-before-ugiok",
            expects: "before `ugiok` come only `id`, `option` and `info` lines",
            fix: "print banners and notes to standard error, or as `info string ...`",
            run: greets_plainly,
        },
        Check {
            name: "greets-again",
            expects: "a second `ugi` is answered like the first",
            fix: "answer `ugi` at any time, not only as the first line",
            run: |bench| {
                let limit = bench.options.start;
                let process = &mut bench.fresh()?.process;
                process.send("ugi");
                await_word(process, "ugiok", limit).map(|_| ())
            },
        },
        Check {
            name: "declares-options-well",
            expects: "every `option` line has a name, a type that UCI knows, and a default that fits it",
            fix: "write options as in `option name Hash type spin default 16 min 1 max 1024`; types are check, spin, combo, button and string",
            run: declares_options,
        },
        Check {
            name: "plays-the-game",
            expects: "the option UGI_Game, if there is one, offers the game",
            fix: "add `var` and the name of the game (`grandline games` lists them) to the option, or name another game with --game",
            run: offers_game,
        },
        Check {
            name: "is-ready",
            expects: "`isready` is answered with `readyok`",
            fix: "print `readyok` when a line is `isready`, after everything before it is done",
            run: |bench| {
                let limit = bench.options.start;
                lines_until_ready(&mut bench.ready()?.process, limit).map(|_| ())
            },
        },
        Check {
            name: "is-ready-as-often-as-asked",
            expects: "three `isready` get three `readyok`",
            fix: "answer each `isready` with one `readyok`",
            run: counts_ready,
        },
        Check {
            name: "takes-its-options",
            expects: "each option can be set to its default, and the engine stays ready",
            fix: "read `setoption name NAME value VALUE`; names may have spaces",
            run: takes_options,
        },
        Check {
            name: "ignores-unknown-options",
            expects: "an option that does not exist is ignored",
            fix: "ignore `setoption` with a name you do not know",
            run: |bench| ignores(bench, &["setoption name NoSuchOption value 7"]),
        },
        Check {
            name: "ignores-unknown-words",
            expects: "lines that are not commands are ignored, and so are empty lines",
            fix: "ignore every line whose first word you do not know, and look at the number of words before you use them",
            run: |bench| ignores(bench, &["xyzzy", "", "   ", "debug on", "moves_like_this 1 2 3", "ugi_is_great"]),
        },
        Check {
            name: "reads-lines-of-every-system",
            expects: "lines may end with CR LF, and have spaces around their words",
            fix: "strip each line and split it at white space, instead of comparing whole lines",
            run: reads_any_line,
        },
        Check {
            name: "takes-new-games",
            expects: "`uginewgame` is accepted without a reply",
            fix: "on `uginewgame` forget the last game and print nothing",
            run: new_game_is_silent,
        },
    ]
}

fn greets_plainly(bench: &mut Bench) -> Result<(), Problem> {
    let session = bench.fresh()?;
    let other = session.process.transcript.since(0).into_iter().find(|line| {
        line.strip_prefix("< ")
            .is_some_and(|line| !matches!(first_word(line).0, "id" | "option" | "info" | "ugiok" | ""))
    });
    other.map_or(Ok(()), |line| fail(format!("it also said '{}'", line.trim_start_matches("< "))))
}

fn declares_options(bench: &mut Bench) -> Result<(), Problem> {
    let lines = bench.fresh()?.process.transcript.since(0);
    let mut count = 0;
    for line in lines.iter().filter_map(|line| line.strip_prefix("< option")) {
        count += 1;
        let Some(option) = EngineOption::parse(line) else {
            return fail(format!("'option{}' is not a declaration of an option", shortened(line, 100)));
        };
        match option.kind {
            Kind::Spin { default, min, max } if !(min..=max).contains(&default) => {
                return fail(format!("the default {default} of {} is not between {min} and {max}", option.name));
            }
            Kind::Combo { default, choices } if !choices.contains(&default) => {
                return fail(format!("the default '{default}' of {} is not among its vars", option.name));
            }
            _ => {}
        }
    }
    if count == 0 { Err(no_options()) } else { Ok(()) }
}

fn no_options() -> Problem {
    Problem::Skip("it has no options".to_owned())
}

fn offers_game(bench: &mut Bench) -> Result<(), Problem> {
    let game = bench.game.name();
    let identity = bench.fresh()?.identity.clone();
    let option = identity.options.iter().find(|option| option.name == "UGI_Game");
    match option.map(|option| &option.kind) {
        None => Err(Problem::Skip("it has no option UGI_Game".to_owned())),
        Some(Kind::Combo { choices, .. }) if !choices.iter().any(|choice| choice == game) => {
            fail(format!("{game} is not among {}", choices.join(", ")))
        }
        Some(_) => bench.ready().map(|_| ()),
    }
}

fn counts_ready(bench: &mut Bench) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    process.send("isready");
    process.send("isready");
    let before = lines_until_ready(process, limit)?;
    let mut others = before.len();
    for _ in 0..2 {
        others += usize::from(!await_word(process, "readyok", limit)?.is_empty());
    }
    let after = lines_until_ready(process, limit)?;
    if others + after.len() == 0 { Ok(()) } else { fail("there were other lines, or more than one readyok for each") }
}

fn takes_options(bench: &mut Bench) -> Result<(), Problem> {
    let (game, limit) = (bench.game, bench.options.start);
    let session = bench.ready()?;
    let options = session.identity.options.clone();
    if options.is_empty() {
        return Err(no_options());
    }
    for option in options {
        let value = match &option.kind {
            Kind::Check { default } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { .. } if option.name == "UGI_Game" => game.to_string(),
            Kind::Combo { default, .. } | Kind::Text { default } => default.clone(),
            // A button may do anything.
            Kind::Button => continue,
        };
        session.process.send(format!("setoption name {} value {value}", option.name).trim_end());
        lines_until_ready(&mut session.process, limit)?;
    }
    Ok(())
}

/// Sends lines that must not change anything.
fn ignores(bench: &mut Bench, lines: &[&str]) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    for line in lines {
        process.send(line);
    }
    let answers = lines_until_ready(process, limit)?;
    match answers.iter().find(|line| first_word(line).0 == "bestmove") {
        Some(line) => fail(format!("it answered '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn reads_any_line(bench: &mut Bench) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    for line in ["isready\r", "  isready", "isready \t "] {
        process.send(line);
        await_word(process, "readyok", limit)?;
    }
    let position = bench.samples.start();
    let command = position_command(&position).replace(' ', "  ") + " \r";
    let limit = bench.options.answer;
    let process = &mut bench.ready()?.process;
    process.send(&command);
    process.send("go   movetime\t50\r");
    let text = await_word(process, "bestmove", limit)?;
    position.parse_move(&text).map(|_| ()).map_err(|error| Problem::Fail(error.to_string()))
}

fn new_game_is_silent(bench: &mut Bench) -> Result<(), Problem> {
    let limit = bench.options.start;
    let process = &mut bench.ready()?.process;
    process.send("uginewgame");
    let said = lines_until_ready(process, limit)?;
    match said.iter().find(|line| !matches!(first_word(line).0, "info" | "")) {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}
