//! `grandline tables show`

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::tables::{self, Material, Summary};
use serde_json::json;

use super::{Threads, Which};
use crate::{agent, output};

/// Show what the tables say: results by material, and the longest wins
///
/// One row for each slice: the pieces of the side to move and of its opponent (k a king, m a man), its
/// positions, how many the side to move wins, draws and loses, the plies of the longest win, a position
/// that takes so long, with Black to move, and the size of the file.
///
/// Example:
///   grandline tables show checkers --pieces 4
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    #[command(flatten)]
    which: Which,
    /// Only slices of this many pieces [default: all that are complete]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: Option<u8>,
    /// Also compute the most plies in a row without a capture or a man's move with which a win begins, which takes minutes
    /// for slices of 5 pieces; only for checkers
    #[arg(long)]
    stretch: bool,
    #[command(flatten)]
    threads: Threads,
    /// Print one JSON object per slice
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<()> {
        let folder = self.which.folder()?;
        let game = self.which.game;
        let there = tables::find(game, &folder)?;
        if there.pieces < 2 && there.problems.is_empty() {
            bail!("there are no tables in {}: run 'grandline tables build {game}'", folder.display());
        }
        let counts = self.pieces.map_or(2..=there.pieces, |pieces| pieces..=pieces);
        let heads = ["material", "positions", "wins", "draws", "losses", "longest", "stretch", "position", "bytes"];
        let stop = agent::stop_on_interrupt();
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        let mut total = [0; 5];
        for material in counts.flat_map(Material::all) {
            let found = tables::summary(game, &folder, material)?;
            let threads = self.threads.count();
            let stretch =
                if self.stretch { tables::longest_stretch(game, &folder, material, threads, &stop)? } else { None };
            let numbers = [found.positions, found.wins, found.draws, found.losses, found.bytes];
            total.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            if self.json {
                output::json(&facts(&found, stretch))?;
            }
            rows.push(row(&found, stretch));
        }
        if self.json {
            return Ok(());
        }
        let [positions, wins, draws, losses, bytes] = total.map(|number| number.to_string());
        rows.push(vec![
            "all".to_owned(),
            positions,
            wins,
            draws,
            losses,
            String::new(),
            String::new(),
            String::new(),
            bytes,
        ]);
        output::table(&rows)
    }
}

fn row(found: &Summary, stretch: Option<u8>) -> Vec<String> {
    let longest = found.longest.as_ref();
    vec![
        found.material.to_string(),
        found.positions.to_string(),
        found.wins.to_string(),
        found.draws.to_string(),
        found.losses.to_string(),
        longest.map(|longest| longest.plies.to_string()).unwrap_or_default(),
        stretch.map(|plies| plies.to_string()).unwrap_or_default(),
        longest.map(|longest| longest.position.clone()).unwrap_or_default(),
        found.bytes.to_string(),
    ]
}

fn facts(found: &Summary, stretch: Option<u8>) -> serde_json::Value {
    let longest = found.longest.as_ref();
    json!({
        "material": found.material.to_string(),
        "positions": found.positions,
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "longest": longest.map(|longest| json!({ "plies": longest.plies, "position": longest.position })),
        "stretch": stretch,
        "bytes": found.bytes,
    })
}
