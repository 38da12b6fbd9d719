//! `grandline experience build`

use anyhow::Result;
use clap::Args;
use grandline_arena::experience::{Gathering, gather};
use grandline_arena::store::{self, Location};
use grandline_games::GameId;
use serde_json::json;

use super::counted;
use crate::database::location;
use crate::output;

/// Build a book from the games of a database
///
/// Games lost by forfeit (time, an illegal move, a crash) are left out. Where agents of very different
/// strength play, --player counts only the moves of one.
///
/// Examples:
///   grandline experience build --db grandline.db --game connect4 --out connect4.book
///   grandline experience build --tournament my-agents --player skypiea-v5 --out mine.book
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Build {
    /// The database with the games: a file, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "FILE", default_value = "grandline.db", value_parser = location)]
    db: Location,
    /// The game; may be left out if the tournaments are all of one
    #[arg(long, value_name = "G")]
    game: Option<GameId>,
    /// Only the games of this tournament; may be given several times
    #[arg(long = "tournament", value_name = "NAME")]
    tournaments: Vec<String>,
    /// Only the moves of this player; may be given several times
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Number of plies of each game to use
    #[arg(long, value_name = "N", default_value_t = 12)]
    plies: usize,
    /// Leave out positions that occurred in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// The file to write the book to; - is standard output
    #[arg(long, value_name = "BOOK")]
    out: String,
    /// Print a summary as JSON
    #[arg(long)]
    json: bool,
}

impl Build {
    pub(super) fn run(&self) -> Result<()> {
        let mut store = store::open_existing(&self.db)?;
        let gathering = Gathering {
            game: self.game,
            tournaments: self.tournaments.clone(),
            players: self.players.clone(),
            plies: self.plies,
            games: self.min_games,
        };
        let gathered = gather(store.as_mut(), &gathering)?;
        let (book, games) = (&gathered.book, gathered.games);
        let tournaments = counted(gathered.tournaments as u64, "tournament");
        let remark = format!("{} of {tournaments}, to ply {}", counted(games, "game"), self.plies);
        output::file(&self.out, &book.to_text(&remark))?;
        if self.out == "-" {
            return Ok(());
        }
        if self.json {
            return output::json(&json!({
                "game": book.game(),
                "tournaments": gathered.tournaments,
                "games": games,
                "forfeits": gathered.forfeits,
                "positions": book.positions(),
                "book": self.out,
            }));
        }
        let left_out = match gathered.forfeits {
            0 => String::new(),
            forfeits => format!(" ({} left out)", counted(forfeits, "forfeit")),
        };
        output::line(&format!(
            "{}: {} from {} of {}{left_out}",
            self.out,
            counted(book.positions() as u64, "position"),
            counted(games, "game"),
            book.game()
        ))
    }
}
