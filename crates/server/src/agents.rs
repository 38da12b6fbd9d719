//! Agents as visitors may name them: presets and bounded changes of them, never files or commands.

use grandline_agents::{Catalogue, Preset};
use grandline_games::GameId;

use crate::error::ApiError;
use crate::text::AgentText;

/// The most megabytes of a table or tree: as much as the presets take, and no more.
pub(crate) const MOST_MEGABYTES: usize = 256;

/// The agent a visitor names, or the champion of the game.
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

/// The first champion of a game.
pub(crate) fn champion(game: GameId) -> Result<Preset, ApiError> {
    let first = Catalogue::of(game).list().into_iter().next();
    first.ok_or_else(|| ApiError::wrong(format!("{game} has no agents")))
}
