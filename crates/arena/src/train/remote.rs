//! Self-play on other machines. A self-played game travels like a game of a tournament, with itself as the detail, so that jobs and
//! results need no other ways.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use grandline_agents::{Catalogue, Preset};
use serde_json::Value;

use super::definition::{Training, TrainingError};
use super::event::TrainEvent;
use super::games::GamesFile;
use super::runner::TABLE;
use super::selfplay::{SelfPlayed, SelfPlayer};
use crate::agent::{Agent, AgentError, AgentSpec};
use crate::event::Event;
use crate::external::ExternalOptions;
use crate::played::{Ending, Opening, Played, Ply, SearchSummary};
use crate::store::Note;
use crate::tournament::{Dispatch, Job, Message, RunError, RunOptions, Tournament, Workshop};

/// The self-play of a round: all that its games depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// The training.
    pub training: Training,
    /// The round, from 1.
    pub round: u32,
    /// The file of the weights that play; without it, the agent plays with its own evaluation.
    pub weights: Option<Vec<u8>>,
}

impl SelfPlay {
    /// The agent that plays.
    pub fn preset(&self) -> Result<Preset, TrainingError> {
        preset(&self.training, self.weights.clone())
    }

    /// A player of games, for one thread.
    pub fn player(&self, preset: &Preset, stop: Arc<AtomicBool>) -> RemotePlayer<'_> {
        RemotePlayer { work: self, player: SelfPlayer::new(&self.training, preset, self.round, stop) }
    }

    /// What stands for it where a tournament is named.
    pub fn tournament(&self) -> Tournament {
        let Training { game, agent, seed, .. } = &self.training;
        let spec = |name: &str| AgentSpec { name: name.to_owned(), ..AgentSpec::new(agent.clone()) };
        let name = format!("self-play, round {}", self.round);
        Tournament {
            name,
            games: self.training.games,
            seed: *seed,
            ..Tournament::between(*game, spec("self"), spec("other"))
        }
    }

    fn job(&self, number: u64) -> Job {
        Job { number, round: self.round, pair: number, agents: [0, 1], opening: Opening::start() }
    }
}

/// Plays the games of a round that it is asked for.
pub struct RemotePlayer<'a> {
    work: &'a SelfPlay,
    player: SelfPlayer<'a>,
}

impl RemotePlayer<'_> {
    /// The game of a job; `None` if it was stopped. How long it takes is for the caller to measure.
    pub fn play(&mut self, job: &Job, took: impl Fn() -> Duration) -> Option<Played> {
        let game = self.player.play(job.number)?;
        let micros = u64::try_from(took().as_micros()).unwrap_or(u64::MAX);
        Some(Played {
            number: job.number,
            round: job.round,
            pair: job.pair,
            players: job.players(&self.work.tournament()),
            opening: job.opening.clone(),
            plies: vec![Ply { mv: String::new(), micros, search: SearchSummary::default() }],
            winner: None,
            margin: 0,
            ending: Ending::Rules,
            reason: String::new(),
            // A game is plain data, which JSON can always hold.
            detail: serde_json::to_value(&game).unwrap_or(Value::Null),
            evidence: None,
        })
    }
}

/// The agent of a training with the weights of a file, or with its own evaluation.
pub(super) fn preset(training: &Training, weights: Option<Vec<u8>>) -> Result<Preset, TrainingError> {
    let text = text(training, weights.is_some().then_some("trained"));
    let bytes = weights.unwrap_or_default();
    let catalogue = Catalogue::of(training.game).with_files(move |_| Ok(bytes.clone()));
    catalogue.agent(&text).map_err(|error| TrainingError::Agent(AgentError::Preset(error)))
}

/// The text of the agent with the weights of a file.
pub(super) fn text(training: &Training, weights: Option<&str>) -> String {
    let agent = &training.agent;
    let mut settings = vec![format!("table={TABLE}")];
    settings.extend(weights.map(|file| format!("evaluation=learned,weights={file}")));
    let between = match agent.contains(':') {
        false => ":",
        true if agent.ends_with(':') => "",
        true => ",",
    };
    format!("{agent}{between}{}", settings.join(","))
}

