//! Divercité in words: moves such as `RC34`, the rules they may break, and how a game ended.

use serde_json::{Value, json};

use super::board::{Cell, Colour, Kind, Piece};
use super::moves::Placement;
use super::{Divercite, TieBreak, Variant};
use crate::edit::Editor;
use crate::game::{Game, Margin, Side};
use crate::measure::{Measure, MeasureKind, pair};
use crate::notation::{MoveError, MoveKind, Notation};
use crate::scene::{Ending, Scene, Shape};

impl<V: Variant> Notation for Divercite<V> {
    const NAME: &'static str = V::NAME;
    const TITLE: &'static str = V::TITLE;
    const SUMMARY: &'static str = V::SUMMARY;
    const EDITOR: Option<Editor<Self>> = Some(super::edit::editor());
    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    const MEASURES: &'static [Measure] = &[
        Measure {
            key: "divercites",
            name: "divercités",
            kind: MeasureKind::Counted,
            read: |detail| pair(detail, "divercites"),
        },
        Measure { key: "score", name: "score", kind: MeasureKind::Contested, read: |detail| pair(detail, "score") },
    ];

    const MOVE_KINDS: &'static [MoveKind<Self>] = &[("random-city", |_, mv| mv.cell().kind() == Kind::City)];

    fn format_move(&self, mv: Placement) -> String {
        format!("{}{}", mv.piece(), mv.cell())
    }

    fn parse_move(&self, text: &str) -> Result<Placement, MoveError> {
        let (piece, row, column) = read_move(text)?;
        if self.is_over() {
            return Err(MoveError::over(text, self));
        }
        let refuse = |reason: String| MoveError::illegal(text, reason);
        let cell = Cell::at(row, column)
            .ok_or_else(|| refuse(format!("there is no cell ({row},{column}); {}", row_extent(row))))?;
        if cell.kind() != piece.kind {
            let (takes, is) = (cell.kind().word(), piece.kind.word());
            return Err(refuse(format!("({row},{column}) is a {takes} cell; {piece} is a {is}")));
        }
        if let Some(occupant) = self.occupant(cell) {
            return Err(refuse(format!("({row},{column}) is taken by {occupant}")));
        }
        let player = self.to_move();
        if self.stock(player, piece) == 0 {
            let left = self.stock_words(player);
            return Err(refuse(format!("{} has no {piece} left; in stock: {left}", Self::side_name(player))));
        }
        Ok(Placement::new(piece.colour, cell))
    }

    fn path(&self, mv: Placement) -> Vec<String> {
        vec![stock_id(self.to_move(), mv.piece()), mv.cell().to_string()]
    }

    fn move_words(&self, mv: Placement) -> String {
        let piece = mv.piece();
        format!("{} {} on {}", piece.colour.word(), piece.kind.word(), mv.cell())
    }

    fn move_icon(&self, mv: Placement) -> Vec<Shape> {
        super::picture::piece_of(self.to_move(), mv.piece(), 1.0)
    }

    fn prompt(&self, first: Option<&str>, _touched: usize) -> Option<String> {
        let words = match first {
            None => "Choose a piece from your stock.",
            Some(_) => "Choose a cell for it.",
        };
        Some(words.to_owned())
    }

    fn why_not(&self, touched: &[String], cell: &str) -> Option<String> {
        let player = self.to_move();
        if let Some((owner, piece)) = stock_of(cell) {
            let (name, colour, kind) = (Self::side_name(player), piece.colour.word(), piece.kind.word());
            if owner != player {
                return Some(format!("that is {}'s stock, and it is {name}'s turn", Self::side_name(owner)));
            }
            return (self.stock(player, piece) == 0).then(|| format!("{name} has no {colour} {kind} left"));
        }
        let cell = Cell::all().find(|known| known.to_string() == cell)?;
        if let Some(occupant) = self.occupant(cell) {
            return Some(format!("{cell} is taken by {occupant}"));
        }
        match touched.first().and_then(|stock| stock_of(stock)) {
            None => Some("choose a piece from your stock first".to_owned()),
            Some((_, piece)) if piece.kind == cell.kind() => None,
            Some((_, piece)) => Some(match piece.kind {
                Kind::City => format!("{cell} is a round cell, and a city needs a square one"),
                Kind::Resource => format!("{cell} is a square cell, and a resource needs a round one"),
            }),
        }
    }

    fn scene(&self, last: Option<Placement>) -> Scene {
        super::picture::draw(self, last, None)
    }

    fn scene_at_end(&self, last: Option<Placement>, ending: &Ending) -> Scene {
        super::picture::draw(self, last, Some(ending))
    }

    fn detail(&self) -> Value {
        json!({
            "score": Side::BOTH.map(|player| self.score(player)),
            "divercites": Side::BOTH.map(|player| self.divercites(player)),
        })
    }

    fn reason(&self) -> String {
        let Some(margin) = self.outcome() else { return "the game is not over".to_owned() };
        let [first, second] = Side::BOTH.map(|player| self.score(player));
        let result = match margin.winner() {
            None => format!("draw {first}-{second}"),
            Some(winner) => format!("{} wins {}-{}", Self::side_name(winner), first.max(second), first.min(second)),
        };
        match self.tie_break() {
            None => result,
            Some(_) => format!("{result}: equal scores; {}", self.tie_words(margin)),
        }
    }
}

