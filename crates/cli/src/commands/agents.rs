//! `grandline agents`

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::{Catalogue, Family, KEYS, Preset};
use grandline_arena::Contender;
use grandline_games::{GameId, with_game};
use serde_json::{Map, Value, json};

use crate::{output, thinking};

/// List the agents of every game, with one line on each
///
/// Examples:
///   grandline agents --game divercite
///   grandline agents --game divercite skypiea-v5        (with all its parameters)
///   grandline agents --game connect4 --keys              (what a preset can say)
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Agents {
    /// Only this one, with all its parameters; changes may follow, as in skypiea-v5:depth=3
    #[arg(requires = "game")]
    agent: Option<String>,
    /// Only the agents of this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// What a preset can say: every key, and the evaluations of the game
    #[arg(long, requires = "game", conflicts_with_all = ["agent", "json"])]
    keys: bool,
    /// One JSON object a line: game, name, group, description, settings
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub(crate) fn run(&self) -> Result<()> {
        if let (Some(game), Some(name)) = (self.game, &self.agent) {
            return match thinking::contender(game, Some(name))? {
                Contender::Preset(preset) => self.show(&preset),
                program => bail!("{} is a program of its own, whose parameters are not known here", program.name()),
            };
        }
        if let Some(game) = self.game.filter(|_| self.keys) {
            return with_game!(game, G => explain::<G>());
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
fn explain<G: Family>() -> Result<()> {
    let width = KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0);
    output::line("Keys of a preset and what they take:")?;
    for key in KEYS {
        output::line(&format!("  {:width$}  {}", key.name, key.takes))?;
    }
    output::line(&format!("\nEvaluations of {} and their parameters with what they are if left out:", G::NAME))?;
    for evaluation in G::EVALUATIONS {
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
