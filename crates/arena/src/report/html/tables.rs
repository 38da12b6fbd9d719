//! The tables of a page: standings, who beat whom, sides, endings, thinking.

use grandline_games::MeasureKind;

use super::markup::{Cell, Head, paragraph, table};
use crate::accuracy::Accuracy;
use crate::played::Ending;
use crate::report::series::Effort;
use crate::report::standings::{Measured, Row};
use crate::report::summary::{RankedTable, Summary};
use crate::report::words::{percent, plain, points, rating, scaled, shortened, signed, span};
use crate::statistics::Tally;

/// What is not known.
fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

fn two_decimals(number: f64) -> String {
    format!("{number:.2}")
}

fn ratio(tally: &Tally) -> Cell {
    Cell::number(or_dash(tally.mean().map(percent)))
}

fn rank_and_name(row: &Row) -> Vec<Cell> {
    vec![Cell::number(row.rank.to_string()), Cell::name(shortened(&row.name, 36)).title(&row.name)]
}

fn rank_and_agent() -> Head {
    Head::default().columns([Cell::number("#"), Cell::text("Agent").class("name")])
}

/// The standings, with the measures of the game.
pub(super) fn standings(summary: &Summary, all: &RankedTable) -> String {
    // The Elo of two agents is the difference that the verdict gives.
    let is_rated = all.rows.len() != 2;
    let elo = is_rated.then_some("Elo").into_iter();
    let results = elo.chain(["Games", "Won", "Drawn", "Lost", "Points", "Ratio"]);
    let mut head = rank_and_agent().columns(results.map(Cell::number));
    for measure in summary.standings.measures() {
        head = match measure.kind {
            MeasureKind::Counted => head.group(capitalised(measure.name), &["all", "per game"]),
            MeasureKind::Contested => head.group(capitalised(measure.name), &["own", "conceded", "ratio"]),
        };
    }
    let forfeits = all.rows.iter().any(|row| row.forfeits() > 0);
    if forfeits {
        head = head.columns([Cell::number("Forfeits").title("games lost by its own conduct and not on the board")]);
    }
    let rows = all.rows.iter().map(|row| {
        let tally = row.tally();
        let mut cells = rank_and_name(row);
        if is_rated {
            cells.push(Cell::number(rating(&row.rating, all.is_anchored())));
        }
        cells.extend(
            [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| Cell::number(count.to_string())),
        );
        cells.extend([Cell::number(points(tally.half_points())), ratio(&tally)]);
        for (measure, measured) in summary.standings.measures().iter().zip(&row.measures) {
            cells.extend(measure_cells(measure.kind, measured));
        }
        if forfeits {
            cells.push(Cell::number(row.forfeits().to_string()));
        }
        cells
    });
    let mut html = table(&head, &rows.collect::<Vec<_>>());
    if is_rated && all.rows.iter().any(|row| row.rating.unbounded) {
        html.push_str(&paragraph(
            "note",
            "† The games do not bound this Elo: the agent, or a group it is in, won or lost everything against the rest. The \
             number only shows the direction.",
        ));
    }
    let left_out: u64 = all.rows.iter().map(|row| row.tally().games() - row.endings.of(Ending::Rules)).sum::<u64>() / 2;
    if left_out > 0 && !summary.standings.measures().is_empty() {
        let names: Vec<&str> = summary.standings.measures().iter().map(|measure| measure.name).collect();
        let words = format!("Games that the rules did not end ({left_out}) are not in {}.", names.join(" and "));
        html.push_str(&paragraph("note", &words));
    }
    html
}

fn measure_cells(kind: MeasureKind, measured: &Measured) -> Vec<Cell> {
    match kind {
        MeasureKind::Counted => {
            vec![Cell::number(plain(measured.own)), Cell::number(or_dash(measured.per_game().map(two_decimals)))]
        }
        MeasureKind::Contested => vec![
            Cell::number(plain(measured.own)),
            Cell::number(plain(measured.other)),
            Cell::number(or_dash(measured.ratio().map(two_decimals))),
        ],
    }
}

