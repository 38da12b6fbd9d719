//! `grandline agents`

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::{Catalogue, KEYS, Preset, evaluations};
use grandline_arena::Agent;
use grandline_games::GameId;
use serde_json::{Map, Value, json};

use crate::{agent, output};

/// List the agents of every game, with one line on each
///
/// Examples:
///   grandline agents --game divercite
///   grandline agents --game divercite skypiea-v5        (with all its parameters)
///   grandline agents --game connect4 --keys              (the keys of a preset)
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Agents {
    /// Only this one, with all its parameters; changes may follow, as in skypiea-v5:depth=3
    #[arg(requires = "game")]
    agent: Option<String>,
    /// Only the agents of this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// List the keys of a preset and the evaluations of the game
    #[arg(long, requires = "game", conflicts_with_all = ["agent", "json"])]
    keys: bool,
    /// Print one JSON object per line: game, name, group, description, settings
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub(crate) fn run(&self) -> Result<()> {
        if let (Some(game), Some(name)) = (self.game, &self.agent) {
            return match agent::resolve(game, Some(name))? {
                Agent::Preset(preset) => self.show(&preset),
                other => bail!("{} is not a preset: its parameters are not known here", other.name()),
            };
        }
        if let Some(game) = self.game.filter(|_| self.keys) {
            return explain(game);
        }
        let games: Vec<GameId> = self.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
        for (index, &game) in games.iter().enumerate() {
            let presets = Catalogue::of(game).list();
            if !self.json {
                output::line(&format!("{}{}", if index == 0 { "" } else { "\n" }, game.name()))?;
            }
            let width = presets.iter().map(|preset| preset.name.len()).max().unwrap_or(0);
            for preset in &presets {
                if self.json {
                    output::json(&json_of(preset))?;
                } else {
                    output::line(&format!("  {:width$}  {}", preset.name, preset.description))?;
                }
            }
        }
        Ok(())
    }

    fn show(&self, preset: &Preset) -> Result<()> {
        if self.json {
            return output::json(&json_of(preset));
        }
        output::line(&format!("{}: {}", preset.name, preset.description))?;
        for (key, value) in preset.settings() {
            output::line(&format!("  {key} = {value}"))?;
        }
        Ok(())
    }
}

/// The keys of presets and the evaluations of a game.
fn explain(game: GameId) -> Result<()> {
    let width = KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0);
    output::line("Keys of a preset and what they take:")?;
    for key in KEYS {
        output::line(&format!("  {:width$}  {}", key.name, key.takes))?;
    }
    output::line(&format!("\nEvaluations of {game} and the defaults of their parameters:"))?;
    for evaluation in evaluations(game) {
        output::line(&format!("  {}\n      {}", evaluation.signature(), evaluation.description))?;
    }
    Ok(())
}

fn json_of(preset: &Preset) -> Value {
    let settings: Map<String, Value> =
        preset.settings().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
    json!({
        "game": preset.game,
        "name": preset.name,
        "group": preset.group.name(),
        "description": preset.description,
        "settings": settings,
    })
}
