//! The rounds of a training: games, fit, test.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use grandline_agents::Preset;
use grandline_agents::learned::{Provenance, Weights, feature_set};
use grandline_games::random::mix;

use super::definition::{Training, TrainingError};
use super::event::{RoundResult, TrainEvent};
use super::examples::Examples;
use super::fit::{Fit, FitOptions, fit};
use super::folder::{self, Folder};
use super::games::GamesFile;
use super::remote::{self, SelfPlay};
use super::selfplay::SelfPlayer;
use crate::agent::{Agent, AgentSpec};
use crate::event::Event;
use crate::openings::OpeningSource;
use crate::report::Standings;
use crate::statistics::{Decision, Phase};
use crate::store::Sqlite;
use crate::time_control::TimeControl;
use crate::tournament::{Dispatch, MatchSummary, RunOptions, Tournament, run};

/// How a training is run; none of this changes what comes out.
#[derive(Clone, Default)]
pub struct TrainOptions {
    /// How many threads play and fit; 0 counts as 1.
    pub threads: usize,
    /// Set from outside to stop.
    pub stop: Arc<AtomicBool>,
    /// The program and version, for the provenance of weights.
    pub made_by: String,
    /// Where games of self-play and tests are played; threads of this program if nothing is said. Fits stay here.
    pub dispatch: Option<Arc<dyn Dispatch>>,
}

/// Games are handed to the system after this many.
const FLUSH_EVERY: u64 = 16;
/// The table of a search in self-play: searches are small, and the table is cleared before every game.
pub(super) const TABLE: &str = "4";

/// Runs a training from wherever it stands and returns its rounds; fewer than asked for if it was stopped.
pub fn train(
    training: &Training,
    path: &Path,
    options: &TrainOptions,
    listen: &mut dyn FnMut(&TrainEvent),
) -> Result<Vec<RoundResult>, TrainingError> {
    training.check()?;
    let folder = Folder::open(path, training)?;
    let mut trainer = Trainer { training, folder, options, listen, rounds: Vec::new(), best: None };
    let complete = trainer.all()?;
    let weights = trainer.best.as_ref().map(|_| trainer.folder.best().display().to_string());
    (trainer.listen)(&TrainEvent::Finished { complete, weights });
    Ok(trainer.rounds)
}

struct Trainer<'a> {
    training: &'a Training,
    folder: Folder,
    options: &'a TrainOptions,
    listen: &'a mut dyn FnMut(&TrainEvent),
    rounds: Vec<RoundResult>,
    /// The round of the best weights, and these.
    best: Option<(u32, Weights)>,
}

