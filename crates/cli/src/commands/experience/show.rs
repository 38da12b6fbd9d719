//! `grandline experience show`

use std::cmp::Ordering;

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::experience::{Book, Known, LOWER_BOUND, MoveTally, Posterior, shares};
use grandline_games::{AnyPosition, MoveId};
use serde_json::{Value as Json, json};

use super::counted;
use crate::input::StartArguments;
use crate::{input, output};

/// Show the entries of a book for a position
///
/// For each move that was tried: games, won, drawn and lost by the player who made it; the expected
/// share of the points with its 90 % interval; and how often Thompson sampling picks it. Moves that
/// are equal up to symmetry count as one.
///
/// Example: grandline experience show connect4.book --moves "4 4"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    /// The book; - is standard input
    book: String,
    #[command(flatten)]
    from: StartArguments,
    /// Games a move needs to be considered by Thompson sampling, as an agent's experience-min
    #[arg(long, value_name = "N", default_value_t = 10)]
    min: u32,
    /// Print one JSON object: the position and its moves
    #[arg(long)]
    json: bool,
}

/// How often Thompson sampling is tried to tell its shares, to about half a per cent.
const ROUNDS: u32 = 20_000;

/// What a book says of moves that are equal up to symmetry.
struct Row {
    moves: Vec<String>,
    tally: MoveTally,
    posterior: Posterior,
    /// How often it is taken; nothing if it has too few games.
    share: Option<f64>,
}

impl Show {
    pub(super) fn run(&self) -> Result<()> {
        let book = Book::read(&input::read_all(&self.book)?, &self.book)?;
        let position = self.from.resolve(book.game())?;
        if position.outcome().is_some() {
            bail!("there is nothing to choose: the game is over ({})", position.reason());
        }
        let known = book.look_up(&position);
        let rows = rows(&position, &known, self.min);
        if self.json {
            return output::json(&json!({
                "game": book.game(),
                "position": position.text(),
                "player": position.to_move().name(),
                "positions": book.positions(),
                "moves": rows.iter().map(Row::json).collect::<Vec<_>>(),
            }));
        }
        let positions = counted(book.positions() as u64, "position");
        output::line(&format!("{}: {positions} of {}", self.book, book.game()))?;
        if rows.is_empty() {
            return unknown(&book, &position);
        }
        let heads = ["move", "games", "won", "drawn", "lost", "mean", "5 %", "95 %", "Thompson"];
        let mut table = vec![heads.map(str::to_owned).to_vec()];
        table.extend(rows.iter().map(Row::cells));
        output::line(&format!("{}, {} to move\n", position.text(), position.side_name(position.to_move())))?;
        output::table(&table)?;
        let (tried, all) = (rows.len(), known.len());
        output::line(&format!("\n{tried} of {all} different moves were tried"))
    }
}

/// The moves that were tried, the one that Thompson sampling takes most often first.
fn rows(position: &AnyPosition, known: &[Known<MoveId>], min: u32) -> Vec<Row> {
    let considered = known.iter().map(|known| known.tally).filter(|tally| tally.games() >= min.max(1));
    let mut shares = shares(&considered.collect::<Vec<_>>(), ROUNDS, 0).into_iter();
    let row = |Known { moves, tally, .. }: &Known<MoveId>| Row {
        moves: moves.iter().filter_map(|&mv| position.move_text(mv)).collect(),
        tally: *tally,
        posterior: Posterior::from(*tally),
        share: if tally.games() >= min { shares.next() } else { None },
    };
    let mut rows: Vec<Row> = known.iter().filter(|known| known.tally.games() > 0).map(row).collect();
    rows.sort_by(|a, b| {
        let order = |row: &Row| (row.share.unwrap_or(-1.0), row.tally.games());
        order(b).partial_cmp(&order(a)).unwrap_or(Ordering::Equal)
    });
    rows
}

/// Says that a position is not in a book, and of one that is.
fn unknown(book: &Book, position: &AnyPosition) -> Result<()> {
    output::line(&format!("{} is not in the book", position.text()))?;
    match book.most_met() {
        Some(met) => output::line(&format!("the position it knows best: --position \"{met}\"")),
        None => output::line("the book is empty"),
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let name = match self.moves.as_slice() {
            [first, second] => format!("{first} or {second}"),
            [first, _, _, ..] => format!("{first} and {} like it", self.moves.len() - 1),
            _ => self.moves.concat(),
        };
        let MoveTally { won, drawn, lost } = self.tally;
        let counts = [self.tally.games(), won, drawn, lost].map(|count| count.to_string());
        let [low, high] = self.interval();
        let shares = [self.posterior.mean(), low, high].map(percent);
        let share = self.share.map_or_else(|| "-".to_owned(), percent);
        [name].into_iter().chain(counts).chain(shares).chain([share]).collect()
    }

    fn interval(&self) -> [f64; 2] {
        [LOWER_BOUND, 1.0 - LOWER_BOUND].map(|probability| self.posterior.quantile(probability))
    }

    fn json(&self) -> Json {
        let MoveTally { won, drawn, lost } = self.tally;
        let [low, high] = self.interval();
        json!({
            "moves": self.moves,
            "games": self.tally.games(),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "mean": self.posterior.mean(),
            "low": low,
            "high": high,
            "thompson": self.share,
        })
    }
}
