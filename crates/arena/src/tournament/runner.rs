//! Plays a tournament from wherever it stands: threads play, one hand writes down, and what is written down counts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grandline_agents::Family;
use grandline_games::{GameId, with_game};
use grandline_search::{Clock, WallClock};
use thiserror::Error;

use super::admission::Registered;
use super::definition::{DefinitionError, Entrant, Tournament};
use super::progress::Progress;
use super::schedule::{self, Round};
use super::worker::{Job, Message, Workshop, work};
use crate::contender::{Contender, ContenderError};
use crate::contest::OpeningError;
use crate::event::Event;
use crate::external::ExternalOptions;
use crate::guest::Invited;
use crate::openings::{Openings, OpeningsError, customary};
use crate::played::Played;
use crate::store::{Entry, NewEntry, Store, StoreError};

/// Games are committed together that finish within this time: a commit waits for the disk.
const COMMIT_EVERY: Duration = Duration::from_millis(20);
/// No more games than this are committed together.
const COMMIT_AT_MOST: usize = 1000;
/// How many games wait for each thread, so that none waits for the next.
const QUEUED: usize = 32;

/// How a tournament is run; none of this changes which games are played.
pub struct RunOptions {
    /// How many games are played at once.
    pub concurrency: usize,
    /// Set from outside to stop; it is also set once a test has decided.
    pub stop: Arc<AtomicBool>,
    /// Whether to tell of the start of each game and of every move.
    pub tells_moves: bool,
    /// The time of day in seconds since 1970, where the store is to know it.
    pub created: Option<i64>,
    /// What programs of others may take.
    pub external: ExternalOptions,
    /// Whether only agents of the catalogue may take part, and those that are registered: then no other file is read and no
    /// other program started, whoever wrote the tournament.
    pub only_presets: bool,
    /// Agents that whoever runs the tournament answers for.
    pub registered: Vec<Registered>,
    /// Agents that live in this program: an entrant of such a name is not looked for anywhere else.
    pub guests: Vec<Invited>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            concurrency: 1,
            stop: Arc::new(AtomicBool::new(false)),
            tells_moves: false,
            created: None,
            external: ExternalOptions::default(),
            only_presets: false,
            registered: Vec::new(),
            guests: Vec::new(),
        }
    }
}

/// Why a tournament cannot be played, or not on.
#[derive(Debug, Error)]
pub enum RunError {
    /// It is not well defined.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// An agent cannot play.
    #[error("{}", agent_error(agent, reason))]
    Agent {
        /// Its name.
        agent: String,
        /// Why not.
        reason: Box<ContenderError>,
    },
    /// The openings cannot be made.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The store failed; what it had accepted before is safe.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has another tournament of that name.
    #[error("the store already has a tournament '{name}' that differs in {}; give this one another name, or the store another file", keys.join(", "))]
    Different {
        /// The name of both.
        name: String,
        /// What differs.
        keys: Vec<String>,
    },
    /// A worker died of a mistake of ours.
    #[error("a game ended in a panic, which is a mistake of grandline; what was finished before is in the store")]
    Panicked,
}

/// The reason alone where it names the agent already.
fn agent_error(agent: &str, reason: &ContenderError) -> String {
    let reason = reason.to_string();
    if reason.contains(agent) { reason } else { format!("agent '{agent}': {reason}") }
}

/// Plays what is left of a tournament and returns how it stands in the store.
pub fn run(
    tournament: &Tournament,
    store: &mut dyn Store,
    options: &RunOptions,
    listen: &mut dyn FnMut(&Event),
) -> Result<Entry, RunError> {
    tournament.check()?;
    if options.only_presets {
        tournament.admit(&options.registered)?;
    }
    let contenders = resolve(tournament, options, listen)?;
    let entry = enter(tournament, store, options.created)?;
    with_game!(tournament.game, G => Run::<G>::new(tournament, &contenders, store, options, listen, entry)?.all())
}

