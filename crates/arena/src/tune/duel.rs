//! How two variants are compared.

use grandline_games::random::mix;

use super::definition::Tuning;
use super::error::TuneError;
use super::runner::TuneOptions;
use super::subject::Subject;
use crate::agent::{Agent, AgentSpec};
use crate::event::Event;
use crate::report::Standings;
use crate::statistics::Tally;
use crate::store::Sqlite;
use crate::tournament::{self, RunOptions, Tournament};

/// Compares two variants of an agent.
pub trait Duel {
    /// The games of plus in an iteration; `None` if it was stopped. The result must depend on the numbers given alone; what
    /// the user should know is told to `warn`.
    fn play(
        &mut self,
        iteration: u64,
        plus: &[f64],
        minus: &[f64],
        warn: &mut dyn FnMut(&str),
    ) -> Result<Option<Tally>, TuneError>;
}

/// Pairs of games, each on an opening of its own with sides swapped.
pub(super) struct Games<'a> {
    pub(super) tuning: &'a Tuning,
    pub(super) subject: &'a Subject,
    pub(super) options: &'a TuneOptions,
}

impl Duel for Games<'_> {
    fn play(
        &mut self,
        iteration: u64,
        plus: &[f64],
        minus: &[f64],
        warn: &mut dyn FnMut(&str),
    ) -> Result<Option<Tally>, TuneError> {
        let agents = [("plus", self.subject.agent(plus)?), ("minus", self.subject.agent(minus)?)];
        let seed = mix(mix(self.tuning.seed).wrapping_add(iteration));
        let tournament = contest(self.tuning, &agents, 2 * self.tuning.pairs, seed);
        let mut store = Sqlite::in_memory()?;
        let options = run_options(self.options, agents);
        let mut left = 2 * self.tuning.pairs;
        let entry = tournament::run(&tournament, &mut store, &options, &mut |event| match event {
            Event::GameFinished { .. } => left = left.saturating_sub(1),
            // After the last game comes that some are copies of others. It is said of the closing match, where it matters.
            Event::Warning { text } if left > 0 => warn(text),
            _ => {}
        })?;
        let standings = Standings::read(&tournament, &entry, &mut store)?;
        Ok(entry.verdict.is_some().then(|| standings.between(0, 1).tally()))
    }
}

/// A match between two variants under the conditions of a tuning.
pub(super) fn contest(tuning: &Tuning, agents: &[(&str, Agent); 2], games: u64, seed: u64) -> Tournament {
    let [a, b] =
        agents.each_ref().map(|(name, agent)| AgentSpec { name: (*name).to_owned(), ..AgentSpec::new(agent.name()) });
    Tournament {
        games,
        seed,
        openings: tuning.openings.clone(),
        limits: tuning.limits.clone(),
        adjudicate: tuning.adjudicate.clone(),
        ..Tournament::between(tuning.game, a, b)
    }
}

/// How the arena runs the games of two variants, which it need not look up.
pub(super) fn run_options(options: &TuneOptions, agents: [(&str, Agent); 2]) -> RunOptions {
    RunOptions {
        concurrency: options.concurrency,
        stop: options.stop.clone(),
        created: options.created,
        dispatch: options.dispatch.clone(),
        agents: agents.into_iter().map(|(_, agent)| (agent.name(), agent)).collect(),
        ..RunOptions::default()
    }
}
