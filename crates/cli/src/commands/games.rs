//! `grandline games`

use anyhow::Result;
use clap::Args;
use grandline_games::GameId;
use serde_json::json;

use crate::output;

/// List the games and variants, with one line on each
///
/// Example: grandline games --json
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Games {
    /// Print one JSON object per line: name, title, summary
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(&self) -> Result<()> {
        let width = GameId::ALL.iter().map(|id| id.name().len()).max().unwrap_or(0);
        for id in GameId::ALL {
            if self.json {
                output::json(&json!({ "name": id.name(), "title": id.title(), "summary": id.summary() }))?;
            } else {
                output::line(&format!("{:width$}  {}", id.name(), id.summary()))?;
            }
        }
        Ok(())
    }
}
