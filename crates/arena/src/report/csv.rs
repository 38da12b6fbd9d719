//! Tables for spreadsheets and notebooks. The names of columns are part of the interface: they are added to, not changed.
//!
//! Lines end as RFC 4180 wants, a field is quoted where it must be, numbers have a point and no other marks, and what is not
//! known is empty. A text that begins like a formula of a spreadsheet has an apostrophe in front.

use grandline_games::{GameId, Side};

use super::movers::movers;
use super::series::Effort;
use super::summary::{RankedTable, Summary};
use crate::played::Played;
use crate::statistics::Tally;

/// A line of fields.
#[derive(Default)]
struct CsvLine(Vec<String>);

impl CsvLine {
    /// A text. One that a spreadsheet would take for a formula gets an apostrophe in front: names of agents and what engines
    /// say come from others.
    fn text(&mut self, text: &str) -> &mut Self {
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text != "-";
        let text = if is_formula { format!("'{text}") } else { text.to_owned() };
        let quoted = text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ');
        self.0.push(if quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text });
        self
    }

    fn whole(&mut self, number: impl Into<Option<u64>>) -> &mut Self {
        self.0.push(number.into().map_or_else(String::new, |number| number.to_string()));
        self
    }

    /// Games won, drawn and lost.
    fn tally(&mut self, tally: &Tally) -> &mut Self {
        self.whole(tally.wins).whole(tally.draws).whole(tally.losses)
    }

    /// A number with at most this many decimals.
    fn number(&mut self, number: Option<f64>, decimals: usize) -> &mut Self {
        let text = number.filter(|number| number.is_finite()).map_or_else(String::new, |number| {
            let text = format!("{number:.decimals$}");
            let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { text.as_str() };
            if text == "-0" { "0".to_owned() } else { text.to_owned() }
        });
        self.0.push(text);
        self
    }

    fn end(&self, csv: &mut String) {
        csv.push_str(&self.0.join(","));
        csv.push_str("\r\n");
    }
}

/// The names of columns that every table has, and of those that depend on the game.
fn head(fixed: &str, measured: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = fixed.split_whitespace().map(str::to_owned).chain(measured).collect();
    names.join(",") + "\r\n"
}

/// The columns of tournaments whose moves were judged.
const JUDGED: [&str; 6] = ["accuracy", "accuracy_error", "judged", "win_to_draw", "win_to_loss", "draw_to_loss"];

/// One line per agent, the best first. Accuracy has columns if moves were judged.
pub fn standings(summary: &Summary, table: &RankedTable) -> String {
    let fixed = "rank agent elo elo_error anchored unbounded games wins draws losses points ratio first_wins first_draws \
                 first_losses second_wins second_draws second_losses forfeits moves micros states states_per_s depth";
    let measures = summary.standings.measures().iter();
    let measured = measures
        .flat_map(|measure| ["", "_per_game", "_conceded", "_ratio"].map(|suffix| format!("{}{suffix}", measure.key)));
    let efforts: Vec<Effort> = table.rows.iter().map(|row| summary.series[row.number].total()).collect();
    let is_judged = efforts.iter().any(|effort| effort.accuracy.moves > 0);
    let judged = JUDGED.iter().filter(|_| is_judged).map(|name| (*name).to_owned());
    let mut csv = head(fixed, measured.chain(judged));
    for (row, effort) in table.rows.iter().zip(&efforts) {
        let tally = row.tally();
        let mut line = CsvLine::default();
        line.whole(row.rank as u64)
            .text(&row.name)
            .number(row.rating.rating.map(|rating| rating.estimate), 1)
            .number(row.rating.rating.and_then(|rating| rating.error), 1)
            .text(&row.rating.anchored.to_string())
            .text(&row.rating.unbounded.to_string())
            .whole(tally.games());
        line.tally(&tally).number(Some(tally.points()), 1).number(tally.mean(), 4);
        line.tally(&row.as_first).tally(&row.as_second);
        line.whole(row.forfeits())
            .whole(effort.moves())
            .number(Some(effort.micros.sum), 0)
            .number((effort.nodes.count > 0).then_some(effort.nodes.sum), 0)
            .number(effort.nodes_per_second(), 0)
            .number(effort.depth.mean(), 2);
        for measured in &row.measures {
            line.number(Some(measured.own), 2)
                .number(measured.per_game(), 3)
                .number(Some(measured.other), 2)
                .number(measured.ratio(), 4);
        }
        if is_judged {
            let accuracy = &effort.accuracy;
            line.number(accuracy.share(), 4).number(accuracy.error(), 4).whole(accuracy.moves);
            line.whole(accuracy.win_to_draw).whole(accuracy.win_to_loss).whole(accuracy.draw_to_loss);
        }
        line.end(&mut csv);
    }
    csv
}

