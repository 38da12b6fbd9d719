//! Checks whether an external engine follows the protocol. Each check says what it expects and how to fix a failure.
//!
//! - `checks.toml`: what each check expects, and how to fix a failure
//! - `bench`: the engine that is checked
//! - `samples`: positions to ask about, from random games
//! - `handshake`, `moves`, `thinking`, `ending`: the checks of UGI engines
//! - `json`: the checks of engines that speak JSON lines

mod bench;
mod ending;
mod handshake;
mod json;
mod moves;
mod samples;
mod thinking;

use std::collections::HashMap;
use std::sync::LazyLock;

use grandline_games::GameId;
use serde::{Deserialize, Serialize};

use crate::external::{CommandLine, ExternalOptions, StartError};
use bench::{Bench, Problem};

/// The name of a check, and how to run it.
pub(crate) type Check<S> = (&'static str, fn(&mut S) -> Result<(), Problem>);

/// What a check says to the author of an engine.
#[derive(Deserialize)]
struct Texts {
    expects: String,
    fix: String,
}

/// The texts by protocol and by name.
static TEXTS: LazyLock<HashMap<String, HashMap<String, Texts>>> = LazyLock::new(|| {
    toml::from_str(include_str!("checks.toml")).unwrap_or_else(|error| unreachable!("the file is ours: {error}"))
});

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The number of the check, from 1.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// How it went.
    pub outcome: Outcome,
    /// What the engine should do.
    pub expected: &'static str,
    /// What it did, or why the check was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// How to fix it. The key in JSON is `mend`.
    #[serde(rename = "mend", skip_serializing_if = "Option::is_none")]
    pub fix: Option<&'static str>,
    /// What was sent (`>`) and received (`<`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<String>,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The engine does what it should.
    Pass,
    /// The engine does not do what it should.
    Fail,
    /// There was nothing to check.
    Skip,
}

/// The number, the name and the expectation of every check of UGI engines, as the guide lists them.
pub fn ugi_checks() -> Vec<(usize, &'static str, &'static str)> {
    listed("ugi", all())
}

/// The same for engines that speak JSON lines.
pub fn json_checks() -> Vec<(usize, &'static str, &'static str)> {
    listed("json", json::CHECKS)
}

fn listed<'a, S: 'a>(
    protocol: &str,
    checks: impl IntoIterator<Item = &'a Check<S>>,
) -> Vec<(usize, &'static str, &'static str)> {
    let names = checks.into_iter().map(|&(name, _)| name);
    names.zip(1..).map(|(name, number)| (number, name, TEXTS[protocol][name].expects.as_str())).collect()
}

/// The checks of UGI engines.
fn all() -> impl Iterator<Item = &'static Check<Bench>> {
    [handshake::CHECKS, moves::CHECKS, thinking::CHECKS, ending::CHECKS].into_iter().flatten()
}

/// Checks a UGI engine; `report` gets each finding at once.
pub fn check_ugi(
    game: GameId,
    command: &CommandLine,
    options: &ExternalOptions,
    report: &mut dyn FnMut(&Finding),
) -> Result<(), StartError> {
    let mut bench = Bench::new(game, command.clone(), options.clone())?;
    for (&(name, run), number) in all().zip(1..) {
        bench.begin();
        let result = run(&mut bench);
        let transcript = bench.end(result.is_ok());
        report(&finding("ugi", number, name, result, transcript));
    }
    Ok(())
}

/// Checks an engine that speaks JSON lines.
pub fn check_json(
    game: GameId,
    command: &CommandLine,
    options: &ExternalOptions,
    report: &mut dyn FnMut(&Finding),
) -> Result<(), StartError> {
    crate::external::json::check(command, options)?;
    let mut bench = json::JsonBench::new(game, command.clone(), options.clone());
    for (&(name, run), number) in json::CHECKS.iter().zip(1..) {
        let result = run(&mut bench);
        report(&finding("json", number, name, result, bench.end()));
    }
    Ok(())
}

fn finding(
    protocol: &str,
    number: usize,
    name: &'static str,
    result: Result<(), Problem>,
    transcript: Vec<String>,
) -> Finding {
    let Texts { expects, fix } = &TEXTS[protocol][name];
    let passed = Finding {
        number,
        name,
        outcome: Outcome::Pass,
        expected: expects,
        found: None,
        fix: None,
        transcript: Vec::new(),
    };
    match result {
        Ok(()) => passed,
        Err(Problem::Skip(why)) => Finding { outcome: Outcome::Skip, found: Some(why), ..passed },
        Err(Problem::Fail(found)) => {
            Finding { outcome: Outcome::Fail, found: Some(found), fix: Some(fix), transcript, ..passed }
        }
    }
}