/// Finds every agent, so that a wrong one is known before anything is played.
fn resolve(
    tournament: &Tournament,
    options: &RunOptions,
    listen: &mut dyn FnMut(&Event),
) -> Result<Vec<Contender>, RunError> {
    let mut contenders = Vec::new();
    for Entrant { name, agent, .. } in &tournament.agents {
        let wrong = |reason| RunError::Agent { agent: name.clone(), reason: Box::new(reason) };
        let find = if options.only_presets { Contender::preset } else { Contender::resolve };
        let contender = match options.guests.iter().find(|invited| invited.name == *name) {
            Some(invited) => Contender::Guest(invited.clone()),
            None => match Registered::find(&options.registered, agent) {
                Some(contender) => contender.clone(),
                None => find(tournament.game, agent).map_err(wrong)?,
            },
        };
        let identity = contender.check(&tournament.limits, &options.external).map_err(wrong)?;
        if let Some(remark) = identity.remark {
            listen(&Event::Warning { text: format!("{name} {remark}") });
        }
        contenders.push(contender);
    }
    Ok(contenders)
}

/// The tournament's place in the store: a new one, or the one it left.
fn enter(tournament: &Tournament, store: &mut dyn Store, created: Option<i64>) -> Result<Entry, RunError> {
    let definition = tournament.to_json();
    let Some(entry) = store.find(&tournament.name)? else {
        let new = NewEntry { name: tournament.name.clone(), game: tournament.game, definition, created };
        return Ok(store.create(&new)?);
    };
    let keys = differences(&entry.entered.definition, &definition);
    if keys.is_empty() { Ok(entry) } else { Err(RunError::Different { name: tournament.name.clone(), keys }) }
}

/// The keys in which two definitions differ; what is only said of a tournament does not matter.
fn differences(old: &str, new: &str) -> Vec<String> {
    type Keys = serde_json::Map<String, serde_json::Value>;
    let read = |text: &str| serde_json::from_str::<Keys>(text).unwrap_or_default();
    let (old, new) = (read(old), read(new));
    let mut keys: Vec<String> = old.keys().chain(new.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys.retain(|key| key != "description" && old.get(key) != new.get(key));
    keys
}

struct Run<'a, G: Family> {
    tournament: &'a Tournament,
    contenders: &'a [Contender],
    store: &'a mut dyn Store,
    options: &'a RunOptions,
    listen: &'a mut dyn FnMut(&Event),
    entry: Entry,
    openings: Openings<G>,
    progress: Progress,
    /// Games that are over but not yet in the store.
    pending: Vec<Played>,
}

impl<'a, G: Family> Run<'a, G> {
    fn new(
        tournament: &'a Tournament,
        contenders: &'a [Contender],
        store: &'a mut dyn Store,
        options: &'a RunOptions,
        listen: &'a mut dyn FnMut(&Event),
        entry: Entry,
    ) -> Result<Self, RunError> {
        let source = tournament.openings.clone().unwrap_or_else(customary::<G>);
        let openings = Openings::new(&source, tournament.seed)?;
        let mut progress = Progress::new(tournament);
        store.games(entry.key, &mut |game| progress.add(&game))?;
        let pending = Vec::new();
        Ok(Run { tournament, contenders, store, options, listen, entry, openings, progress, pending })
    }

    fn all(mut self) -> Result<Entry, RunError> {
        let rounds = schedule::next(self.tournament, &[]).map_or(0, |round| round.total());
        (self.listen)(&Event::Started {
            tournament: self.tournament.name.clone(),
            game: game_of::<G>(self.tournament),
            agents: self.tournament.agents.iter().map(|entrant| entrant.name.clone()).collect(),
            games: self.progress.expected(rounds),
            done: self.progress.games(),
        });
        let complete = self.entry.verdict.is_some() || self.play()?;
        if self.progress.is_decided() {
            self.forget_what_came_after()?;
        }
        let verdict = self.progress.verdict(complete);
        if complete && self.entry.verdict.is_none() {
            self.store.finish(self.entry.key, &verdict)?;
        }
        if let Some(text) = self.progress.copies_warning() {
            (self.listen)(&Event::Warning { text });
        }
        let (tournament, games) = (self.tournament.name.clone(), self.progress.games());
        (self.listen)(&Event::Finished { tournament, games, complete, verdict: verdict.clone() });
        Ok(Entry { games, verdict: if complete { Some(verdict) } else { None }, ..self.entry })
    }

    /// Plays all rounds; false if it was stopped before the end.
    fn play(&mut self) -> Result<bool, RunError> {
        let (jobs, queue) = mpsc::channel();
        let (outbox, inbox) = mpsc::channel();
        let queue = Mutex::new(queue);
        let workshop = Workshop { tournament: self.tournament, contenders: self.contenders, options: self.options };
        std::thread::scope(|scope| {
            for _ in 0..self.options.concurrency.max(1) {
                let (workshop, queue, outbox) = (&workshop, &queue, outbox.clone());
                scope.spawn(move || work::<G>(workshop, queue, &outbox));
            }
            drop(outbox);
            let result = self.rounds(&jobs, &inbox);
            drop(jobs);
            // Whatever still runs is not waited for longer than it takes to notice.
            if result.is_err() {
                self.options.stop.store(true, Ordering::Relaxed);
            }
            result
        })
    }

