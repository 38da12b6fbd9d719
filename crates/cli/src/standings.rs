//! How a tournament stands, as tables for the terminal.

use anyhow::Result;
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table as Grid, presets};
use grandline_arena::report::words::{percent, points, rating, scaled, shortened};
use grandline_arena::report::{Row, Standings, WorkerRow, Workers};
use grandline_games::MeasureKind;

use crate::output;

/// Tables are no wider than this, so that they fit beside other things and into a mail.
const WIDTH: usize = 100;
/// More agents than this make a cross table too wide for any terminal.
const MOST_CROSSED: usize = 16;

/// Prints standings, and who scored what against whom.
pub(crate) fn show(standings: &Standings) -> Result<()> {
    let rows = standings.rows(&standings.ratings());
    output::line(&fitting(|most| ranking(standings, &rows, most)))?;
    if rows.len() > 2 && rows.iter().any(|row| row.rating.unbounded) {
        output::line(
            "† it, or a group it is in, won or lost everything against the rest: the games do not bound its Elo",
        )?;
    }
    if (3..=MOST_CROSSED).contains(&rows.len()) && standings.games() > 0 {
        output::line(&format!("\n{}", fitting(|most| cross(standings, &rows, most))))?;
    }
    Ok(())
}

/// Prints the machines that played, and what is wrong with them.
pub(crate) fn show_workers(workers: &Workers) -> Result<()> {
    let text = |row: &WorkerRow, key: &str| match &row.status[key] {
        serde_json::Value::Null => "?".to_owned(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let speed = |row: &WorkerRow| row.status["speed"].as_f64().map_or_else(|| "?".to_owned(), scaled);
    let line = |row: &WorkerRow| {
        vec![
            shortened(&row.name, 40),
            text(row, "version"),
            text(row, "cores"),
            speed(row),
            row.games.to_string(),
            text(row, "errors"),
        ]
    };
    let head = ["worker", "version", "cores", "nodes/s", "games", "errors"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(workers.rows.iter().map(line)).collect();
    output::line("")?;
    output::table(&rows)?;
    workers.remarks().iter().try_for_each(|remark| output::line(remark))
}

/// The table while games are played: the best `most` agents.
pub(crate) fn live(standings: &Standings, most: usize) -> String {
    let mut rows = standings.rows(&standings.ratings());
    rows.truncate(most);
    fitting(|longest| ranking(standings, &rows, longest))
}

/// The widest table that fits, of a function that makes one with names up to a length.
fn fitting(table: impl Fn(usize) -> Grid) -> String {
    const LONGEST: usize = 32;
    const SHORTEST: usize = 8;
    let lengths = (SHORTEST..=LONGEST).rev();
    let fits = |grid: &Grid| {
        grid.column_max_content_widths().iter().map(|&width| usize::from(width) + 2).sum::<usize>() <= WIDTH
    };
    let grid = lengths.map(&table).find(fits).unwrap_or_else(|| table(SHORTEST));
    // Cells are padded to the width of their column, which leaves blanks at the ends of lines.
    grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// A table without lines: numbers to the right, a head that steps back. Colours are taken out again where the output is no
/// terminal.
fn grid(head: &[String]) -> Grid {
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .enforce_styling()
        .style_text_only();
    grid.set_header(head.iter().enumerate().map(|(index, name)| {
        let cell = Cell::new(name).add_attribute(Attribute::Dim);
        if index == 1 { cell } else { cell.set_alignment(CellAlignment::Right) }
    }));
    grid
}

fn number(text: impl ToString) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn ranking(standings: &Standings, rows: &[Row], most: usize) -> Grid {
    // Of two agents the verdict says the difference; a rating around their mean would be a second number for it.
    let pool = rows.len() > 2;
    let mut head: Vec<String> = ["#", "agent"].map(str::to_owned).into();
    head.extend(pool.then(|| "Elo".to_owned()));
    head.extend(["games", "won", "drawn", "lost", "points", "ratio"].map(str::to_owned));
    head.extend(standings.measures().iter().map(|measure| format!("{}\nper game", measure.name)));
    let forfeits = standings.forfeits() > 0;
    head.extend(forfeits.then(|| "forfeits".to_owned()));
    let anchored = rows.iter().any(|row| row.rating.anchored);
    let mut grid = grid(&head);
    for row in rows {
        let tally = row.tally();
        let mut cells = vec![number(row.rank), name(row, most)];
        cells.extend(pool.then(|| number(rating(&row.rating, anchored))));
        cells.extend([tally.games(), tally.wins, tally.draws, tally.losses].map(number));
        cells.push(number(points(tally.half_points())));
        cells.push(number(tally.mean().map_or_else(|| "–".to_owned(), percent)));
        for (measure, measured) in standings.measures().iter().zip(&row.measures) {
            let games = measured.games as f64;
            cells.push(number(match measure.kind {
                _ if measured.games == 0 => "–".to_owned(),
                MeasureKind::Counted => format!("{:.2}", measured.own / games),
                MeasureKind::Contested => format!("{:.1} : {:.1}", measured.own / games, measured.other / games),
            }));
        }
        if forfeits {
            let cell = number(row.forfeits());
            cells.push(if row.forfeits() > 0 { cell.fg(Color::DarkYellow) } else { cell });
        }
        grid.add_row(cells);
    }
    grid
}

fn name(row: &Row, most: usize) -> Cell {
    let cell = Cell::new(shortened(&row.name, most));
    if row.rank == 1 { cell.add_attribute(Attribute::Bold) } else { cell }
}

fn cross(standings: &Standings, rows: &[Row], most: usize) -> Grid {
    let mut head = vec!["#".to_owned(), "points against".to_owned()];
    head.extend(rows.iter().map(|row| row.rank.to_string()));
    // Every pairing usually has as many games; they are said with each cell only where there is room.
    let with_games = rows.len() <= 9;
    let mut grid = grid(&head);
    for row in rows {
        let mut cells = vec![number(row.rank), name(row, most)];
        for other in rows {
            let tally = standings.cross_table().between(row.number, other.number);
            let score = points(tally.half_points());
            cells.push(match tally.mean() {
                None => number("·").add_attribute(Attribute::Dim),
                Some(mean) => {
                    let cell = number(if with_games { format!("{score}/{}", tally.games()) } else { score });
                    match mean {
                        0.6.. => cell.fg(Color::DarkGreen),
                        ..=0.4 => cell.fg(Color::DarkRed),
                        _ => cell,
                    }
                }
            });
        }
        grid.add_row(cells);
    }
    grid
}