impl Trainer<'_> {
    /// Whether all rounds are done.
    fn all(&mut self) -> Result<bool, TrainingError> {
        // Before anything is played, so that a wrong agent is reported at once.
        self.preset(None)?;
        for round in 1..=self.training.rounds {
            let result = match self.folder.read_result(round)? {
                Some(result) => result,
                None => {
                    self.folder.prepare(round)?;
                    if !self.play(round)? {
                        return Ok(false);
                    }
                    let Some((weights, fit)) = self.fitted(round)? else { return Ok(false) };
                    let Some(result) = self.tested(round, &weights, &fit)? else { return Ok(false) };
                    self.folder.write_result(&result)?;
                    (self.listen)(&TrainEvent::RoundFinished(result.clone()));
                    result
                }
            };
            if result.accepted {
                let weights = self.folder.read_weights(round)?.ok_or_else(|| {
                    let file = self.folder.weights(round).display().to_string();
                    TrainingError::File(file, "it is missing; delete the folder of this round to repeat it".to_owned())
                })?;
                folder::write(&self.folder.best(), &weights.to_bytes())?;
                self.best = Some((round, weights));
            }
            self.rounds.push(result);
            super::curves::draw(&self.rounds, &self.folder)?;
        }
        Ok(true)
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    /// The agent with some weights, or with its own evaluation.
    fn preset(&self, weights: Option<&Weights>) -> Result<Preset, TrainingError> {
        remote::preset(self.training, weights.map(Weights::to_bytes))
    }

    /// The text of the agent with the weights of a round, for other machines.
    fn text(&self, round: Option<u32>) -> String {
        let file = round.map(|round| self.folder.weights(round).display().to_string());
        remote::text(self.training, file.as_deref())
    }

    /// Plays the games of a round that are missing; false if it was stopped.
    fn play(&mut self, round: u32) -> Result<bool, TrainingError> {
        let mut file = GamesFile::open(&self.folder.games(round))?;
        let (games, done) = (self.training.games, file.count());
        (self.listen)(&TrainEvent::Round { round, rounds: self.training.rounds, done, games });
        if let Some(dispatch) = &self.options.dispatch {
            let weights = self.best.as_ref().map(|(_, weights)| weights.to_bytes());
            let work = SelfPlay { training: self.training.clone(), round, weights };
            remote::generate(&work, &mut file, dispatch.as_ref(), &self.options.stop, self.listen)?;
            return Ok(file.count() >= games);
        }
        let preset = self.preset(self.best.as_ref().map(|(_, weights)| weights))?;
        let (next, threads) = (AtomicU64::new(done), self.options.threads.max(1));
        let (training, stop) = (self.training, &self.options.stop);
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::sync_channel(64);
            let mut players = Vec::new();
            for _ in 0..threads {
                let (send, preset, next) = (send.clone(), &preset, &next);
                players.push(scope.spawn(move || {
                    let mut player = SelfPlayer::new(training, preset, round, stop.clone());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let Some(game) = player.play(number) else { return };
                        if send.send(game).is_err() {
                            return;
                        }
                    }
                }));
            }
            drop(send);
            // Games finish in any order and are written in that of their numbers.
            let mut waiting = BTreeMap::new();
            for game in receive {
                waiting.insert(game.number, game);
                while let Some(game) = waiting.remove(&file.count()) {
                    file.add(&game)?;
                    if file.count().is_multiple_of(FLUSH_EVERY) {
                        file.flush()?;
                    }
                    (self.listen)(&TrainEvent::Game { round, done: file.count() });
                }
            }
            let panicked = players.into_iter().any(|player| player.join().is_err());
            if panicked { Err(TrainingError::Panicked) } else { Ok(()) }
        })?;
        file.flush()?;
        Ok(file.count() >= games)
    }

    /// The weights of a round; `None` if the fit was stopped.
    fn fitted(&mut self, round: u32) -> Result<Option<(Weights, Fit)>, TrainingError> {
        let training = self.training;
        let set = feature_set(training.game, &training.features).ok_or_else(|| {
            TrainingError::Definition(format!("{} has no features '{}'", training.game, training.features))
        })?;
        let mut games = Vec::new();
        for earlier in 1..=round {
            games.extend(GamesFile::read(&self.folder.games(earlier))?);
        }
        let threads = self.options.threads.max(1);
        let examples = Examples::of(training.game, &*set, &games, threads)
            .map_err(|reason| TrainingError::File(self.folder.games(round).display().to_string(), reason))?;
        if examples.is_empty() {
            return Err(TrainingError::NoExamples);
        }
        let positions = examples.len() as u64;
        (self.listen)(&TrainEvent::Fitting { round, positions });
        let options = FitOptions {
            model: training.model,
            result_share: training.result_share,
            validation: training.validation,
            epochs: training.epochs,
            seed: mix(training.seed ^ mix(u64::from(round))),
            threads,
        };
        let stop = self.options.stop.clone();
        let fit = fit(&examples, set.layout(), &options, &mut |epoch| {
            (self.listen)(&TrainEvent::Epoch { round, epoch: *epoch });
            !stop.load(Ordering::Relaxed)
        });
        let Some(fit) = fit else { return Ok(None) };
        let provenance = Provenance {
            made_by: self.options.made_by.clone(),
            seed: Some(training.seed),
            games: Some(games.len() as u64),
            positions: Some(positions),
            loss: Some(fit.loss),
            note: format!("round {round} of self-play by {} at {} nodes per move", training.agent, training.nodes),
        };
        let weights = Weights {
            game: training.game,
            features: training.features.clone(),
            version: set.layout().version,
            model: training.model,
            values: fit.values.clone(),
            provenance,
        };
        folder::write(&self.folder.weights(round), &weights.to_bytes())?;
        Ok(Some((weights, fit)))
    }

    /// Tests new weights against the best so far; `None` if the test was stopped.
    fn tested(&mut self, round: u32, weights: &Weights, fit: &Fit) -> Result<Option<RoundResult>, TrainingError> {
        let training = self.training;
        let (new, old) = (format!("round {round}"), self.best.as_ref().map(|(best, _)| format!("round {best}")));
        let old = old.unwrap_or_else(|| training.agent.clone());
        let agents = [
            (new.clone(), self.preset(Some(weights))?),
            (old.clone(), self.preset(self.best.as_ref().map(|(_, weights)| weights))?),
        ];
        let agents = agents.map(|(name, preset)| (name, Agent::Preset(Box::new(preset))));
        let plies = training.opening_plies[1];
        let tournament = Tournament {
            name: format!("round {round}"),
            games: training.test_games,
            openings: Some(OpeningSource::Random { plies, balanced: false }),
            // Other openings than those of the games.
            seed: mix(training.seed.wrapping_add(0x7465_7374) ^ mix(u64::from(round))) >> 1,
            limits: TimeControl { nodes: Some(training.nodes), ..TimeControl::default() },
            sprt: Some(training.sprt),
            ..Tournament::between(training.game, AgentSpec::new(new.clone()), AgentSpec::new(old.clone()))
        };
        let mut store = Sqlite::open(self.folder.test(round))?;
        // A decision of the test sets the flag of its own run.
        let stop = Arc::new(AtomicBool::new(false));
        let run_options = RunOptions {
            concurrency: self.options.threads.max(1),
            stop: stop.clone(),
            agents: agents.to_vec(),
            texts: vec![
                (new.clone(), self.text(Some(round))),
                (old.clone(), self.text(self.best.as_ref().map(|(best, _)| *best))),
            ],
            dispatch: self.options.dispatch.clone(),
            ..RunOptions::default()
        };
        let (mut games, listen) = (0, &mut self.listen);
        let entry = run(&tournament, &mut store, &run_options, &mut |event| {
            match event {
                Event::Started { done, .. } => games = *done,
                Event::GameFinished { .. } => games += 1,
                Event::Warning { text } if self.options.dispatch.is_some() => {
                    return listen(&TrainEvent::Warning { text: text.clone() });
                }
                _ => return,
            }
            if self.options.stop.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
            listen(&TrainEvent::Testing { round, against: old.clone(), games, most: training.test_games });
        })?;
        let standings = Standings::read(&tournament, &entry, &mut store)?;
        let decided = standings.sprt().map(|state| state.decision).filter(|&decision| decision != Decision::Continue);
        if self.is_stopped() && decided.is_none() && standings.games() < training.test_games {
            return Ok(None);
        }
        let summary = MatchSummary::new(&standings, Phase::Finished);
        let (score, tally) = (summary.score(), summary.score().tally());
        let elo = score.estimates().elo;
        let share = tally.points() / tally.games().max(1) as f64;
        Ok(Some(RoundResult {
            round,
            positions: weights.provenance.positions.unwrap_or(0),
            loss: fit.loss,
            epochs: fit.epochs.clone(),
            against: old,
            games: tally.games(),
            score: share,
            elo: elo.map(|elo| elo.estimate),
            elo_error: elo.and_then(|elo| elo.error),
            accepted: match decided {
                Some(Decision::AcceptH1) => true,
                Some(_) => false,
                None => share > 0.5,
            },
            words: summary.words(),
        }))
    }
}
