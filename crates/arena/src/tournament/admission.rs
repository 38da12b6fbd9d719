//! Checks a definition from an untrusted author before anything is stored or played.

use grandline_games::GameId;

use super::definition::{Format, Tournament};
use super::error::RunError;
use super::schedule;
use crate::agent::{Agent, AgentError, AgentSpec};
use crate::external::ExternalOptions;
use crate::openings::{OpeningSource, Openings, OpeningsError, customary};

impl Tournament {
    /// The agents of a tournament that needs nothing but presets and the host's own agents, in their order; otherwise what
    /// is wrong with it. No file is read and no program started to find out.
    pub fn admit(&self, host_agents: &[(String, Agent)]) -> Result<Vec<Agent>, RunError> {
        self.check()?;
        let mut agents = Vec::new();
        for spec in &self.agents {
            let agent = self.agent(spec, host_agents, Agent::preset)?;
            if !agent.is_external() {
                let checked = agent.check(&self.limits, &ExternalOptions::default());
                checked.map_err(|reason| RunError::agent(spec, reason))?;
            }
            agents.push(agent);
        }
        if let Some(OpeningSource::File(file)) = &self.openings {
            return Err(OpeningsError::NoFiles(file.clone(), self.game.openings()).into());
        }
        // The first opening shows whether they can be made.
        self.openings()?.get(0)?;
        Ok(agents)
    }

    /// The agent of a spec: the host's own agent of that name, or what `find` makes of the text.
    pub(super) fn agent(
        &self,
        spec: &AgentSpec,
        host_agents: &[(String, Agent)],
        find: fn(GameId, &str) -> Result<Agent, AgentError>,
    ) -> Result<Agent, RunError> {
        match host_agents.iter().find(|(name, _)| name == spec.agent.trim()) {
            Some((_, agent)) => Ok(agent.clone()),
            None => find(self.game, &spec.agent).map_err(|reason| RunError::agent(spec, reason)),
        }
    }

    /// The openings of its games.
    pub(super) fn openings(&self) -> Result<Openings, OpeningsError> {
        let source = self.openings.clone().unwrap_or_else(|| customary(self.game));
        Openings::new(self.game, &source, self.seed)
    }

    /// How many games it has if no match of a knockout is prolonged and no test ends it early.
    pub fn expected_games(&self) -> u64 {
        let agents = self.agents.len() as u64;
        match self.format {
            Format::RoundRobin | Format::Gauntlet => schedule::next(self, &[]).map_or(0, |round| round.total()),
            Format::Swiss => u64::from(self.rounds.unwrap_or(0)).saturating_mul(agents / 2).saturating_mul(self.games),
            Format::Knockout => agents.saturating_sub(1).saturating_mul(self.games),
        }
    }
}
