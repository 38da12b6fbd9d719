//! Checks of the handshake and of options.

use super::Check;
use super::bench::{Bench, Problem, fail, forbid, is_bestmove, skip};
use crate::external::transcript::shortened;
use crate::ugi::{EngineOption, Kind, first_word, position_command};

pub(crate) const CHECKS: &[Check<Bench>] = &[
    ("answers-ugi", |bench| bench.fresh().map(|_| ())),
    ("says-its-name", |bench| given("name", bench.fresh()?.identity.name.as_deref())),
    ("says-its-author", |bench| given("author", bench.fresh()?.identity.author.as_deref())),
    ("says-nothing-else-before-ugiok", greets_plainly),
    ("greets-again", |bench| {
        let session = bench.fresh()?;
        session.process.send("ugi");
        session.await_word("ugiok").map(|_| ())
    }),
    ("declares-options-well", declares_options),
    ("plays-the-game", offers_game),
    ("is-ready", |bench| bench.ready()?.lines_until_ready().map(|_| ())),
    ("is-ready-as-often-as-asked", counts_ready),
    ("takes-its-options", takes_options),
    ("ignores-unknown-options", |bench| ignores(bench, &["setoption name NoSuchOption value 7"])),
    ("ignores-unknown-words", |bench| {
        ignores(bench, &["xyzzy", "", "   ", "debug on", "moves_like_this 1 2 3", "ugi_is_great"])
    }),
    ("reads-lines-of-every-system", reads_any_line),
    ("takes-new-games", |bench| {
        let session = bench.ready()?;
        session.process.send("uginewgame");
        forbid(&session.lines_until_ready()?, "it said", |line| !matches!(first_word(line).0, "info" | ""))
    }),
];

fn given(what: &str, text: Option<&str>) -> Result<(), Problem> {
    if text.is_some_and(|text| !text.is_empty()) { Ok(()) } else { fail(format!("there was no {what}")) }
}

fn greets_plainly(bench: &mut Bench) -> Result<(), Problem> {
    let transcript = bench.fresh()?.process.transcript.since(0);
    let mut received = transcript.iter().filter_map(|line| line.strip_prefix("< "));
    let other = received.find(|line| !matches!(first_word(line).0, "id" | "option" | "info" | "ugiok" | ""));
    other.map_or(Ok(()), |line| fail(format!("it also said '{line}'")))
}

fn declares_options(bench: &mut Bench) -> Result<(), Problem> {
    let lines = bench.fresh()?.process.transcript.since(0);
    let declarations: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("< option")).collect();
    if declarations.is_empty() {
        return skip(NO_OPTIONS);
    }
    for line in declarations {
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
    Ok(())
}

const NO_OPTIONS: &str = "it has no options";

fn offers_game(bench: &mut Bench) -> Result<(), Problem> {
    let game = bench.game.name();
    let options = &bench.fresh()?.identity.options;
    match options.iter().find(|option| option.name == "UGI_Game").map(|option| &option.kind) {
        None => skip("it has no option UGI_Game"),
        Some(Kind::Combo { choices, .. }) if !choices.iter().any(|choice| choice == game) => {
            fail(format!("{game} is not among {}", choices.join(", ")))
        }
        Some(_) => bench.ready().map(|_| ()),
    }
}

fn counts_ready(bench: &mut Bench) -> Result<(), Problem> {
    let session = bench.ready()?;
    session.process.send("isready");
    session.process.send("isready");
    let mut others = session.lines_until_ready()?.len();
    for _ in 0..2 {
        others += usize::from(!session.await_word("readyok")?.is_empty());
    }
    others += session.lines_until_ready()?.len();
    if others == 0 { Ok(()) } else { fail("there were other lines, or more than one readyok for each") }
}

fn takes_options(bench: &mut Bench) -> Result<(), Problem> {
    let game = bench.game;
    let session = bench.ready()?;
    let options = session.identity.options.clone();
    if options.is_empty() {
        return skip(NO_OPTIONS);
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
        session.lines_until_ready()?;
    }
    Ok(())
}

/// Sends lines that must not change anything.
fn ignores(bench: &mut Bench, lines: &[&str]) -> Result<(), Problem> {
    let session = bench.ready()?;
    lines.iter().for_each(|line| session.process.send(line));
    forbid(&session.lines_until_ready()?, "it answered", is_bestmove)
}

fn reads_any_line(bench: &mut Bench) -> Result<(), Problem> {
    let position = bench.samples.start();
    let session = bench.ready()?;
    for line in ["isready\r", "  isready", "isready \t "] {
        session.process.send(line);
        session.await_word("readyok")?;
    }
    let session = bench.ready()?;
    session.process.send(&(position_command(&position).replace(' ', "  ") + " \r"));
    session.process.send("go   movetime\t50\r");
    let text = session.await_word("bestmove")?;
    position.parse_move(&text).map(|_| ()).map_err(|error| Problem::Fail(error.to_string()))
}