/// One line for each agent and opponent that met.
pub fn cross(summary: &Summary, table: &RankedTable) -> String {
    let mut csv = head("agent opponent games wins draws losses points ratio los", []);
    for row in &table.rows {
        for other in table.rows.iter().filter(|other| other.number != row.number) {
            let tally = summary.standings.cross_table().between(row.number, other.number);
            if tally.games() == 0 {
                continue;
            }
            let mut line = CsvLine::default();
            line.text(&row.name).text(&other.name).whole(tally.games()).tally(&tally);
            line.number(Some(tally.points()), 1).number(tally.mean(), 4);
            line.number(summary.standings.superiority(&table.ratings, row.number, other.number), 4).end(&mut csv);
        }
    }
    csv
}

/// The names of the columns of [`game`].
pub fn games_head(game: GameId) -> String {
    let fixed = "game round pair first second setup opening winner margin ending reason plies copy moves";
    let measures = game.measures().iter();
    let measured = measures.flat_map(|measure| Side::BOTH.map(|side| format!("{}_{}", measure.key, side.name())));
    head(fixed, measured)
}

/// A game; `copy` says whether it repeats an earlier one.
pub fn game(id: GameId, game: &Played, copy: bool, csv: &mut String) {
    let mut line = CsvLine::default();
    let moves: Vec<&str> = game.plies.iter().map(|ply| ply.mv.as_str()).collect();
    line.whole(game.number).whole(u64::from(game.round)).whole(game.pair);
    line.text(&game.players[0]).text(&game.players[1]);
    line.text(&game.opening.setup).text(&game.opening.moves.join(" "));
    line.text(game.winner.map_or("draw", Side::name)).number(Some(f64::from(game.margin)), 0);
    line.text(game.ending.name()).text(&game.reason).whole(game.moves().count() as u64);
    line.text(&copy.to_string()).text(&moves.join(" "));
    for measure in id.measures() {
        let [first, second] = (measure.read)(&game.detail).map_or([None; 2], |read| read.map(Some));
        line.number(first, 3).number(second, 3);
    }
    line.end(csv);
}

/// The names of the columns of [`plies`].
pub fn plies_head() -> String {
    head("game ply side agent move micros depth states value proven cutoffs first_cutoffs", [])
}

/// The plies of a game, one per line, counted from 1 with the moves of the opening.
pub fn plies(id: GameId, game: &Played, csv: &mut String) {
    let before = game.opening.moves.len() as u64;
    for ((ply, mover), number) in game.plies.iter().zip(movers(id, game)).zip(before + 1..) {
        let search = &ply.search;
        let mut line = CsvLine::default();
        line.whole(game.number).whole(number).text(mover.name()).text(&game.players[mover.index()]);
        line.text(&ply.mv).whole(ply.micros).whole(search.depth.map(u64::from)).whole(search.nodes);
        line.number(search.value, 4).text(&search.exact.to_string());
        line.whole(search.cutoffs.iter().sum::<u64>()).whole(search.cutoffs.first().copied().unwrap_or(0));
        line.end(csv);
    }
}

#[cfg(test)]
mod tests {
    use super::CsvLine;

    #[test]
    fn no_cell_is_a_formula() {
        let cell = |text: &str| CsvLine::default().text(text).0.concat();
        let formulas = ["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\t=1"];
        assert!(formulas.into_iter().all(|text| cell(text) == format!("'{text}")));
        assert_eq!(cell("=\"a\",b"), "\"'=\"\"a\"\",b\"");
        assert_eq!(["-", "a=b", "12-16", ""].map(cell), ["-", "a=b", "12-16", ""]);
    }
}
