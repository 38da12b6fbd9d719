//! The standings for programs that read them.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::standings::{Row, Standings};
use super::summary::{RankedTable, Summary};

/// The standings as one JSON object, for programs that read them.
#[derive(Serialize)]
pub struct StandingsJson<'a> {
    /// The name of the tournament.
    pub tournament: &'a str,
    /// The game.
    pub game: &'a str,
    /// How many games were played.
    pub games: u64,
    /// How many of them repeat an earlier one.
    pub copies: u64,
    /// Whether nothing is left to play.
    pub complete: bool,
    /// What came of it, in words.
    pub verdict: Option<&'a str>,
    /// The agents, the best first.
    pub agents: Vec<Value>,
}

impl Summary {
    /// The standings for programs. Numbers that are not known are null.
    pub fn json<'a>(&'a self, table: &'a RankedTable) -> StandingsJson<'a> {
        StandingsJson {
            tournament: &self.entry.entered.name,
            game: self.standings.game().name(),
            games: self.standings.games(),
            copies: self.copies.count(),
            complete: self.entry.verdict.is_some(),
            verdict: self.entry.verdict.as_deref(),
            agents: table.rows.iter().map(|row| self.row_json(row, &table.rows)).collect(),
        }
    }

    fn row_json(&self, row: &Row, rows: &[Row]) -> Value {
        let mut line = self.standings.row_json(row, rows);
        let effort = self.series[row.number].total();
        line["nodes_per_s"] = effort.nodes_per_second().into();
        line["micros_per_move"] = effort.micros.mean().into();
        line
    }
}

impl Standings {
    /// A line of the table for programs; numbers that are not known are null.
    pub fn row_json(&self, row: &Row, rows: &[Row]) -> Value {
        let tally = row.tally();
        let measures: Map<String, Value> = (self.measures().iter())
            .zip(&row.measures)
            .map(|(measure, measured)| {
                let numbers = json!({
                    "own": measured.own,
                    "other": measured.other,
                    "per_game": measured.per_game(),
                    "ratio": measured.ratio(),
                });
                (measure.key.to_owned(), numbers)
            })
            .collect();
        let against: Map<String, Value> = rows
            .iter()
            .filter(|other| other.number != row.number)
            .map(|other| {
                let tally = self.cross_table().between(row.number, other.number);
                (other.name.clone(), json!([tally.wins, tally.draws, tally.losses]))
            })
            .collect();
        json!({
            "rank": row.rank,
            "name": row.name,
            "elo": row.rating.rating.map(|rating| hundredths(rating.estimate)),
            "elo_error": row.rating.rating.and_then(|rating| rating.error).map(hundredths),
            "anchored": row.rating.anchored,
            "unbounded": row.rating.unbounded,
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "points": tally.points(),
            "ratio": tally.mean(),
            "forfeits": row.forfeits(),
            "measures": measures,
            "against": against,
        })
    }
}

/// Elo beyond hundredths is dust, which differs between machines.
fn hundredths(elo: f64) -> f64 {
    // Adding zero takes the sign from a zero.
    (elo * 100.0).round() / 100.0 + 0.0
}
