//! Agents as visitors may name them: presets and bounded changes of them, and the names of the server's own; never files or
//! commands.

use grandline_agents::{Catalogue, Preset};
use grandline_arena::{Agent, AgentError};
use grandline_games::GameId;

use crate::error::ApiError;
use crate::own_agents::OwnAgents;

/// The most megabytes of a table or tree: as much as the presets take, and no more.
pub(crate) const MOST_MEGABYTES: usize = 256;

/// An agent that a visitor named.
#[derive(Clone)]
pub(crate) struct OfferedAgent {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Whether it is the highest level of the game.
    pub(crate) is_champion: bool,
    /// `None` if the server no longer offers an agent of that name: its games can only be looked at.
    pub(crate) agent: Option<Agent>,
}

impl OfferedAgent {
    /// The agent a visitor names, or the champion of the game.
    pub(crate) fn resolve(own: &OwnAgents, game: GameId, text: Option<&str>) -> Result<Self, ApiError> {
        let Some(text) = text else { return champion(game).map(OfferedAgent::champion) };
        if let Some(own) = own.get(game, text) {
            let (name, description) = (own.name.clone(), own.description.clone());
            return Ok(OfferedAgent { name, description, is_champion: false, agent: Some(own.agent.clone()) });
        }
        let wrong = |error: AgentError| ApiError::wrong(error.to_string()).with("field", "agent");
        let agent = Agent::preset(game, text).map_err(wrong)?;
        affordable(&agent)?;
        let description = if let Agent::Preset(preset) = &agent { preset.description.clone() } else { String::new() };
        let name = agent.name();
        let is_champion = champion(game).is_ok_and(|champion| champion.name == name);
        Ok(OfferedAgent { name, description, is_champion, agent: Some(agent) })
    }

    fn champion(preset: Preset) -> Self {
        let (name, description) = (preset.name.clone(), preset.description.clone());
        OfferedAgent { name, description, is_champion: true, agent: Some(Agent::Preset(Box::new(preset))) }
    }

    /// No agent, in a game between two people.
    pub(crate) fn nobody() -> Self {
        OfferedAgent { name: String::new(), description: String::new(), is_champion: false, agent: None }
    }

    /// The agent of a game that was begun when the server had it.
    pub(crate) fn of_old(own: &OwnAgents, game: GameId, name: &str) -> Self {
        Self::resolve(own, game, Some(name)).unwrap_or_else(|_| OfferedAgent {
            name: name.to_owned(),
            description: "This server does not offer this agent now".to_owned(),
            is_champion: false,
            agent: None,
        })
    }

    /// Whether it answers with what it has when it is told to; other programs know only one question.
    pub(crate) fn can_hurry(&self) -> bool {
        matches!(self.agent, Some(Agent::Preset(_) | Agent::Ugi(_)))
    }
}

/// The preset that analyses for a visitor: the one of a name, or the champion of the game.
pub(crate) fn analyst(own: &OwnAgents, game: GameId, text: Option<&str>) -> Result<Preset, ApiError> {
    let OfferedAgent { name, agent, .. } = OfferedAgent::resolve(own, game, text)?;
    match agent {
        Some(Agent::Preset(preset)) => Ok(*preset),
        _ => {
            let words = format!("{name} is an external engine: it plays, but only presets analyse");
            Err(ApiError::wrong(words).with("field", "agent"))
        }
    }
}

/// Whether an agent takes no more of the machine than visitors may ask for. External engines have limits of their own.
pub(crate) fn affordable(agent: &Agent) -> Result<(), ApiError> {
    let Agent::Preset(preset) = agent else { return Ok(()) };
    let wrong = |words: String| ApiError::wrong(words).with("field", "agent");
    let (name, cost) = (&preset.name, preset.cost());
    if cost.megabytes > MOST_MEGABYTES {
        let megabytes = cost.megabytes;
        return Err(wrong(format!("{name} needs {megabytes} megabytes; this server allows {MOST_MEGABYTES}")));
    }
    if cost.threads > 1 {
        return Err(wrong(format!("{name} needs {} threads; this server allows 1 per search", cost.threads)));
    }
    Ok(())
}

/// Whether the catalogue has an agent of a name for a game.
pub(crate) fn in_catalogue(game: GameId, name: &str) -> bool {
    Catalogue::of(game).names().iter().any(|known| known == name)
}

/// The first champion of a game.
pub(crate) fn champion(game: GameId) -> Result<Preset, ApiError> {
    let first = Catalogue::of(game).list().into_iter().next();
    first.ok_or_else(|| ApiError::wrong(format!("{game} has no agents")))
}
