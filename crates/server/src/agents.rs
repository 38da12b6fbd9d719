//! Agents as visitors may name them: presets and bounded changes of them, and the names of the server's own; never files or
//! commands.

use grandline_agents::{Catalogue, Preset};
use grandline_arena::Contender;
use grandline_games::GameId;

use crate::error::ApiError;
use crate::own_agents::OwnAgents;
use crate::text::AgentText;

/// The most megabytes of a table or tree: as much as the presets take, and no more.
pub(crate) const MOST_MEGABYTES: usize = 256;

/// Whoever plays against a person.
#[derive(Clone)]
pub(crate) struct Opponent {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) mind: Mind,
}

/// What an opponent thinks with.
#[derive(Clone)]
pub(crate) enum Mind {
    /// An engine of ours.
    Preset(Box<Preset>),
    /// A program of the machine.
    Program(Contender),
    /// The server has no agent of that name any more, so that its games can only be looked at.
    Gone,
}

impl Opponent {
    /// The opponent a visitor names, or the champion of the game.
    pub(crate) fn resolve(own: &OwnAgents, game: GameId, text: Option<&AgentText>) -> Result<Self, ApiError> {
        let Some(agent) = text.and_then(|text| own.get(game, text.as_str())) else {
            let preset = resolve(game, text)?;
            let (name, description) = (preset.name.clone(), preset.description.clone());
            return Ok(Opponent { name, description, mind: Mind::Preset(Box::new(preset)) });
        };
        let mind = match &agent.contender {
            Contender::Preset(preset) => Mind::Preset(preset.clone()),
            program => Mind::Program(program.clone()),
        };
        Ok(Opponent { name: agent.name.clone(), description: agent.description.clone(), mind })
    }

    /// The opponent of a game that was begun when the server had it.
    pub(crate) fn of_old(own: &OwnAgents, game: GameId, name: &str) -> Self {
        Self::resolve(own, game, Some(&AgentText::from(name))).unwrap_or_else(|_| Opponent {
            name: name.to_owned(),
            description: "This server does not offer this agent now".to_owned(),
            mind: Mind::Gone,
        })
    }

    /// Whether it answers with what it has when it is told to: other programs know only one question.
    pub(crate) fn can_hurry(&self) -> bool {
        matches!(self.mind, Mind::Preset(_) | Mind::Program(Contender::Ugi(_)))
    }
}

/// The agent of a visitor's name that thinks aloud about positions, or the champion of the game.
pub(crate) fn analyst(own: &OwnAgents, game: GameId, text: Option<&AgentText>) -> Result<Preset, ApiError> {
    match text.and_then(|text| own.get(game, text.as_str())).map(|agent| (&agent.name, &agent.contender)) {
        None => resolve(game, text),
        Some((_, Contender::Preset(preset))) => Ok(Preset::clone(preset)),
        Some((name, _)) => {
            let words =
                format!("{name} is a program of this machine: it plays, but only agents of the catalogue analyse");
            Err(ApiError::wrong(words).with("field", "agent"))
        }
    }
}

/// The agent of the catalogue a visitor names, or the champion of the game.
pub(crate) fn resolve(game: GameId, text: Option<&AgentText>) -> Result<Preset, ApiError> {
    let Some(text) = text else { return champion(game) };
    let catalogue = Catalogue::of(game);
    let wrong = |words: String| ApiError::wrong(words).with("field", "agent");
    // The name first: what follows a colon says nothing if the name is not a preset's, such as `ugi`.
    let name = text.as_str().split(':').next().unwrap_or_default();
    catalogue.agent(name).map_err(|error| wrong(error.to_string()))?;
    let preset = catalogue.agent(text.as_str()).map_err(|error| wrong(error.to_string()))?;
    affordable(&preset)?;
    Ok(preset)
}

/// Whether an agent takes no more of the machine than visitors may ask for.
pub(crate) fn affordable(preset: &Preset) -> Result<(), ApiError> {
    let wrong = |words: String| ApiError::wrong(words).with("field", "agent");
    let cost = preset.cost();
    if cost.megabytes > MOST_MEGABYTES {
        let (name, megabytes) = (&preset.name, cost.megabytes);
        return Err(wrong(format!(
            "{name} asks for {megabytes} megabytes; over HTTP at most {MOST_MEGABYTES} are given"
        )));
    }
    if cost.threads > 1 {
        return Err(wrong(format!("{} asks for {} threads; over HTTP a search has one", preset.name, cost.threads)));
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
