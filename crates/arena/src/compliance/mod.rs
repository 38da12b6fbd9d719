//! Does a program keep to the protocol? Numbered checks, each of which says what it expects and how to mend what it finds.
//!
//! - `bench`: an engine on the bench, and what checks do with it
//! - `samples`: positions to ask about, drawn by our rules
//! - `handshake`, `moves`, `thinking`, `ending`: the checks of UGI engines
//! - `json`: the checks of programs that speak JSON lines

mod bench;
mod ending;
mod handshake;
mod json;
mod moves;
mod samples;
mod thinking;

use grandline_agents::Family;
use grandline_games::connect4::Connect4;
use serde::Serialize;

use crate::external::{CommandLine, ExternalOptions, StartError};
use bench::{Bench, Problem};

/// One thing that is asked of a program.
pub(crate) struct Check<S> {
    name: &'static str,
    /// What a program should do.
    expects: &'static str,
    /// What to do if it does not.
    mend: &'static str,
    run: fn(&mut S) -> Result<(), Problem>,
}

/// How a program did in one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The number of the check, from 1.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// How it went.
    pub outcome: Outcome,
    /// What the program should do.
    pub expected: &'static str,
    /// What it did, or why it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mend: Option<&'static str>,
    /// What was said: `>` by us, `<` by the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<String>,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// As it should.
    Pass,
    /// Not as it should.
    Fail,
    /// There was nothing to check.
    Skip,
}

/// The number, the name and the expectation of every check of UGI engines, as the guide lists them.
pub fn ugi_checks() -> Vec<(usize, &'static str, &'static str)> {
    listed(&all::<Connect4>())
}

/// The same for programs that speak JSON lines.
pub fn json_checks() -> Vec<(usize, &'static str, &'static str)> {
    listed(&json::checks::<Connect4>())
}

fn listed<S>(checks: &[Check<S>]) -> Vec<(usize, &'static str, &'static str)> {
    checks.iter().enumerate().map(|(index, check)| (index + 1, check.name, check.expects)).collect()
}

fn all<G: Family>() -> Vec<Check<Bench<G>>> {
    [handshake::checks(), moves::checks(), thinking::checks(), ending::checks()].into_iter().flatten().collect()
}

/// Checks a UGI engine; `report` sees each finding as it is made.
pub fn check_ugi<G: Family>(
    command: &CommandLine,
    options: &ExternalOptions,
    report: &mut dyn FnMut(&Finding),
) -> Result<(), StartError> {
    let mut bench = Bench::<G>::new(command.clone(), options.clone())?;
    for (index, check) in all::<G>().iter().enumerate() {
        bench.begin();
        let result = (check.run)(&mut bench);
        let transcript = bench.end(result.is_ok());
        report(&check.finding(index + 1, result, transcript));
    }
    Ok(())
}

/// Checks a program that speaks JSON lines.
pub fn check_json<G: Family>(
    command: &CommandLine,
    options: &ExternalOptions,
    report: &mut dyn FnMut(&Finding),
) -> Result<(), StartError> {
    crate::external::json::check(command, options)?;
    let mut bench = json::JsonBench::<G>::new(command.clone(), options.clone());
    for (index, check) in json::checks::<G>().iter().enumerate() {
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
            mend: failed.then_some(self.mend),
            transcript: if failed { transcript } else { Vec::new() },
        }
    }
}