/// A text that begins with a capital letter.
pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A table of every agent against every other; the columns are ranks.
fn square(all: &RankedTable, cell: impl Fn(&Row, &Row) -> Cell) -> String {
    let head = rank_and_agent().columns(all.rows.iter().map(|row| Cell::number(row.rank.to_string()).title(&row.name)));
    let rows = all.rows.iter().map(|row| {
        let mut cells = rank_and_name(row);
        cells.extend(
            all.rows
                .iter()
                .map(|other| if row.number == other.number { Cell::text("").class("self") } else { cell(row, other) }),
        );
        cells
    });
    table(&head, &rows.collect::<Vec<_>>())
}

/// Points of each agent against each other.
pub(super) fn cross(summary: &Summary, all: &RankedTable) -> String {
    square(all, |row, other| {
        let tally = summary.standings.cross_table().between(row.number, other.number);
        let Some(mean) = tally.mean() else { return Cell::text("").class("n") };
        let words = format!(
            "{} against {}: {} won, {} drawn, {} lost",
            row.name, other.name, tally.wins, tally.draws, tally.losses
        );
        Cell::number(format!("{}/{}", points(tally.half_points()), tally.games())).class(shade(mean)).title(words)
    })
}

/// How likely each agent is stronger than each other.
pub(super) fn superiority(summary: &Summary, all: &RankedTable) -> String {
    square(all, |row, other| {
        let Some(likely) = summary.standings.superiority(&all.ratings, row.number, other.number) else {
            return Cell::text("–").class("n");
        };
        let text = match likely {
            0.999.. => "> 99.9".to_owned(),
            ..=0.001 => "< 0.1".to_owned(),
            _ => format!("{:.1}", 100.0 * likely),
        };
        let lead = all.ratings.difference(row.number, other.number).map_or(0.0, |lead| lead.estimate);
        let words = format!("{} against {}: {} Elo", row.name, other.name, signed(lead));
        Cell::number(text).class(shade(likely)).title(words)
    })
}

/// A class that shades a share of one.
fn shade(share: f64) -> &'static str {
    match share {
        ..0.1 => "n s0",
        ..0.35 => "n s1",
        ..=0.65 => "n s2",
        ..=0.9 => "n s3",
        _ => "n s4",
    }
}

/// Results by side.
pub(super) fn sides(summary: &Summary, all: &RankedTable) -> String {
    let first = summary.standings.cross_table().first_side();
    let mut words = format!(
        "The first player won {} of {} games, the second {}; {} were drawn.",
        first.wins,
        first.games(),
        first.losses,
        first.draws
    );
    // The number is left out where its error is larger than any plausible advantage.
    if let Some((lead, error)) = all.ratings.first_move.and_then(|lead| Some((lead.estimate, lead.error?)))
        && error < 200.0
    {
        let (lead, error) = (signed(lead), plain(error.round()));
        words.push_str(&format!(" Between equals, moving first is worth {lead} ± {error} Elo here."));
    }
    let columns = ["won", "drawn", "lost", "ratio"];
    let head = rank_and_agent().group("As first player", &columns).group("As second player", &columns);
    let rows = all.rows.iter().map(|row| {
        let mut cells = rank_and_name(row);
        for side in [row.as_first, row.as_second] {
            cells.extend([side.wins, side.draws, side.losses].map(|count| Cell::number(count.to_string())));
            cells.push(ratio(&side));
        }
        cells
    });
    paragraph("", &words) + &table(&head, &rows.collect::<Vec<_>>())
}

/// How games ended, in words.
pub(super) fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "by the rules of the game",
        Ending::Solver => "the exact solver knew the result",
        Ending::Agreement => "both agents agreed about the result",
        Ending::Length => "drawn because it became too long",
        Ending::Time => "forfeit: the clock ran out",
        Ending::Illegal => "forfeit: an illegal move",
        Ending::Crash => "forfeit: the agent died",
        Ending::Silence => "forfeit: no answer",
        Ending::Protocol => "forfeit: an answer that is none",
    }
}

