//! Whether a tournament can be played where strangers write it, found out before anything is entered or played.

use grandline_agents::Family;
use grandline_games::with_game;

use super::definition::{Entrant, Format, Tournament};
use super::runner::RunError;
use super::schedule;
use crate::contender::Contender;
use crate::external::ExternalOptions;
use crate::openings::{OpeningSource, Openings, OpeningsError, customary};

/// An agent under a name of the host's own: an entrant whose agent is that name, and nothing else, is the one that is meant.
#[derive(Clone, Debug)]
pub struct Registered {
    /// The name.
    pub name: String,
    /// Who it is.
    pub contender: Contender,
}

impl Registered {
    /// Who goes by a name.
    pub(super) fn find<'a>(registered: &'a [Registered], agent: &str) -> Option<&'a Contender> {
        registered.iter().find(|known| known.name == agent.trim()).map(|known| &known.contender)
    }
}

impl Tournament {
    /// The agents of a tournament that needs nothing but the catalogue and who is registered, in their order; otherwise what
    /// is wrong with it. No file is read and no program started to find out.
    pub fn admit(&self, registered: &[Registered]) -> Result<Vec<Contender>, RunError> {
        self.check()?;
        let mut contenders = Vec::new();
        for Entrant { name, agent, .. } in &self.agents {
            let wrong = |reason| RunError::Agent { agent: name.clone(), reason: Box::new(reason) };
            let contender = match Registered::find(registered, agent) {
                Some(contender) => contender.clone(),
                None => Contender::preset(self.game, agent).map_err(wrong)?,
            };
            if !contender.is_external() {
                contender.check(&self.limits, &ExternalOptions::default()).map_err(wrong)?;
            }
            contenders.push(contender);
        }
        with_game!(self.game, G => self.open::<G>())?;
        Ok(contenders)
    }

    /// Whether its openings can be made, which the first one shows.
    fn open<G: Family>(&self) -> Result<(), OpeningsError> {
        let source = self.openings.clone().unwrap_or_else(customary::<G>);
        if let OpeningSource::File(file) = source {
            return Err(OpeningsError::NoFiles { file, known: G::OPENINGS });
        }
        Openings::<G>::new(&source, self.seed)?.get(0).map(drop)
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
