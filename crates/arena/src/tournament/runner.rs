//! Plays a tournament from wherever it stands: threads play, one thread stores the results, and what is stored counts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use grandline_search::{Clock, WallClock};

use super::definition::Tournament;
use super::dispatch::{Dispatch, Message, Threads, Workshop};
use super::entering::{enter, with_hashes};
use super::error::RunError;
use super::job::Job;
use super::progress::Progress;
use super::schedule::{self, Round};
use crate::agent::Agent;
use crate::event::Event;
use crate::external::{ExternalOptions, sandbox};
use crate::openings::Openings;
use crate::played::Played;
use crate::store::{Entry, Note, Store};

/// Games are committed together that finish within this time: a commit waits for the disk.
const COMMIT_EVERY: Duration = Duration::from_millis(20);
/// No more games than this are committed together.
const COMMIT_AT_MOST: usize = 1000;

/// How a tournament is run; none of this changes which games are played.
#[derive(Default)]
pub struct RunOptions {
    /// How many games are played at once; 0 counts as 1.
    pub concurrency: usize,
    /// Set from outside to stop; it is also set once a test has decided.
    pub stop: Arc<AtomicBool>,
    /// Whether to tell of the start of each game and of every move.
    pub tells_moves: bool,
    /// The time of day in seconds since 1970, where the store is to know it.
    pub created: Option<i64>,
    /// What external engines may take.
    pub external: ExternalOptions,
    /// Whether only presets and the host's own agents may take part: then no other file is read and no other program
    /// started, whatever the definition says.
    pub only_presets: bool,
    /// Where games are played; threads of this program if nothing is said.
    pub dispatch: Option<Arc<dyn Dispatch>>,
    /// The host's own agents by name: a spec whose text is that name means this agent and is not looked up elsewhere.
    pub agents: Vec<(String, Agent)>,
    /// How other machines make such agents: the name of each and a text that they understand.
    pub texts: Vec<(String, String)>,
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
        tournament.admit(&options.agents)?;
    }
    let agents = resolve(tournament, options, listen)?;
    let hashed = with_hashes(tournament, &agents);
    let entry = enter(&hashed, store, options.created)?;
    let key = entry.key;
    if !store.claim(key)? {
        return Err(RunError::Busy(tournament.name.clone()));
    }
    let played = play(tournament, &agents, store, options, listen, entry);
    // A store that fails now has released it by that.
    let released = store.release(key);
    let entry = played?;
    released?;
    for (before, after) in hashed.agents.iter().zip(with_hashes(tournament, &agents).agents) {
        if before.files != after.files {
            listen(&Event::Warning {
                text: format!("the files of agent '{}' were changed during the run", before.name),
            });
        }
    }
    Ok(entry)
}

/// Plays what is left of a tournament that no other program plays.
fn play(
    tournament: &Tournament,
    agents: &[Agent],
    store: &mut dyn Store,
    options: &RunOptions,
    listen: &mut dyn FnMut(&Event),
    entry: Entry,
) -> Result<Entry, RunError> {
    let openings = tournament.openings()?;
    let progress = Progress::read(tournament, &entry, store)?;
    let (pending, notes, held) = (Vec::new(), Vec::new(), Vec::new());
    let threads = Threads(options.concurrency.max(1));
    let dispatch = options.dispatch.as_deref().unwrap_or(&threads);
    Run { tournament, agents, store, options, listen, entry, openings, progress, pending, notes, held, dispatch }.all()
}

/// Finds every agent, so that a wrong one is reported before anything is played.
fn resolve(
    tournament: &Tournament,
    options: &RunOptions,
    listen: &mut dyn FnMut(&Event),
) -> Result<Vec<Agent>, RunError> {
    let mut agents: Vec<Agent> = Vec::new();
    for spec in &tournament.agents {
        let find = if options.only_presets { Agent::preset } else { Agent::resolve };
        agents.push(tournament.agent(spec, &options.agents, find)?);
    }
    if agents.iter().any(|agent| agent.own_file().is_some())
        && let Some(text) = sandbox::missing(&options.external.sandbox)
    {
        listen(&Event::Warning { text });
    }
    for (spec, agent) in tournament.agents.iter().zip(&agents) {
        let checked = agent.check(&tournament.limits, &options.external);
        let identity = checked.map_err(|reason| RunError::agent(spec, reason))?;
        if let Some(remark) = identity.remark {
            listen(&Event::Warning { text: format!("{} {remark}", spec.name) });
        }
    }
    Ok(agents)
}

pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    agents: &'a [Agent],
    pub(super) store: &'a mut dyn Store,
    pub(super) options: &'a RunOptions,
    pub(super) listen: &'a mut dyn FnMut(&Event),
    pub(super) entry: Entry,
    openings: Openings,
    pub(super) progress: Progress,
    /// Games that are over but not yet in the store.
    pending: Vec<Played>,
    /// Notes that are not yet in the store.
    notes: Vec<Note>,
    /// Events that wait for those games, each with the number of games that come before it.
    held: Vec<(usize, Event)>,
    pub(super) dispatch: &'a dyn Dispatch,
}