    fn rounds(&mut self, jobs: &Sender<Job>, inbox: &Receiver<Message>) -> Result<bool, RunError> {
        self.decide();
        while !self.progress.is_decided() {
            let Some(round) = schedule::next(self.tournament, self.progress.rounds()) else { return Ok(true) };
            let index = self.progress.rounds().len() as u32;
            let (before, games) = (self.progress.base(), round.total());
            (self.listen)(&Event::Round { round: index, before, games });
            self.round(&round, index, jobs, inbox)?;
            if self.progress.is_decided() {
                break;
            }
            if !self.progress.close(round) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays what is left of a round, unless it is stopped.
    fn round(
        &mut self,
        round: &Round,
        index: u32,
        jobs: &Sender<Job>,
        inbox: &Receiver<Message>,
    ) -> Result<(), RunError> {
        let (base, pairs_before) = (self.progress.base(), self.progress.pairs_before());
        let missing: Vec<u64> = (0..round.total()).filter(|&place| !self.progress.has(base + place)).collect();
        let mut missing = missing.into_iter();
        let clock = WallClock::start();
        let mut due = clock.now() + COMMIT_EVERY;
        let mut flying = 0;
        loop {
            while flying < self.options.concurrency.max(1) * QUEUED && !self.is_stopped() {
                let Some(place) = missing.next() else { break };
                let ([a, b], pair, swapped) = round.place(place);
                let job = Job {
                    number: base + place,
                    round: index,
                    pair: base + place - place % 2,
                    agents: if swapped { [b, a] } else { [a, b] },
                    opening: self.openings.get(pairs_before + pair)?,
                };
                if jobs.send(job).is_err() {
                    return Err(RunError::Panicked);
                }
                flying += 1;
            }
            if flying == 0 {
                return self.commit();
            }
            let wait = if self.pending.is_empty() { Duration::MAX } else { due.saturating_sub(clock.now()) };
            match receive(inbox, wait) {
                Ok(Message::Told(event)) => (self.listen)(&event),
                Ok(Message::Finished(played)) => {
                    flying -= 1;
                    self.pending.push(*played);
                }
                Ok(Message::GivenUp) => flying -= 1,
                Ok(Message::Failed(error)) => {
                    self.commit()?;
                    return Err(error);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(RunError::Panicked),
            }
            if self.pending.len() >= COMMIT_AT_MOST || clock.now() >= due {
                self.commit()?;
                due = clock.now() + COMMIT_EVERY;
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    /// Makes the finished games safe; only then they count.
    fn commit(&mut self) -> Result<(), RunError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.store.add(self.entry.key, &self.pending)?;
        for game in std::mem::take(&mut self.pending) {
            self.progress.add(&game);
            (self.listen)(&Event::GameFinished { game: Box::new(Played { plies: Vec::new(), ..game }) });
        }
        self.decide();
        Ok(())
    }

    /// Games that were under way when a test decided are no part of it: how many there are depends on the machine, and
    /// counting them would make every number of the match depend on it, too.
    fn forget_what_came_after(&mut self) -> Result<(), RunError> {
        self.store.cut(self.entry.key, self.progress.first_untested())?;
        let mut progress = Progress::new(self.tournament);
        self.store.games(self.entry.key, &mut |game| progress.add(&game))?;
        progress.test();
        self.progress = progress;
        Ok(())
    }

    /// Asks the test, if there is one, and stops when it knows.
    fn decide(&mut self) {
        if let Some(event) = self.progress.test() {
            (self.listen)(&event);
            if self.progress.is_decided() {
                self.options.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn game_of<G: Family>(tournament: &Tournament) -> GameId {
    debug_assert_eq!(tournament.game.name(), G::NAME);
    tournament.game
}

fn receive(inbox: &Receiver<Message>, wait: Duration) -> Result<Message, RecvTimeoutError> {
    if wait == Duration::MAX {
        inbox.recv().map_err(|_| RecvTimeoutError::Disconnected)
    } else {
        inbox.recv_timeout(wait)
    }
}
