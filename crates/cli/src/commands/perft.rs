//! `grandline perft`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use grandline_arena::report::words::scaled;
use serde_json::json;

use crate::input::PositionArguments;
use crate::output;

/// Count the leaves of the game tree, depth by depth
///
/// Example: grandline perft checkers 8 --position "B:W21-32:B1-12"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArguments,
    /// The maximum depth, in plies
    #[arg(value_parser = depth)]
    depth: u32,
    /// Print one JSON object with all counts and the speed of the last
    #[arg(long)]
    json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=64).contains(depth));
    depth.ok_or_else(|| "a depth is a whole number from 1 to 64".to_owned())
}

impl Perft {
    pub(crate) fn run(&self) -> Result<()> {
        let position = self.position.resolve()?;
        let mut counts = Vec::new();
        let mut speed = 0.0;
        for depth in 1..=self.depth {
            let start = Instant::now();
            let leaves = position.perft(depth);
            let elapsed = start.elapsed();
            speed = leaves as f64 / elapsed.as_secs_f64().max(1e-9);
            counts.push(leaves);
            if !self.json {
                output::line(&format!(
                    "{depth:>3} {leaves:>16} {:>9.3} s {:>9}/s",
                    elapsed.as_secs_f64(),
                    scaled(speed)
                ))?;
            }
        }
        if self.json {
            output::json(&json!({
                "game": position.game(),
                "position": position.text(),
                "counts": counts,
                "leaves_per_s": speed.round(),
            }))?;
        }
        Ok(())
    }
}
