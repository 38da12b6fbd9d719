//! How accurately the agents of tournaments play: judged by the solver of the game, once for everyone who asks.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grandline_arena::Judge;
use grandline_arena::accuracy::NODES;
use grandline_arena::report::{Judged, sample};
use grandline_arena::store::Entry;
use tokio::sync::{Semaphore, watch};

use super::cache::Cache;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::pool::{Purpose, Unfinished};
use crate::state::{Shared, closes, lock};

/// How many games of a tournament are judged.
pub(crate) const MOST_JUDGED: usize = 100;
/// The longest that judging a tournament takes; what is judged by then counts.
const LONGEST: Duration = Duration::from_secs(600);
/// The most tournaments that are judged or wait for it. One is judged at a time.
const MOST_WAITING: usize = 20;

/// The judged moves of tournaments, by the number of stored games.
pub(crate) struct Judgements {
    known: Cache<i64, u64, Judged>,
    /// Tournaments that are being judged or wait for it.
    pending: Mutex<HashMap<i64, watch::Receiver<Judging>>>,
    turn: Semaphore,
}

/// How far the judging of a tournament is.
#[derive(Clone)]
pub(crate) enum Judging {
    /// So many games are judged.
    Pending(u64),
    /// It has ended.
    Done(Result<Arc<Judged>, ApiError>),
}

impl Default for Judgements {
    fn default() -> Self {
        Judgements { known: Cache::default(), pending: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Judgements {
    /// The judged moves of a tournament, if its present games were judged before.
    pub(crate) fn known(&self, entry: &Entry) -> Option<Arc<Judged>> {
        self.known.known(&entry.key.0, &entry.games)
    }

    /// Follows the judging of a tournament, which starts now unless it is under way. It ends even if nobody follows it
    /// any more: the next visitor finds the result.
    pub(crate) fn follow(&self, app: &Shared, entry: Entry) -> Result<watch::Receiver<Judging>, ApiError> {
        let mut pending = lock(&self.pending);
        if let Some(judging) = pending.get(&entry.key.0) {
            return Ok(judging.clone());
        }
        if let Some(judged) = self.known(&entry) {
            return Ok(watch::channel(Judging::Done(Ok(judged))).1);
        }
        if pending.len() >= MOST_WAITING {
            let words = format!("{MOST_WAITING} tournaments are being judged already; try again in a moment");
            return Err(ApiError::unavailable(words));
        }
        let (sender, judging) = watch::channel(Judging::Pending(0));
        pending.insert(entry.key.0, judging.clone());
        tokio::spawn(run(app.clone(), entry, sender));
        Ok(judging)
    }

    /// Notes the end of a judging. What failed is tried again by the next request.
    fn end(&self, entry: &Entry, ended: &Result<Arc<Judged>, ApiError>) {
        let mut pending = lock(&self.pending);
        if let Ok(judged) = ended {
            self.known.keep(entry.key.0, entry.games, judged.clone());
        }
        pending.remove(&entry.key.0);
    }
}

async fn run(app: Shared, entry: Entry, sender: watch::Sender<Judging>) {
    let sender = Arc::new(sender);
    let ended = judge(&app, &entry, sender.clone()).await.map(Arc::new);
    app.judgements.end(&entry, &ended);
    sender.send_replace(Judging::Done(ended));
}

async fn judge(app: &Shared, entry: &Entry, sender: Arc<watch::Sender<Judging>>) -> Result<Judged, ApiError> {
    let _turn = tokio::select! {
        turn = app.judgements.turn.acquire() => turn.map_err(|_| Unfinished::Closing)?,
        () = closes(app.closing.subscribe()) => return Err(Unfinished::Closing.into()),
    };
    // The games are read at once, so that nobody waits for a connection while they are judged.
    let (game, read) = (entry.entered.game, entry.clone());
    let games = app.archive.ask(move |store| Ok(sample(store, &read, MOST_JUDGED)?)).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let disposal = app.pool.disposal();
    let work = move || {
        let mut judge = disposal.owns(Judge::new(game, NODES)?.until(flag.clone()));
        let mut judged = Judged::default();
        for played in games.iter().take_while(|_| !flag.load(Ordering::Relaxed)) {
            judged.add(judge.get()?, game, played, |_, _| true);
            sender.send_replace(Judging::Pending(judged.games()));
        }
        Some(judged)
    };
    let judged = app.pool.analyse(&Visitor::judge(), Purpose::Glance)?.run(stop, LONGEST, work).await?;
    if *app.closing.borrow() {
        return Err(Unfinished::Closing.into());
    }
    Ok(judged)
}
