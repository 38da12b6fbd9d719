//! `grandline tables probe`

use std::io::BufRead;

use anyhow::{Context, Result};
use clap::Args;
use grandline_agents::tables;
use serde_json::{Map, Value as Json, json};

use super::Which;
use crate::{AlreadyReported, input, output};

/// Ask the tables about positions
///
/// Reads one position text per line and writes one JSON object for each: the result for the side to
/// move ("win", "loss" or "draw"), and the plies to the end of the game with best play of both, in
/// checkers/aiarena to the next capture or the end. The counter of the draw rule is ignored. A wrong
/// line gets an "error" and the next line is read; the exit code is then 1.
///
/// Example:
///   echo "W:WK1,K2:BK32" | grandline tables probe checkers
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Probe {
    #[command(flatten)]
    which: Which,
    /// The positions, one per line; - is standard input
    #[arg(default_value = "-")]
    file: String,
    /// Accepted for uniformity: the output is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

impl Probe {
    pub(super) fn run(&self) -> Result<()> {
        let folder = self.which.folder()?;
        let mut lines = input::open(&self.file)?.split(b'\n');
        tables::set_folder(folder);
        let mut failed = false;
        while let Some(line) = lines.next().transpose().with_context(|| format!("cannot read {}", self.file))? {
            let answer = self.answer(String::from_utf8_lossy(&line).trim());
            failed |= answer.contains_key("error");
            output::json(&answer)?;
        }
        if failed { Err(AlreadyReported.into()) } else { Ok(()) }
    }

    /// The answer to one line.
    fn answer(&self, line: &str) -> Map<String, Json> {
        let mut answer = Map::from_iter([("position".to_owned(), Json::from(line))]);
        let probed = if line.is_empty() {
            Err("an empty line is not a position: write a text such as W:WK1,K2:BK32".to_owned())
        } else {
            let position = self.which.game.set_up(line).map_err(|error| error.to_string());
            position.and_then(|position| tables::lookup(&position).map_err(|error| error.to_string()))
        };
        match probed {
            Ok(found) => {
                answer.insert("result".into(), found.result.into());
                answer.insert("distance".into(), json!(found.distance));
            }
            Err(reason) => drop(answer.insert("error".into(), reason.into())),
        }
        answer
    }
}