impl Run<'_> {
    fn all(mut self) -> Result<Entry, RunError> {
        let rounds = schedule::next(self.tournament, &[]).map_or(0, |round| round.total());
        (self.listen)(&Event::Started {
            tournament: self.tournament.name.clone(),
            game: self.tournament.game,
            agents: self.tournament.agents.iter().map(|spec| spec.name.clone()).collect(),
            games: rounds.max(self.progress.games()),
            done: self.progress.games(),
        });
        // Other machines may have results of a tournament that has ended.
        let was_over = self.entry.verdict.is_some();
        let is_played = if was_over && self.options.dispatch.is_none() { true } else { self.play()? };
        let complete = was_over || is_played;
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
        let external = self.external();
        let (tournament, agents, options, external) = (self.tournament, self.agents, self.options, &external);
        let (workshop, dispatch) = (Workshop { tournament, agents, options, external, self_play: None }, self.dispatch);
        std::thread::scope(|scope| {
            let workshop = &workshop;
            let player = std::thread::Builder::new().spawn_scoped(scope, move || {
                if let Err(error) = dispatch.play(workshop, queue, &outbox) {
                    // A runner that is gone needs to hear nothing.
                    let _ = outbox.send(Message::Failed(error));
                }
            });
            let started = player.map_err(|error| RunError::Threads(options.concurrency, error.to_string()));
            let result = started.and_then(|_| self.rounds(&jobs, &inbox));
            drop(jobs);
            match result {
                Ok(is_over) => self.close(&inbox, is_over).map(|()| is_over),
                Err(error) => {
                    // Whatever still runs is not waited for longer than it takes to notice.
                    self.options.stop.store(true, Ordering::Relaxed);
                    drop(inbox);
                    Err(error)
                }
            }
        })
    }

    /// The options for external engines. No agent sees the results or another agent's file.
    fn external(&self) -> ExternalOptions {
        let mut external = self.options.external.clone();
        let files = self.agents.iter().filter_map(Agent::own_file).map(PathBuf::from);
        external.sandbox.hidden.extend(files.chain(self.store.files()));
        external
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
        let (workers, most) = (self.dispatch.at_once(), self.dispatch.most());
        let mut flying = 0;
        loop {
            // Balanced openings take long to make. Once every worker has a game, results are looked at in between, so that they
            // are stored at once and a test can end the match.
            let slice = clock.now() + COMMIT_EVERY;
            let mut is_full = true;
            while flying < most && !self.is_stopped() {
                if flying > workers && clock.now() >= slice {
                    is_full = false;
                    break;
                }
                let Some(place) = missing.next() else { break };
                let job = Job::at(round, index, base, place, pairs_before, &mut self.openings)?;
                if jobs.send(job).is_err() {
                    return Err(RunError::Panicked);
                }
                flying += 1;
            }
            if flying == 0 {
                return self.commit();
            }
            let wait = match (is_full, self.pending.is_empty() && self.notes.is_empty()) {
                (false, _) => Duration::ZERO,
                (true, true) => Duration::MAX,
                (true, false) => due.saturating_sub(clock.now()),
            };
            match receive(inbox, wait) {
                // A game is told to be over before the next one is told to begin.
                Ok(Message::Event(event)) if !self.pending.is_empty() => self.held.push((self.pending.len(), event)),
                Ok(Message::Event(event)) => (self.listen)(&event),
                Ok(Message::Finished(played)) => {
                    flying -= played.len();
                    self.pending.extend(played);
                }
                Ok(Message::Abandoned) => flying -= 1,
                Ok(Message::Dead(dead)) => {
                    flying -= dead.len();
                    if let Some(text) = Note::cannot_be_played(&dead) {
                        (self.listen)(&Event::Warning { text });
                    }
                    self.notes.extend(dead);
                }
                Ok(Message::Noted(notes)) => self.notes.extend(notes),
                // Results that nobody asked for wait for the end, when it is known whether they are late.
                Ok(Message::Late(_)) => {}
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
        self.write_notes()?;
        if self.pending.is_empty() {
            return Ok(());
        }
        self.store.add(self.entry.key, &self.pending)?;
        self.dispatch.stored(&self.pending.iter().map(|game| game.number).collect::<Vec<u64>>());
        let mut held = std::mem::take(&mut self.held).into_iter().peekable();
        for (index, game) in std::mem::take(&mut self.pending).into_iter().enumerate() {
            while let Some((_, event)) = held.next_if(|(before, _)| *before <= index) {
                (self.listen)(&event);
            }
            self.progress.add(&game);
            (self.listen)(&Event::GameFinished { game: Box::new(Played { plies: Vec::new(), ..game }) });
        }
        for (_, event) in held {
            (self.listen)(&event);
        }
        self.decide();
        Ok(())
    }

    /// Games that were under way when a test decided are no part of it: how many there are depends on the machine, and
    /// counting them would make every number of the match depend on it, too.
    fn forget_what_came_after(&mut self) -> Result<(), RunError> {
        let from = self.progress.first_untested();
        // Games of other machines are kept as late results.
        if self.options.dispatch.is_some() {
            self.keep_as_late(from)?;
        }
        self.store.cut(self.entry.key, from)?;
        self.progress = Progress::read(self.tournament, &self.entry, self.store)?;
        self.progress.test();
        Ok(())
    }

    /// Makes the notes safe.
    pub(super) fn write_notes(&mut self) -> Result<(), RunError> {
        if !self.notes.is_empty() {
            self.store.note(self.entry.key, &self.notes)?;
            self.notes.clear();
        }
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

fn receive(inbox: &Receiver<Message>, wait: Duration) -> Result<Message, RecvTimeoutError> {
    if wait == Duration::MAX {
        inbox.recv().map_err(|_| RecvTimeoutError::Disconnected)
    } else {
        inbox.recv_timeout(wait)
    }
}
