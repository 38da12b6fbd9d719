//! Runs a tuning from wherever it stands.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_games::random::mix;
use serde_json::Value as Json;

use super::definition::{ParameterRange, Tuning};
use super::duel::{Duel, Games, contest, run_options};
use super::error::TuneError;
use super::event::{Iteration, TuneEvent, lead};
use super::folder::Folder;
use super::outcome::{Outcome, Tuned};
use super::spsa::{Dimension, Probe, Spsa};
use super::subject::Subject;
use crate::event::Event;
use crate::report::{Standings, Track, progress_chart};
use crate::statistics::{Phase, Tally};
use crate::store;
use crate::tournament::{self, Dispatch, MatchSummary};

/// How a tuning is run; none of this changes what comes of it.
#[derive(Clone, Default)]
pub struct TuneOptions {
    /// How many games are played at once; 0 counts as 1.
    pub concurrency: usize,
    /// Set from outside to stop.
    pub stop: Arc<AtomicBool>,
    /// The time of day in seconds since 1970, where the store of the closing match is to know it.
    pub created: Option<i64>,
    /// Where games are played; threads of this program if nothing is said.
    pub dispatch: Option<Arc<dyn Dispatch>>,
}

/// The tuning that a folder holds.
pub fn read(folder: &Path) -> Result<Tuning, TuneError> {
    Folder::definition(folder)
}

/// Runs what is left of a tuning in a folder, which is made where there is none, and returns what came of it.
pub fn run(
    tuning: &Tuning,
    folder: &Path,
    options: &TuneOptions,
    listen: &mut dyn FnMut(&TuneEvent),
) -> Result<Outcome, TuneError> {
    tuning.check()?;
    let subject = Subject::new(tuning)?;
    let name = stem(&subject.preset.name);
    let start = subject.preset.to_toml(&format!("{name}-start"), &format!("{} before tuning", tuning.agent));
    let (folder, done) = Folder::enter(folder, tuning, &start)?;
    let spsa = Spsa {
        dimensions: subject.dimensions(),
        iterations: tuning.iterations,
        step: tuning.step,
        spread: tuning.spread,
        seed: tuning.seed,
    };
    let mut run =
        Run { tuning, subject: &subject, spsa, folder, iterations: Vec::new(), warned: HashSet::new(), listen };
    run.resume(done)?;
    let started = TuneEvent::Started {
        game: tuning.game,
        agent: tuning.agent.clone(),
        parameters: run.parameters(),
        iterations: tuning.iterations,
        done: run.iterations.len() as u64,
    };
    (run.listen)(&started);
    let complete = run.iterate(&mut Games { tuning, subject: &subject, options })?;
    run.finish(complete, options)
}

/// The name of an agent without its changes.
fn stem(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

struct Run<'a> {
    tuning: &'a Tuning,
    subject: &'a Subject,
    spsa: Spsa,
    folder: Folder,
    iterations: Vec<Iteration>,
    /// Warnings of iterations so far, each of which is told once.
    warned: HashSet<String>,
    listen: &'a mut dyn FnMut(&TuneEvent),
}

