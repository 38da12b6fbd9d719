//! Where games are played: threads of this program, or machines that another crate reaches.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};

use super::definition::Tournament;
use super::error::RunError;
use super::job::Job;
use super::runner::RunOptions;
use super::worker::work;
use crate::agent::{Agent, AgentSpec, PackError};
use crate::event::Event;
use crate::external::ExternalOptions;
use crate::played::Played;
use crate::store::Note;
use crate::train::SelfPlay;

/// Plays jobs somewhere. An implementation may lose, repeat and reorder them as long as every job gets an answer at last: the
/// runner stores results by number, and the store takes each number once.
pub trait Dispatch: Send + Sync {
    /// How many games are likely to be played at once.
    fn at_once(&self) -> usize;

    /// How many games may be under way at once.
    fn most(&self) -> usize;

    /// Plays the jobs that come until no more do, and answers each with a message. It runs beside the runner.
    fn play(&self, workshop: &Workshop<'_>, jobs: Receiver<Job>, outbox: &Sender<Message>) -> Result<(), RunError>;

    /// Hears of games that are in the store, by number. Nothing is the answer to late games that were not taken.
    fn stored(&self, _games: &[u64]) {}
}

/// What is said to a runner.
pub enum Message {
    /// A game began, a move was made, or there is something to warn of.
    Event(Event),
    /// Games are over.
    Finished(Vec<Played>),
    /// A game was abandoned, because the run was stopped.
    Abandoned,
    /// Games cannot be played, for the same reason, and will not be tried again in this run. The notes say why.
    Dead(Vec<Note>),
    /// Something to keep beside the games.
    Noted(Vec<Note>),
    /// Games that nobody asked for, with their workers. They are sent after the last job has been answered.
    Late(Vec<(String, Played)>),
    /// Nothing can be played.
    Failed(RunError),
}

/// What all games of a tournament share.
pub struct Workshop<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Its agents.
    pub agents: &'a [Agent],
    /// How it is run.
    pub options: &'a RunOptions,
    /// The options for external engines, with what no agent may see.
    pub external: &'a ExternalOptions,
    /// What is played instead of its games, if it stands for self-play.
    pub self_play: Option<&'a SelfPlay>,
}

impl Workshop<'_> {
    /// The tournament for another machine: its agents name the files they need by hash, and the contents are beside it.
    pub fn packed(&self) -> Result<(Tournament, BTreeMap<String, Vec<u8>>), PackError> {
        let mut files = BTreeMap::new();
        let mut specs: Vec<AgentSpec> = Vec::new();
        for (spec, agent) in self.tournament.agents.iter().zip(self.agents) {
            if let Agent::Custom(custom) = agent {
                return Err(PackError::Fixed(custom.name.clone()));
            }
            let text = self.options.texts.iter().find(|(name, _)| *name == spec.agent).map(|(_, text)| text.clone());
            let spec = AgentSpec { agent: text.unwrap_or_else(|| spec.agent.clone()), ..spec.clone() };
            let packed = spec.pack(self.tournament.game)?;
            files.extend(packed.contents);
            specs.push(packed.spec);
        }
        Ok((Tournament { agents: specs, ..self.tournament.clone() }, files))
    }
}

/// Threads of this program.
pub(super) struct Threads(pub(super) usize);

/// How many games wait for each thread, so that none waits for the next.
const QUEUED: usize = 256;

impl Dispatch for Threads {
    fn at_once(&self) -> usize {
        self.0
    }

    fn most(&self) -> usize {
        self.0 * QUEUED
    }

    fn play(&self, workshop: &Workshop<'_>, jobs: Receiver<Job>, outbox: &Sender<Message>) -> Result<(), RunError> {
        let (queue, outbox_of_all) = (Mutex::new(jobs), outbox);
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                let (queue, outbox) = (&queue, outbox.clone());
                let worker = std::thread::Builder::new().spawn_scoped(scope, move || work(workshop, queue, &outbox));
                if let Err(error) = worker {
                    // Said at once: the threads that were started wait for jobs until the runner gives up.
                    let _ = outbox_of_all.send(Message::Failed(RunError::Threads(self.0, error.to_string())));
                    break;
                }
            }
        });
        Ok(())
    }
}
