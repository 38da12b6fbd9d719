//! Checks stored results: every game is replayed by the rules, compared with the schedule, and looked up in the chain of hashes.
//!
//! - `game`: one game, by the rules and the referee
//! - `again`: games of native agents, played again

mod again;
mod game;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::agent::{Agent, hash_of};
use crate::external::ExternalOptions;
use crate::played::Played;
use crate::store::{Entry, Store, StoreError};
use crate::tournament::{Job, Tournament, jobs};

/// What is checked beside the chain of hashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checks {
    /// How many games to replay by the rules, spread evenly; all if nothing is said.
    pub most_games: Option<u64>,
    /// Whether the exact solver is asked again where it ended a game.
    pub solver: bool,
    /// Which share of the games of native agents under fixed limits to play again, from 0 to 1.
    pub again: f64,
}

/// What a check of a tournament has found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verification {
    /// How many games are stored.
    pub games: u64,
    /// How many of them were replayed by the rules.
    pub replayed: u64,
    /// How many of them were played again by their agents.
    pub again: u64,
    /// The last hash of the chain: it stands for the definition and all games.
    pub head: String,
    /// What does not fit.
    pub problems: Vec<Problem>,
    /// What is worth knowing but may be right.
    pub remarks: Vec<String>,
}

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The game; `None` is the tournament as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// What.
    pub text: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.game {
            Some(number) => write!(f, "game {number}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl Verification {
    fn add(&mut self, game: Option<u64>, text: impl Into<String>) {
        self.problems.push(Problem { game, text: text.into() });
    }

    /// Notes that the last hash is not the one that was noted elsewhere.
    pub fn expect_head(&mut self, expected: &str) {
        self.add(None, format!("the last hash is {}, not {expected}: the results were changed", self.head));
    }

    /// Everything that does not fit in one line; `None` if there is nothing.
    pub fn warning(&self) -> Option<String> {
        let first = self.problems.first()?;
        let more = self.problems.len() - 1;
        Some(if more == 0 { first.to_string() } else { format!("{first}; and {more} more") })
    }
}

/// Checks a tournament of a store.
pub fn verify(store: &mut dyn Store, entry: &Entry, checks: &Checks) -> Result<Verification, StoreError> {
    let mut found = Verification { games: entry.games, ..Verification::default() };
    let chain = store.chain(entry.key)?;
    for number in chain.broken {
        found.add(Some(number), "its row, or the one stored before it, was changed, removed or put in later");
    }
    match chain.unlinked.as_slice() {
        [] => {}
        // Games of versions without a chain come first, and then nothing is linked.
        all if all.len() as u64 == entry.games => {
            found.remarks.push(format!("{} games have no hash: they were stored by an older version", all.len()));
        }
        some => some.iter().for_each(|&number| found.add(Some(number), "it has no hash, although others have")),
    }
    found.head = chain.head;
    let definition: Tournament = match serde_json::from_str(&entry.entered.definition) {
        Ok(definition) => definition,
        Err(error) => {
            found.add(None, format!("the definition cannot be read: {error}"));
            return Ok(found);
        }
    };
    check_files(&definition, &mut found);
    let jobs = match jobs(&definition, entry, store) {
        Ok(jobs) => Some(jobs),
        Err(error) => {
            found.remarks.push(format!("openings and pairings cannot be compared with the definition: {error}"));
            None
        }
    };
    replay(store, entry, &definition, jobs.as_ref(), checks, &mut found)?;
    Ok(found)
}

/// Whether the files of agents are those that played.
fn check_files(definition: &Tournament, found: &mut Verification) {
    for spec in &definition.agents {
        for (file, kept) in &spec.files {
            let remark = match hash_of(file.as_ref()) {
                Ok(now) if now == *kept => continue,
                Ok(_) => "is no longer the file that played",
                Err(_) => "is not here to be compared with the file that played",
            };
            found.remarks.push(format!("agent '{}': {file} {remark} (SHA-256 {kept})", spec.name));
        }
    }
}

/// Replays games one after the other.
fn replay(
    store: &mut dyn Store,
    entry: &Entry,
    definition: &Tournament,
    jobs: Option<&BTreeMap<u64, Job>>,
    checks: &Checks,
    found: &mut Verification,
) -> Result<(), StoreError> {
    let step = checks.most_games.map_or(1, |most| entry.games.div_ceil(most.max(1)).max(1));
    let agents: Vec<Agent> = again::agents(definition);
    let options = ExternalOptions::default();
    let mut again = again::Again::new(definition, &agents, &options, checks.again);
    let mut index = 0;
    let mut visit = |played: Played| {
        let number = played.number;
        index += 1;
        if (index - 1) % step != 0 {
            return;
        }
        found.replayed += 1;
        if let Err(reason) = game::check(definition, &played, checks.solver) {
            found.add(Some(number), reason);
        }
        let Some(jobs) = jobs else { return };
        let Some(job) = jobs.get(&number) else {
            found.add(Some(number), "the definition has no such game");
            return;
        };
        if job.players(definition) != played.players {
            let [first, second] = job.players(definition);
            found.add(Some(number), format!("the definition lets {first} play against {second} here"));
        } else if job.opening != played.opening {
            found.add(Some(number), format!("the definition has another opening here: {}", job.opening));
        } else if (job.round, job.pair) != (played.round, played.pair) {
            found.add(Some(number), format!("the definition has it in round {}, pair {}", job.round, job.pair));
        } else if let Some(result) = again.play(job, &played) {
            found.again += 1;
            if let Err(reason) = result {
                found.add(Some(number), reason);
            }
        }
    };
    match store.games(entry.key, &mut visit) {
        Err(StoreError::Damaged(_, number, reason)) => {
            found.add(Some(number), format!("it cannot be read: {reason}"));
            Ok(())
        }
        other => other,
    }
}