impl Run<'_> {
    /// Takes over the iterations of an earlier run. Each must follow from the one before it.
    fn resume(&mut self, done: Vec<Iteration>) -> Result<(), TuneError> {
        for read in done {
            let number = self.iterations.len() + 1;
            let expected = self.iteration(&self.probe(), &read.tally());
            let is_asked_for = number as u64 <= self.tuning.iterations && read.tally().games() == 2 * self.tuning.pairs;
            if expected != read || !is_asked_for {
                return Err(self.folder.damaged(number, "the line does not follow from those before it"));
            }
            self.iterations.push(expected);
        }
        Ok(())
    }

    /// The values after the last iteration.
    fn values(&self) -> Vec<f64> {
        self.iterations.last().map_or_else(|| self.spsa.start(), |last| numbers(&last.values.0))
    }

    /// The variants of the next iteration.
    fn probe(&self) -> Probe {
        self.spsa.probe(self.iterations.len() as u64 + 1, &self.values())
    }

    /// The next iteration, whose games gave plus this.
    fn iteration(&self, probe: &Probe, tally: &Tally) -> Iteration {
        let values = self.spsa.advance(&self.values(), probe, lead(tally));
        Iteration {
            iteration: self.iterations.len() as u64 + 1,
            plus: self.subject.named(&probe.plus),
            minus: self.subject.named(&probe.minus),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            values: self.subject.named(&values),
        }
    }

    /// Plays the iterations that are left; false if it was stopped.
    fn iterate(&mut self, duel: &mut dyn Duel) -> Result<bool, TuneError> {
        while (self.iterations.len() as u64) < self.tuning.iterations {
            let number = self.iterations.len() as u64 + 1;
            let probe = self.probe();
            let (listen, warned) = (&mut *self.listen, &mut self.warned);
            let mut warn = |text: &str| {
                if warned.insert(text.to_owned()) {
                    listen(&TuneEvent::Warning { text: text.to_owned() });
                }
            };
            let Some(tally) = duel.play(number, &probe.plus, &probe.minus, &mut warn)? else { return Ok(false) };
            let iteration = self.iteration(&probe, &tally);
            self.folder.add(&iteration)?;
            (self.listen)(&TuneEvent::Iteration(iteration.clone()));
            self.iterations.push(iteration);
        }
        Ok(true)
    }

    /// The parameters with what is known of them so far.
    fn parameters(&self) -> Vec<Tuned> {
        let history: Vec<Vec<f64>> = self.iterations.iter().map(|iteration| numbers(&iteration.values.0)).collect();
        let means = self.spsa.mean(&history);
        let tuned = |((range, dimension), mean): ((&ParameterRange, &Dimension), f64)| Tuned {
            name: range.name.clone(),
            from: range.from,
            to: range.to,
            start: dimension.start,
            mean,
            value: dimension.played(mean),
        };
        self.subject.ranges.iter().zip(&self.spsa.dimensions).zip(means).map(tuned).collect()
    }

    /// Writes chart and preset, and plays the closing match if all iterations are there.
    fn finish(mut self, complete: bool, options: &TuneOptions) -> Result<Outcome, TuneError> {
        let parameters = self.parameters();
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
        let tuned = self.subject.variant(&values)?;
        let name = stem(&self.subject.preset.name);
        let about = format!(
            "{} with {} by grandline tune after {} iterations of {} games",
            self.tuning.agent,
            self.subject.named(&values),
            self.iterations.len(),
            2 * self.tuning.pairs
        );
        let preset = tuned.to_toml(&format!("{name}-tuned"), &about);
        let chart = progress_chart(&self.tracks(&parameters))?.standalone();
        self.folder.write("chart.svg", &chart)?;
        self.folder.write("preset.toml", &preset)?;
        let mut outcome = Outcome {
            tuning: self.tuning.clone(),
            complete,
            parameters,
            iterations: Vec::new(),
            agent: tuned.name,
            preset,
            chart,
            comparison: None,
            block: None,
        };
        if complete && self.tuning.games > 0 && !outcome.is_unchanged() {
            let compared = self.compare(&values, options)?;
            outcome.complete = compared.is_some();
            (outcome.comparison, outcome.block) = compared.unzip();
        }
        outcome.iterations = self.iterations;
        self.folder.write("result.json", &format!("{:#}\n", outcome.to_json()))?;
        (self.listen)(&TuneEvent::Finished { outcome: outcome.to_json() });
        Ok(outcome)
    }

    /// The closing match of the tuned values against those of the start, on openings of its own; `None` if it was stopped.
    fn compare(&mut self, values: &[f64], options: &TuneOptions) -> Result<Option<(Json, String)>, TuneError> {
        let agents = [("tuned", self.subject.agent(values)?), ("start", self.subject.agent(&self.spsa.start())?)];
        let tournament = contest(self.tuning, &agents, self.tuning.games, mix(self.tuning.seed ^ 0xc105e));
        let file = self.folder.file("comparison.db");
        let mut store = store::open(file.as_path())?;
        let (mut done, all) = (0, self.tuning.games);
        let listen = &mut self.listen;
        let entry = tournament::run(&tournament, store.as_mut(), &run_options(options, agents), &mut |event| {
            match event {
                Event::Started { done: before, .. } => done = *before,
                Event::GameFinished { .. } => done += 1,
                Event::Warning { text } => return listen(&TuneEvent::Warning { text: text.clone() }),
                _ => return,
            }
            listen(&TuneEvent::Comparison { done, games: all });
        })?;
        if entry.verdict.is_none() {
            return Ok(None);
        }
        let standings = Standings::read(&tournament, &entry, store.as_mut())?;
        let summary = MatchSummary::new(&standings, Phase::Finished);
        Ok(Some((summary.to_json(), summary.block(&tournament))))
    }

    /// The values by iteration, for the chart.
    fn tracks(&self, parameters: &[Tuned]) -> Vec<Track> {
        let track = |(index, parameter): (usize, &Tuned)| {
            let later = self.iterations.iter().map(|iteration| iteration.values.0[index].1);
            Track {
                name: parameter.name.clone(),
                range: [parameter.from, parameter.to],
                values: [parameter.start].into_iter().chain(later).collect(),
            }
        };
        parameters.iter().enumerate().map(track).collect()
    }
}

fn numbers(values: &[(String, f64)]) -> Vec<f64> {
    values.iter().map(|&(_, value)| value).collect()
}
