//! An agent as a text names it, ready to be seated.

use grandline_agents::{Family, Preset, agent};
use grandline_games::GameId;

use crate::contestant::{Contestant, InProcess};

/// An agent that was found.
#[derive(Clone, Debug)]
pub enum Contender {
    /// One of ours.
    Preset(Box<Preset>),
}

impl Contender {
    /// The agent of a text.
    pub fn resolve(game: GameId, text: &str) -> Result<Self, String> {
        Ok(Contender::Preset(Box::new(agent(game, text).map_err(|error| error.to_string())?)))
    }

    /// Somebody who plays as this agent.
    pub fn contestant<G: Family>(&self) -> Result<Box<dyn Contestant<G>>, String> {
        match self {
            Contender::Preset(preset) => Ok(Box::new(InProcess::new((**preset).clone()))),
        }
    }
}
