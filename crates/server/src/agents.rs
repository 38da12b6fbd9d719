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
    let preset = Catalogue::of(game).agent(text.as_str());
    let preset = preset.map_err(|error| ApiError::wrong(error.to_string()).with("field", "agent"))?;
    let cost = preset.cost();
    if cost.megabytes > MOST_MEGABYTES || cost.threads > 1 {
        let words = format!(
            "{} takes {} megabytes and {} threads; over HTTP an agent has at most {MOST_MEGABYTES} megabytes and 1 thread",
            preset.name, cost.megabytes, cost.threads
        );
        return Err(ApiError::wrong(words).with("field", "agent"));
    }
    Ok(preset)
}

/// The first champion of a game.
pub(crate) fn champion(game: GameId) -> Result<Preset, ApiError> {
    let first = Catalogue::of(game).list().into_iter().next();
    first.ok_or_else(|| ApiError::wrong(format!("{game} has no agents")))
}
