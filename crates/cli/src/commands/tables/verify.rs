//! `grandline tables verify`

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::tables::{self, Verified};
use serde_json::json;

use super::{Threads, Which, bar};
use crate::{agent, output};

/// Check every value of the tables against the rules
///
/// Reads every file, checks it against its checksums, and checks that every value follows from those
/// of the positions after its moves: a table that passes is right.
///
/// Example:
///   grandline tables verify checkers --pieces 5
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Verify {
    #[command(flatten)]
    which: Which,
    /// The most pieces [default: as many as are complete]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: Option<u8>,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(&self) -> Result<()> {
        let folder = self.which.folder()?;
        let there = tables::find(self.which.game, &folder)?;
        if let Some(problem) = there.problems.first() {
            bail!("{problem}");
        }
        let pieces = self.pieces.unwrap_or(there.pieces);
        if pieces < 2 {
            bail!("there are no tables in {}: run 'grandline tables build {}'", folder.display(), self.which.game);
        }
        let stop = agent::stop_on_interrupt();
        let progress = bar(tables::positions(pieces));
        let (mut slices, mut positions) = (0, 0);
        let mut hear = |now: &Verified| {
            slices += 1;
            positions += now.positions;
            progress.set_position(positions);
            progress.set_message(now.material.to_string());
        };
        tables::verify(self.which.game, &folder, pieces, self.threads.count(), &stop, &mut hear)?;
        progress.finish_and_clear();
        if self.json {
            return output::json(&json!({ "pieces": pieces, "slices": slices, "positions": positions, "wrong": 0 }));
        }
        output::line(&format!("{slices} tables of up to {pieces} pieces: all {positions} values follow from the rules"))
    }
}
