//! Whether a tournament can be played where strangers write it, found out before anything is entered or played.

use super::definition::{Format, Tournament};
use super::runner::RunError;
use super::schedule;
use crate::agent::{Agent, AgentSpec};
use crate::external::ExternalOptions;
use crate::openings::{OpeningSource, Openings, OpeningsError, customary};

/// The agent of the host that a spec means: one whose name is the spec's text, and nothing else.
pub(super) fn host_agent<'a>(agents: &'a [(String, Agent)], spec: &AgentSpec) -> Option<&'a Agent> {
    agents.iter().find(|(name, _)| name == spec.agent.trim()).map(|(_, agent)| agent)
}

impl Tournament {
    /// The agents of a tournament that needs nothing but presets and the host's own agents, in their order; otherwise what
    /// is wrong with it. No file is read and no program started to find out.
    pub fn admit(&self, host_agents: &[(String, Agent)]) -> Result<Vec<Agent>, RunError> {
        self.check()?;
        let mut agents = Vec::new();
        for spec in &self.agents {
            let wrong = |reason| RunError::Agent { agent: spec.name.clone(), reason: Box::new(reason) };
            let agent = match host_agent(host_agents, spec) {
                Some(agent) => agent.clone(),
                None => Agent::preset(self.game, &spec.agent).map_err(wrong)?,
            };
            if !agent.is_external() {
                agent.check(&self.limits, &ExternalOptions::default()).map_err(wrong)?;
            }
            agents.push(agent);
        }
        self.open()?;
        Ok(agents)
    }

    /// Whether its openings can be made, which the first one shows.
    fn open(&self) -> Result<(), OpeningsError> {
        let source = self.openings.clone().unwrap_or_else(|| customary(self.game));
        if let OpeningSource::File(file) = source {
            return Err(OpeningsError::NoFiles { file, known: self.game.openings() });
        }
        Openings::new(self.game, &source, self.seed)?.get(0).map(drop)
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