/// Reasons of ending, and who forfeited.
pub(super) fn endings(summary: &Summary, all: &RankedTable) -> String {
    let of = |ending: Ending| all.rows.iter().map(|row| row.endings.of(ending)).sum::<u64>() / 2;
    let seen: Vec<Ending> = Ending::ALL.into_iter().filter(|&ending| of(ending) > 0).collect();
    let rows: Vec<Vec<Cell>> = seen
        .iter()
        .map(|&ending| vec![Cell::name(ending_words(ending)), Cell::number(of(ending).to_string())])
        .collect();
    let mut html = table(&Head::default().columns([Cell::text("Reason").class("name"), Cell::number("Games")]), &rows);
    let lengths = &summary.lengths;
    if let (Some(shortest), Some(median), Some(mean), Some(longest)) =
        (lengths.shortest(), lengths.median(), lengths.mean(), lengths.longest())
    {
        let words = if shortest == longest {
            format!("Every game had {longest} plies.")
        } else {
            format!("Games had {shortest} to {longest} plies, {mean:.1} on average; half of them had at most {median}.")
        };
        html.push_str(&paragraph("", &words));
    }
    let forfeits: Vec<Ending> = seen.into_iter().filter(|ending| ending.is_forfeit()).collect();
    if forfeits.is_empty() {
        return html;
    }
    let kinds = forfeits.iter().map(|ending| Cell::number(ending.name()).title(ending_words(*ending)));
    let head = rank_and_agent().columns(kinds);
    let rows = all.rows.iter().filter(|row| row.forfeits() > 0).map(|row| {
        let mut cells = rank_and_name(row);
        cells.extend(forfeits.iter().map(|&ending| Cell::number(row.endings.lost.of(ending).to_string())));
        cells
    });
    html.push_str("<h3>Who forfeited</h3>\n");
    html + &table(&head, &rows.collect::<Vec<_>>())
}

/// What agents spent and how well their moves were ordered.
pub(super) fn thinking(summary: &Summary, all: &RankedTable) -> String {
    let efforts: Vec<Effort> = all.rows.iter().map(|row| summary.series[row.number].total()).collect();
    let mut head = rank_and_agent()
        .columns([Cell::number("Moves")])
        .group("Time", &["all", "per move"])
        .group("Nodes", &["per move", "per second"])
        .columns([Cell::number("Depth")]);
    let cutoffs = efforts.iter().any(|effort| effort.mean_cutoff().is_some());
    if cutoffs {
        head = head.group("Cut-offs by the move tried", &["1st", "2nd", "later"]);
    }
    let rows = all.rows.iter().zip(&efforts).map(|(row, effort)| {
        let mut numbers = vec![
            effort.moves().to_string(),
            span(effort.micros.sum),
            or_dash(effort.micros.mean().map(span)),
            or_dash(effort.nodes.mean().map(scaled)),
            or_dash(effort.nodes_per_second().map(scaled)),
            or_dash(effort.depth.mean().map(|depth| format!("{depth:.1}"))),
        ];
        if cutoffs {
            let shares = [effort.cutoff_share(0), effort.cutoff_share(1)];
            let later = shares[0].zip(shares[1]).map(|(first, second)| (1.0 - first - second).max(0.0));
            numbers.extend([shares[0], shares[1], later].map(|share| or_dash(share.map(percent))));
        }
        rank_and_name(row).into_iter().chain(numbers.into_iter().map(Cell::number)).collect()
    });
    table(&head, &rows.collect::<Vec<_>>())
}

/// What the moves of each agent did to the result; `None` if nothing was judged.
pub(super) fn accuracy(summary: &Summary, all: &RankedTable) -> Option<String> {
    let totals: Vec<Accuracy> = all.rows.iter().map(|row| summary.series[row.number].total().accuracy).collect();
    if totals.iter().all(|accuracy| accuracy.moves == 0) {
        return None;
    }
    let head = rank_and_agent()
        .columns([Cell::number("Accuracy"), Cell::number("Moves judged")])
        .group("Results thrown away", &["win to draw", "win to loss", "draw to loss"]);
    let rows = all.rows.iter().zip(&totals).map(|(row, accuracy)| {
        let share = accuracy.share().zip(accuracy.error());
        let share = share.map(|(share, error)| format!("{} ± {:.1}", percent(share), 100.0 * error));
        let Accuracy { moves, win_to_draw, win_to_loss, draw_to_loss } = accuracy;
        let counts = [moves, win_to_draw, win_to_loss, draw_to_loss].map(ToString::to_string);
        let numbers = [or_dash(share)].into_iter().chain(counts);
        rank_and_name(row).into_iter().chain(numbers.map(Cell::number)).collect()
    });
    Some(table(&head, &rows.collect::<Vec<_>>()))
}