/// The name of a place where a player's pieces wait, such as `W-RC`.
pub(super) fn stock_id(player: Side, piece: Piece) -> String {
    format!("{}-{piece}", owner_letter(player))
}

/// The player and the piece of such a place.
fn stock_of(id: &str) -> Option<(Side, Piece)> {
    let mut places = Side::BOTH.into_iter().flat_map(|player| Piece::ALL.into_iter().map(move |piece| (player, piece)));
    places.find(|&(player, piece)| stock_id(player, piece) == id)
}

/// `W` or `B`, as piece names of the course end.
pub(super) const fn owner_letter(player: Side) -> char {
    ['W', 'B'][player.index()]
}

/// A piece, a row and a column, whatever the position.
fn read_move(text: &str) -> Result<(Piece, u8, u8), MoveError> {
    let mut characters = text.chars().enumerate();
    let mut next = |expected: &'static str| {
        let (index, character) = characters.next().unzip();
        let index = index.unwrap_or_else(|| text.chars().count());
        (character, move || MoveError::syntax(text, index, expected))
    };
    let (letter, error) = next("a colour: R, G, B or Y");
    let colour = letter.and_then(Colour::from_letter).ok_or_else(error)?;
    let (letter, error) = next("C for a city or R for a resource");
    let named = |kind: &Kind| letter.is_some_and(|letter| kind.letter() == letter.to_ascii_uppercase());
    let kind = Kind::BOTH.into_iter().find(named).ok_or_else(error)?;
    let (digit, error) = next("a row from 0 to 8");
    let row = digit.and_then(coordinate).ok_or_else(error)?;
    let (digit, error) = next("a column from 0 to 8");
    let column = digit.and_then(coordinate).ok_or_else(error)?;
    match next("the end: a move is a piece, a row and a column, such as RC34") {
        (None, _) => Ok((Piece { colour, kind }, row, column)),
        (Some(_), error) => Err(error()),
    }
}

fn coordinate(digit: char) -> Option<u8> {
    digit.to_digit(9).map(|value| value as u8)
}

/// Which columns a row has.
fn row_extent(row: u8) -> String {
    let reach = row.abs_diff(4);
    if reach == 4 {
        format!("row {row} has only column 4")
    } else {
        format!("row {row} has columns {reach} to {}", 8 - reach)
    }
}

impl<V: Variant> Divercite<V> {
    /// What stands on a cell, in words.
    pub(super) fn occupant(&self, cell: Cell) -> Option<String> {
        if let Some((owner, colour)) = self.city_at(cell) {
            return Some(format!("{}'s {} city", Self::side_name(owner), colour.word()));
        }
        self.resource_at(cell).map(|colour| format!("a {} resource", colour.word()))
    }

    /// What a player may still place, such as `2 RC, 1 GR`.
    fn stock_words(&self, player: Side) -> String {
        let count = |piece: Piece| (piece, self.stock(player, piece));
        let left = Piece::ALL.into_iter().map(count).filter(|&(_, count)| count > 0);
        left.map(|(piece, count)| format!("{count} {piece}")).collect::<Vec<_>>().join(", ")
    }

    /// What decided a tie.
    fn tie_words(&self, margin: Margin) -> String {
        let starter = Self::side_name(Side::First);
        let (stage, [first, second]) = self.deciding();
        let what = match stage {
            TieBreak::Start => return format!("all that breaks ties is equal too, and {starter} started"),
            TieBreak::Divercites => "divercités",
            TieBreak::Matches(4) => "cities with four matching resources",
            TieBreak::Matches(3) => "cities with three matching resources",
            TieBreak::Matches(_) => "cities with two matching resources",
        };
        let ahead = Self::PLAYERS[usize::from(second > first)];
        let words = format!("{ahead} has more {what}, {} to {}", first.max(second), first.min(second));
        match margin.winner() {
            Some(_) => words,
            None => format!("{words}, which makes up for {starter} having started"),
        }
    }
}