/// Lets other machines play the games of a round that a file does not have, and writes them in the order of their numbers.
pub(super) fn generate(
    work: &SelfPlay,
    file: &mut GamesFile,
    dispatch: &dyn Dispatch,
    stop: &Arc<AtomicBool>,
    listen: &mut dyn FnMut(&TrainEvent),
) -> Result<(), TrainingError> {
    let (tournament, games) = (work.tournament(), work.training.games);
    let agent = Agent::Preset(Box::new(work.preset()?));
    let agents = [agent.clone(), agent];
    let (options, external) = (RunOptions { stop: stop.clone(), ..RunOptions::default() }, ExternalOptions::default());
    let workshop = Workshop {
        tournament: &tournament,
        agents: &agents,
        options: &options,
        external: &external,
        self_play: Some(work),
    };
    let (jobs, queue) = mpsc::channel();
    let (outbox, inbox) = mpsc::channel();
    std::thread::scope(|scope| {
        let workshop = &workshop;
        scope.spawn(move || {
            if let Err(error) = dispatch.play(workshop, queue, &outbox) {
                // A runner that is gone needs to hear nothing.
                let _ = outbox.send(Message::Failed(error));
            }
        });
        let done = collect(work, file, dispatch, &jobs, &inbox, games, listen);
        drop(jobs);
        // The dispatch ends when it has no more jobs; what it says last is heard.
        for message in &inbox {
            if let Message::Late(_) = message {
                dispatch.stored(&[]);
            }
        }
        done
    })
}

/// Asks for games and writes them until all are there, or no more come.
fn collect(
    work: &SelfPlay,
    file: &mut GamesFile,
    dispatch: &dyn Dispatch,
    jobs: &mpsc::Sender<Job>,
    inbox: &mpsc::Receiver<Message>,
    games: u64,
    listen: &mut dyn FnMut(&TrainEvent),
) -> Result<(), TrainingError> {
    let (mut next, mut flying, mut waiting) = (file.count(), 0, BTreeMap::new());
    let mut failure = None;
    loop {
        while next < games && flying < dispatch.most() && failure.is_none() {
            if jobs.send(work.job(next)).is_err() {
                return Err(TrainingError::Panicked);
            }
            (next, flying) = (next + 1, flying + 1);
        }
        if flying == 0 {
            return failure.map_or(Ok(()), Err);
        }
        let Ok(message) = inbox.recv() else { return Err(TrainingError::Panicked) };
        match message {
            Message::Finished(played) => {
                flying -= played.len();
                let mut written = Vec::new();
                for game in played {
                    let number = game.number;
                    let read =
                        serde_json::from_value::<SelfPlayed>(game.detail).ok().filter(|game| game.number == number);
                    match read {
                        Some(game) => drop(waiting.insert(number, game)),
                        None => {
                            let reason = format!("a worker sent something else for self-played game {number}");
                            failure = Some(TrainingError::Run(RunError::Dispatch(reason)));
                        }
                    }
                }
                while let Some(game) = waiting.remove(&file.count()) {
                    file.add(&game)?;
                    written.push(game.number);
                    listen(&TrainEvent::Game { round: work.round, done: file.count() });
                }
                file.flush()?;
                dispatch.stored(&written);
            }
            Message::Abandoned => {
                // It was stopped: nothing more is asked for.
                flying -= 1;
                next = games;
            }
            Message::Dead(dead) => {
                flying -= dead.len();
                if let Some(reason) = Note::cannot_be_played(&dead) {
                    failure = Some(TrainingError::Run(RunError::Dispatch(format!("self-play: {reason}"))));
                }
            }
            Message::Failed(error) => return Err(error.into()),
            Message::Event(Event::Warning { text }) => listen(&TrainEvent::Warning { text }),
            Message::Event(_) | Message::Noted(_) | Message::Late(_) => {}
        }
    }
}
