//! Copies from one store to another. A copy that was interrupted continues where it stopped.

use thiserror::Error;

use super::{Documents, Entry, NoteKind, Store, StoreError};
use crate::played::Played;

/// Games that are written together.
const BATCH: usize = 500;

/// What a copy did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Games that were copied now.
    pub games: u64,
    /// Games that were there before.
    pub before: u64,
    /// The last hash of the copy.
    pub head: String,
}

/// Why a tournament cannot be copied.
#[derive(Debug, Error)]
pub enum CopyError {
    /// One of the stores failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored hashes do not fit, and a copy would hide that. Fields: the tournament; a game.
    #[error(
        "tournament '{0}' is not copied: game {1} does not fit its hash, and a copy would hide that; `grandline verify` lists everything"
    )]
    Broken(String, u64),
    /// The target has another tournament of that name.
    #[error(
        "tournament '{0}' is not copied: the target has another one of that name with {1}; copy to another database"
    )]
    Different(String, &'static str),
}

/// Copies a tournament with its games in the order in which they were stored, so that its hashes stay the same. `tell` hears how
/// many games are there after each step.
pub fn copy(
    from: &mut dyn Store,
    to: &mut dyn Store,
    entry: &Entry,
    tell: &mut dyn FnMut(u64),
) -> Result<Copied, CopyError> {
    let name = &entry.entered.name;
    let begun = from.get(entry.key)?.map_or(0, |entry| entry.games);
    let chain = from.chain(entry.key)?;
    if let Some(&game) = chain.broken.first() {
        return Err(CopyError::Broken(name.clone(), game));
    }
    let target = match to.find(name)? {
        None => to.create(&entry.entered)?,
        Some(target)
            if (target.entered.game, &target.entered.definition) != (entry.entered.game, &entry.entered.definition) =>
        {
            return Err(CopyError::Different(name.clone(), "another definition"));
        }
        Some(target) => target,
    };
    let mut batch: Vec<Played> = Vec::new();
    let mut failure = None;
    let mut there = target.games;
    let mut flush = |batch: &mut Vec<Played>, failure: &mut Option<StoreError>| {
        if failure.is_none() {
            there += batch.len() as u64;
            *failure = to.add(target.key, batch).err();
            tell(there);
        }
        batch.clear();
    };
    from.in_order(entry.key, target.games, &mut |game| {
        batch.push(game);
        if batch.len() == BATCH {
            flush(&mut batch, &mut failure);
        }
    })?;
    flush(&mut batch, &mut failure);
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    for kind in NoteKind::ALL {
        for notes in from.notes(entry.key, kind)?.chunks(BATCH) {
            to.note(target.key, notes)?;
        }
    }
    let copied = to.chain(target.key)?;
    let games = to.get(target.key)?.map_or(0, |entry| entry.games);
    // Games without a hash in the source have one in the copy, and games that were added meanwhile are still to come.
    let source = from.get(entry.key)?.map_or(0, |entry| entry.games);
    let is_other = games < begun || games > source;
    if is_other || (games == source && chain.unlinked.is_empty() && copied.head != from.chain(entry.key)?.head) {
        return Err(CopyError::Different(name.clone(), "other games"));
    }
    if let (Some(verdict), true) = (&entry.verdict, games == source) {
        to.finish(target.key, verdict)?;
    }
    Ok(Copied { games: games - target.games, before: target.games, head: copied.head })
}

/// Copies the games of the page, and returns how many there were to copy. One that is newer in the target stays as it is.
pub fn copy_documents(from: &mut dyn Documents, to: &mut dyn Documents) -> Result<u64, StoreError> {
    let (mut after, mut copied) = (String::new(), 0);
    loop {
        let page = from.page(&after, BATCH)?;
        let Some((last, _)) = page.last() else { return Ok(copied) };
        after.clone_from(last);
        for (id, document) in page {
            let present = to.load(&id)?.map_or(0, |present| present.revision);
            // Revisions are counted one by one, so that an interrupted copy continues.
            for revision in present..document.revision {
                to.save(&id, &document.text, revision)?;
            }
            copied += u64::from(present < document.revision);
        }
    }
}

/// Copies the reviews of games that the target does not have, and returns how many those are.
pub fn copy_reviews(from: &mut dyn Documents, to: &mut dyn Documents) -> Result<u64, StoreError> {
    let (mut after, mut copied) = (String::new(), 0);
    loop {
        let page = from.reviews(&after, BATCH)?;
        let Some(last) = page.last() else { return Ok(copied) };
        after.clone_from(&last.key);
        for review in &page {
            copied += u64::from(to.add_review(review)?);
        }
    }
}
