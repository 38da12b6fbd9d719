//! `grandline tables build`

use anyhow::Result;
use clap::Args;
use grandline_agents::tables::{self, Progress};
use serde_json::json;

use super::{Threads, Which, bar};
use crate::{agent, output};

/// Build the tables of up to N pieces
///
/// Each slice of material is a file that is written when it is complete: a build that was stopped or
/// killed resumes with the same command, and files that are damaged are built again.
///
/// Examples:
///   grandline tables build checkers --pieces 5
///   grandline tables build checkers --pieces 6 --tables /data/tables
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Build {
    #[command(flatten)]
    which: Which,
    /// The most pieces, both sides together
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    #[command(flatten)]
    threads: Threads,
    /// Print each finished slice as JSON, one per line
    #[arg(long)]
    json: bool,
}

impl Build {
    pub(super) fn run(&self) -> Result<()> {
        let folder = self.which.folder()?;
        let stop = agent::stop_on_interrupt();
        let progress = bar(0);
        let mut written = Ok(());
        let mut hear = |now: &Progress| {
            let Progress { material, kept, done, positions } = *now;
            progress.set_length(positions);
            if kept {
                // What was there already says nothing about the pace of this run.
                progress.set_position(done);
                progress.reset_eta();
            } else {
                progress.set_position(done);
            }
            progress.set_message(material.to_string());
            if self.json && written.is_ok() {
                let facts =
                    json!({ "material": material.to_string(), "kept": kept, "done": done, "positions": positions });
                written = progress.suspend(|| output::json(&facts));
            }
        };
        tables::build(self.which.game, &folder, self.pieces, self.threads.count(), &stop, &mut hear)?;
        progress.finish_and_clear();
        written?;
        if self.json {
            return Ok(());
        }
        output::line(&format!(
            "{}: tables of up to {} pieces are in {}",
            self.which.game,
            self.pieces,
            folder.display()
        ))
    }
}
