//! The standings for programs that read them.

use serde_json::{Map, Value, json};

use super::standings::{Row, Standings};
use super::summary::{RankedTable, Summary};
use crate::accuracy::Accuracy;

impl Summary {
    /// The standings as one JSON object, the best agent first. Unknown numbers are null.
    pub fn json(&self, table: &RankedTable) -> Value {
        let mut all = json!({
            "tournament": self.entry.entered.name,
            "game": self.standings.game().name(),
            "games": self.standings.games(),
            "copies": self.copies.count(),
            "complete": self.entry.verdict.is_some(),
            "verdict": self.entry.verdict,
            "agents": table.rows.iter().map(|row| self.row_json(row, &table.rows)).collect::<Vec<_>>(),
        });
        if let Some(workers) = &self.workers {
            all["dispatch"] = workers.json();
        }
        all
    }

    fn row_json(&self, row: &Row, rows: &[Row]) -> Value {
        let mut line = self.standings.row_json(row, rows);
        let effort = self.series[row.number].total();
        line["nodes_per_s"] = effort.nodes_per_second().into();
        line["micros_per_move"] = effort.micros.mean().into();
        if effort.accuracy.moves > 0 {
            line["accuracy"] = accuracy_json(&effort.accuracy);
        }
        line
    }
}

impl Standings {
    /// A row of the standings; unknown numbers are null.
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

/// The accuracy of an agent, with its 95 % error.
pub fn accuracy_json(accuracy: &Accuracy) -> Value {
    json!({
        "share": accuracy.share(),
        "error": accuracy.error(),
        "moves": accuracy.moves,
        "win_to_draw": accuracy.win_to_draw,
        "win_to_loss": accuracy.win_to_loss,
        "draw_to_loss": accuracy.draw_to_loss,
    })
}

/// Elo in hundredths: further digits differ between machines.
fn hundredths(elo: f64) -> f64 {
    // Adding zero takes the sign from a zero.
    (elo * 100.0).round() / 100.0 + 0.0
}
