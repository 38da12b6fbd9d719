//! `grandline show`

use anyhow::Result;
use clap::Args;
use grandline_games::{AnyPosition, Margin};
use serde_json::json;

use crate::input::PositionArguments;
use crate::output;

/// Draw a position in the terminal, or as SVG
///
/// Examples:
///   grandline show connect4 --moves "4 4 3"
///   grandline show hand-of-the-king --position seed:7 --svg board.svg
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArguments,
    /// Write the board as SVG to this file (- for standard output) instead of drawing it
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Rotate the board by 180 degrees (SVG only)
    #[arg(long, requires = "svg")]
    turned: bool,
    /// Print one JSON object: position, player to move, legal moves, detail and outcome
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(crate) fn run(&self) -> Result<()> {
        let position = self.position.resolve()?;
        if let Some(path) = &self.svg {
            let scene = position.scene(true);
            let scene = if self.turned { scene.turned() } else { scene };
            output::file(path, &scene.to_svg())?;
        }
        if self.json {
            return output::json(&json!({
                "game": position.game(),
                "position": position.text(),
                "player": position.to_move().name(),
                "legal": position.legal_count(),
                "moves": position.legal_moves(),
                "detail": position.detail(),
                "outcome": super::replay::outcome(&position),
            }));
        }
        if self.svg.is_none() {
            output::text(&position.scene(true).canvas.coloured())?;
            output::line(&format!("\n{}", standing(&position)))?;
            output::line(&position.text())?;
        }
        Ok(())
    }
}

/// Whose turn it is, or how the game ended.
pub(crate) fn standing(position: &AnyPosition) -> String {
    match position.outcome().map(Margin::winner) {
        None => {
            let count = position.legal_count();
            let moves = if count == 1 { "move" } else { "moves" };
            format!("{} to move, {count} legal {moves}", position.side_name(position.to_move()))
        }
        Some(None) => format!("Draw: {}", position.reason()),
        Some(Some(winner)) => format!("{} wins: {}", position.side_name(winner), position.reason()),
    }
}
