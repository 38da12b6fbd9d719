//! Which games a tournament consists of, as far as its results decide.

use std::collections::BTreeMap;

use super::definition::Tournament;
use super::error::RunError;
use super::job::Job;
use super::progress::Progress;
use super::schedule;
use crate::store::{Entry, Store};

/// The games that belong to a tournament by its definition and the results in a store, by number.
pub(crate) fn jobs(
    tournament: &Tournament,
    entry: &Entry,
    store: &mut dyn Store,
) -> Result<BTreeMap<u64, Job>, RunError> {
    let mut openings = tournament.openings()?;
    let mut progress = Progress::read(tournament, entry, store)?;
    let mut jobs = BTreeMap::new();
    while let Some(round) = schedule::next(tournament, progress.rounds()) {
        let (index, base) = (progress.rounds().len() as u32, progress.base());
        let pairs_before = progress.pairs_before();
        for place in (0..round.total()).filter(|place| progress.has(base + place)) {
            jobs.insert(base + place, Job::at(&round, index, base, place, pairs_before, &mut openings)?);
        }
        if !progress.close(round) {
            break;
        }
    }
    Ok(jobs)
}
