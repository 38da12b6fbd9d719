//! Hand of the King in a terminal: a letter for each card, and a table that explains the letters.

use super::companions::Companion;
use super::house::House;
use super::location::{Location, SIDE};
use super::sigils::paint;
use super::{HandOfTheKing, Variant};
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::scene::{Canvas, Ending, Paint, Style};

/// Where the table of the houses begins.
const TABLE: usize = 32;

pub(super) fn draw<V: Variant>(position: &HandOfTheKing<V>, marked: &[Location], ending: Option<&Ending>) -> Canvas {
    let mut canvas = Canvas::new();
    let faint = Style::ink(Paint::Faint);
    // A location is the number of its row plus that of its column.
    for column in 0..SIDE {
        canvas.put(0, 4 + 4 * usize::from(column), &format!("+{column}"), faint);
    }
    for location in Location::all() {
        let row = 1 + usize::from(location.row());
        let column = 5 + 4 * usize::from(location.column());
        if location.column() == 0 {
            canvas.put(row, 0, &format!("{:>2}", location.number()), faint);
        }
        let (letter, style) = match position.card(location) {
            Some(house) => (house.letter(), Style::ink(paint(house))),
            None if location == position.varys() => ("V", Style::ink(Paint::Ink).bold()),
            None => ("·", faint),
        };
        canvas.put(row, column, letter, style);
        if marked.contains(&location) {
            canvas.put(row, column - 1, "[", Style::ink(Paint::Accent).bold());
            canvas.put(row, column + 1, "]", Style::ink(Paint::Accent).bold());
        }
    }
    draw_table(&mut canvas, position, ending);
    let mut row = usize::from(SIDE) + 4;
    if V::COMPANIONS {
        let names: Vec<&str> = position.companions().iter().map(Companion::name).collect();
        let names = if names.is_empty() { "none left".to_owned() } else { names.join(" ") };
        canvas.put(row, 0, &format!("Companions: {names}"), Style::default());
        row += 1;
    }
    canvas.put(row, 0, &super::picture::status(position, ending), Style::default().bold());
    canvas
}

/// Houses with their letters, captured cards, a star at the holder of the banner, and cards on the board.
fn draw_table<V: Variant>(canvas: &mut Canvas, position: &HandOfTheKing<V>, ending: Option<&Ending>) {
    let over = ending.is_some() || position.outcome().is_some();
    for player in Side::BOTH {
        let moves = !over && player == position.to_move();
        let name = format!("{:>7}", HandOfTheKing::<V>::side_name(player));
        let style = if moves { Style::default().bold() } else { Style::ink(Paint::Faint) };
        canvas.put(0, TABLE + 12 + 8 * player.index(), &name, style);
    }
    canvas.put(0, TABLE + 30, "board", Style::ink(Paint::Faint));
    for house in House::ALL {
        let row = 1 + house.index();
        canvas.put(row, TABLE, house.letter(), Style::ink(paint(house)).bold());
        canvas.put(row, TABLE + 2, house.name(), Style::default());
        for player in Side::BOTH {
            let column = TABLE + 18 + 8 * player.index();
            let owns = position.owner(house) == Some(player);
            let count = format!("{:>2}", position.counts(player)[house.index()]);
            canvas.put(row, column - 1, &count, Style { bold: owns, ..Style::default() });
            if owns {
                canvas.put(row, column + 1, "*", Style::ink(Paint::Gold).bold());
            }
        }
        canvas.put(row, TABLE + 34, &position.on_board(house).to_string(), Style::ink(Paint::Faint));
    }
    let row = 1 + House::ALL.len();
    canvas.put(row, TABLE, "V Varys    * =", Style::ink(Paint::Faint));
    for player in Side::BOTH {
        let banners = format!("{}*", position.banners(player));
        canvas.put(row, TABLE + 18 + 8 * player.index(), &banners, Style::default().bold());
    }
    canvas.put(row, TABLE + 29, "banners", Style::ink(Paint::Faint));
}
