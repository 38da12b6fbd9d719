//! A whole position as text.
//!
//! The nine rows from the top, each with its cells from the left: `.` an empty cell, `r g b y` a resource, `R1` a red
//! city of the first player, `R2` one of the second. Then, since a placed resource does not show whose it was, the
//! resources still in stock, red, green, blue and yellow, of the first player and of the second:
//!
//! ```text
//! ./.../...../...R1.../....r..../......./...../.../. 3333 2333
//! ```
//!
//! Cities left and the side to move follow. The start is `-`, and moves from the start joined by commas are read as well.

use std::fmt;
use std::str::FromStr;

use super::board::{Cell, Colour, Kind, Piece};
use super::moves::{FULL_STOCK, Stock};
use super::{Divercite, Variant};
use crate::game::{Game, Side};
use crate::notation::{Notation, PositionError};

impl<V: Variant> fmt::Display for Divercite<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.step == 0 {
            return f.write_str("-");
        }
        let mut row = 0;
        for cell in Cell::all() {
            if cell.row() != row {
                row = cell.row();
                f.write_str("/")?;
            }
            match (self.city_at(cell), self.resource_at(cell)) {
                (Some((owner, colour)), _) => write!(f, "{}{}", colour.letter(), owner.index() + 1)?,
                (_, Some(colour)) => write!(f, "{}", colour.letter().to_ascii_lowercase())?,
                _ => f.write_str(".")?,
            }
        }
        for player in Side::BOTH {
            f.write_str(" ")?;
            for colour in Colour::ALL {
                write!(f, "{}", self.stock(player, Piece { colour, kind: Kind::Resource }))?;
            }
        }
        Ok(())
    }
}

impl<V: Variant> FromStr for Divercite<V> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        match text {
            "-" => Ok(Self::start(0)),
            "" => Err(PositionError::syntax(text, 0, "'-', moves joined by commas, or the rows of a board")),
            _ if text.contains('/') => {
                let position = read_sketch(text)?;
                check_turns(&position)?;
                Ok(position)
            }
            _ => replay(text),
        }
    }
}

/// The position after moves joined by commas.
fn replay<V: Variant>(text: &str) -> Result<Divercite<V>, PositionError> {
    let mut position = Divercite::start(0);
    for (index, word) in text.split(',').enumerate() {
        let mv = position.parse_move(word.trim()).map_err(|error| PositionError::Move { ply: index + 1, error })?;
        position.play(mv);
    }
    Ok(position)
}

/// A position whose pieces are all there, whether the players have taken turns or not.
pub(super) fn read_sketch<V: Variant>(text: &str) -> Result<Divercite<V>, PositionError> {
    if !text.contains('/') {
        return text.parse();
    }
    Reader { text, characters: text.chars().collect(), at: 0 }.position()
}

