//! Checks whether an external engine follows the protocol. Each check says what it expects and how to fix a failure.
//!
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

use grandline_games::GameId;
use serde::Serialize;

use crate::external::{CommandLine, ExternalOptions, StartError};
use bench::{Bench, Problem};

/// One check.
pub(crate) struct Check<S> {
    name: &'static str,
    /// What an engine should do.
    expects: &'static str,
    /// What to do if it does not.
    fix: &'static str,
    run: fn(&mut S) -> Result<(), Problem>,
}

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
    listed(&all())
}

/// The same for engines that speak JSON lines.
pub fn json_checks() -> Vec<(usize, &'static str, &'static str)> {
    listed(&json::checks())
}

fn listed<S>(checks: &[Check<S>]) -> Vec<(usize, &'static str, &'static str)> {
    checks.iter().enumerate().map(|(index, check)| (index + 1, check.name, check.expects)).collect()
}

fn all() -> Vec<Check<Bench>> {
    [handshake::checks(), moves::checks(), thinking::checks(), ending::checks()].into_iter().flatten().collect()
}

/// Checks a UGI engine; `report` gets each finding at once.
pub fn check_ugi(
    game: GameId,
    command: &CommandLine,
    options: &ExternalOptions,
    report: &mut dyn FnMut(&Finding),
) -> Result<(), StartError> {
    let mut bench = Bench::new(game, command.clone(), options.clone())?;
    for (index, check) in all().iter().enumerate() {
        bench.begin();
        let result = (check.run)(&mut bench);
        let transcript = bench.end(result.is_ok());
        report(&check.finding(index + 1, result, transcript));
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
    for (index, check) in json::checks().iter().enumerate() {
        let result = (check.run)(&mut bench);
        report(&check.finding(index + 1, result, bench.end()));
    }
    Ok(())
}

impl<S> Check<S> {
    fn finding(&self, number: usize, result: Result<(), Problem>, transcript: Vec<String>) -> Finding {
        let (outcome, found) = match result {
            Ok(()) => (Outcome::Pass, None),
            Err(Problem::Skip(why)) => (Outcome::Skip, Some(why)),
            Err(Problem::Fail(found)) => (Outcome::Fail, Some(found)),
        };
        let failed = outcome == Outcome::Fail;
        Finding {
            number,
            name: self.name,
            outcome,
            expected: self.expects,
            found,
            fix: failed.then_some(self.fix),
            transcript: if failed { transcript } else { Vec::new() },
        }
    }
}