/// A board text that is read from its beginning.
struct Reader<'a> {
    text: &'a str,
    characters: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn position<V: Variant>(mut self) -> Result<Divercite<V>, PositionError> {
        let (mut resources, mut cities, mut owned) = ([0; 4], [0; 4], [0; 2]);
        let mut row = 0;
        for cell in Cell::all() {
            if cell.row() != row {
                self.expect('/', || format!("'/': row {row} is complete"))?;
                row = cell.row();
            }
            match cell.kind() {
                Kind::City => {
                    if let Some((owner, colour)) = self.city(cell)? {
                        cities[colour.index()] |= cell.bit();
                        owned[owner.index()] |= cell.bit();
                    }
                }
                Kind::Resource => {
                    if let Some(colour) = self.resource(cell)? {
                        resources[colour.index()] |= cell.bit();
                    }
                }
            }
        }
        let mut stocks = [FULL_STOCK; 2];
        for player in Side::BOTH {
            self.expect(' ', || format!("a space and then the four numbers of resources left to {}", name(player)))?;
            let left = self.resources_left(player)?;
            stocks[player.index()] = stock(player, &cities.map(|plane| plane & owned[player.index()]), left)?;
        }
        if self.at < self.characters.len() {
            return Err(self.error("the end of the text"));
        }
        check_resources(&resources, &stocks)?;
        Ok(Divercite::assemble(resources, cities, owned, stocks))
    }

    fn error(&self, expected: impl Into<String>) -> PositionError {
        PositionError::syntax(self.text, self.at, expected)
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn expect(&mut self, wanted: char, words: impl Fn() -> String) -> Result<(), PositionError> {
        if self.peek() != Some(wanted) {
            return Err(self.error(words()));
        }
        self.at += 1;
        Ok(())
    }

    /// The city of a cell, or `None` for a dot.
    fn city(&mut self, cell: Cell) -> Result<Option<(Side, Colour)>, PositionError> {
        let expected = || format!("'.', or R, G, B or Y and an owner, for city cell {cell}");
        let letter = self.peek().ok_or_else(|| self.error(expected()))?;
        if letter == '.' {
            self.at += 1;
            return Ok(None);
        }
        let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter);
        let colour = colour.ok_or_else(|| self.error(expected()))?;
        self.at += 1;
        let owner = match self.peek() {
            Some('1') => Side::First,
            Some('2') => Side::Second,
            _ => return Err(self.error("1 or 2, the owner of the city")),
        };
        self.at += 1;
        Ok(Some((owner, colour)))
    }

    /// The resource of a cell, or `None` for a dot.
    fn resource(&mut self, cell: Cell) -> Result<Option<Colour>, PositionError> {
        let letter = self.peek();
        let colour = letter.filter(char::is_ascii_lowercase).and_then(Colour::from_letter);
        if colour.is_none() && letter != Some('.') {
            return Err(self.error(format!("'.', r, g, b or y for resource cell {cell}")));
        }
        self.at += 1;
        Ok(colour)
    }

    fn resources_left(&mut self, player: Side) -> Result<[u8; 4], PositionError> {
        let mut left = [0; 4];
        for colour in Colour::ALL {
            let digit = self.peek().and_then(|digit| digit.to_digit(4));
            let digit = digit.ok_or_else(|| {
                self.error(format!("0 to 3, the {} resources left to {}", colour.word(), name(player)))
            })?;
            left[colour.index()] = digit as u8;
            self.at += 1;
        }
        Ok(left)
    }
}

/// What a player is called in messages; the same in both variants.
fn name(player: Side) -> &'static str {
    Divercite::<super::Course>::side_name(player)
}

/// The stock that leaves these cities on the board and these resources in hand.
fn stock(player: Side, cities: &[u32; 4], left: [u8; 4]) -> Result<Stock, PositionError> {
    let mut stock = 0;
    for colour in Colour::ALL {
        let placed = cities[colour.index()].count_ones() as Stock;
        let Some(kept) = Stock::from(Kind::City.supply()).checked_sub(placed) else {
            let (name, colour) = (name(player), colour.word());
            return Err(PositionError::Impossible(format!("{name} has {placed} {colour} cities on the board, of 2")));
        };
        stock |= (kept | Stock::from(left[colour.index()]) << 2) << (4 * colour.index());
    }
    Ok(stock)
}

/// Every resource is on the board or in one of the stocks.
fn check_resources(resources: &[u32; 4], stocks: &[Stock; 2]) -> Result<(), PositionError> {
    for colour in Colour::ALL {
        let placed = resources[colour.index()].count_ones();
        let [first, second] = stocks.map(|stock| u32::from(stock >> (4 * colour.index() + 2) & 3));
        if placed + first + second != 6 {
            return Err(PositionError::Impossible(format!(
                "{} resources: {placed} on the board and {first} + {second} in stock; together they are 6",
                colour.word()
            )));
        }
    }
    Ok(())
}

/// The first player has placed as many pieces as the second, or one more.
pub(super) fn check_turns<V: Variant>(position: &Divercite<V>) -> Result<(), PositionError> {
    let [first, second] =
        Side::BOTH.map(|player| 20 - Piece::ALL.into_iter().map(|piece| position.stock(player, piece)).sum::<u8>());
    if first != second && first != second + 1 {
        return Err(PositionError::Impossible(format!(
            "{} has placed {first} pieces and {} {second}; {} starts and the players take turns",
            name(Side::First),
            name(Side::Second),
            name(Side::First),
        )));
    }
    Ok(())
}
