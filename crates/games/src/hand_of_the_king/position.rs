//! Positions in text: the board, and behind slashes what the board does not show.
//!
//! ```text
//! 211V56003452420533013263002241410011                                         a start
//! 65...V03.113020...10....00...4253..2/2302200/0130111/1221222/2               a later position
//! ......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeSaJaMe!   one with companions
//! ```
//!
//! The board is 36 characters row by row: the index of a house, `V` for Varys, `.` for an empty
//! place. Then come the cards of the first player by house, those of the second (`a` is ten), who
//! captured last in each house (`-` nobody) and whose turn it is. With companions a last part lists
//! the first two letters of those available, `-` if there are none, and `!` if one must be used now.

use std::fmt;
use std::str::{Chars, FromStr};

use super::companions::{Companion, Companions};
use super::house::House;
use super::location::Location;
use super::{HandOfTheKing, Variant};
use crate::game::Side;
use crate::notation::{PositionError, parse_seed};

impl<V: Variant> fmt::Display for HandOfTheKing<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for location in Location::all() {
            match self.card(location) {
                Some(house) => write!(f, "{}", house.index())?,
                None if location == self.varys => f.write_str("V")?,
                None => f.write_str(".")?,
            }
        }
        if self.is_start() {
            return Ok(());
        }
        for player in Side::BOTH {
            f.write_str("/")?;
            self.counts(player).iter().try_for_each(|count| write!(f, "{count:x}"))?;
        }
        f.write_str("/")?;
        for house in House::ALL {
            f.write_str(self.last_taker(house).map_or("-", digit))?;
        }
        write!(f, "/{}", digit(self.to_move))?;
        if V::COMPANIONS {
            f.write_str(if self.companions.is_empty() { "/-" } else { "/" })?;
            self.companions.iter().try_for_each(|companion| f.write_str(&companion.name()[..2]))?;
            f.write_str(if self.choosing { "!" } else { "" })?;
        }
        Ok(())
    }
}

impl<V: Variant> FromStr for HandOfTheKing<V> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let position = Self::read_sketch(text)?;
        // A board alone is a start.
        if text.contains('/') || text.starts_with("course:") { position.check_sketch() } else { position.check_start() }?;
        Ok(position)
    }
}

impl<V: Variant> HandOfTheKing<V> {
    /// A position as it is written, whether play could lead to it or not.
    pub(super) fn read_sketch(text: &str) -> Result<Self, PositionError> {
        if let Some(seed) = text.strip_prefix("course:") {
            return Ok(Self::course(parse_seed(seed)?));
        }
        let mut reader = Reader { text, rest: text.chars(), at: 0 };
        let mut position = reader.board()?;
        if reader.is_at_end() {
            return Ok(position);
        }
        reader.captured(&mut position)?;
        position.to_move = match reader.after_slash("whose turn it is, '1' or '2'")? {
            '1' => Side::First,
            '2' => Side::Second,
            _ => return Err(reader.wrong("whose turn it is, '1' or '2'")),
        };
        if V::COMPANIONS {
            reader.companions(&mut position)?;
        }
        if !reader.is_at_end() {
            reader.at += 1;
            return Err(reader.wrong("the end of the text"));
        }
        Ok(position)
    }

    /// Says why play cannot lead here.
    pub(super) fn check_sketch(&self) -> Result<(), PositionError> {
        self.check_numbers()?;
        self.check_companions()
    }
}

const fn digit(player: Side) -> &'static str {
    match player {
        Side::First => "1",
        Side::Second => "2",
    }
}

fn impossible<T>(reason: String) -> Result<T, PositionError> {
    Err(PositionError::Impossible(reason))
}

/// A text and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    rest: Chars<'a>,
    at: usize,
}

impl Reader<'_> {
    fn is_at_end(&self) -> bool {
        self.rest.as_str().is_empty()
    }

    /// The character just read was not the right one.
    fn wrong(&self, expected: &str) -> PositionError {
        PositionError::syntax(self.text, self.at - 1, expected)
    }

    fn next(&mut self, expected: &str) -> Result<char, PositionError> {
        self.at += 1;
        self.rest.next().ok_or_else(|| self.wrong(expected))
    }

    /// The first character of a new part.
    fn after_slash(&mut self, part: &str) -> Result<char, PositionError> {
        let expected = format!("'/' and {part}");
        if self.next(&expected)? != '/' {
            return Err(self.wrong(&expected));
        }
        self.next(part)
    }

    /// Seven characters behind a slash, one for each house.
    fn houses<T>(&mut self, part: &str, read: impl Fn(char) -> Option<T>) -> Result<Vec<(House, T)>, PositionError> {
        let mut values = Vec::with_capacity(House::ALL.len());
        for house in House::ALL {
            let character = if house == House::Stark { self.after_slash(part)? } else { self.next(part)? };
            values.push((house, read(character).ok_or_else(|| self.wrong(part))?));
        }
        Ok(values)
    }

    fn board<V: Variant>(&mut self) -> Result<HandOfTheKing<V>, PositionError> {
        const EXPECTED: &str = "a house from 0 to 6, 'V' for Varys or '.' for an empty place";
        let mut sets = [0; House::ALL.len()];
        let mut varys = None;
        for location in Location::all() {
            match self.next(EXPECTED)? {
                '.' => {}
                'V' if varys.is_some() => return Err(self.wrong("a house from 0 to 6 or '.': there is one Varys")),
                'V' => varys = Some(location),
                house => match house.to_digit(7) {
                    Some(index) => sets[index as usize] |= location.bit(),
                    None => return Err(self.wrong(EXPECTED)),
                },
            }
        }
        match varys {
            Some(varys) => Ok(HandOfTheKing::with_cards(sets, varys)),
            None => impossible("Varys, 'V', is not on the board".to_owned()),
        }
    }

    fn captured<V: Variant>(&mut self, position: &mut HandOfTheKing<V>) -> Result<(), PositionError> {
        let count = |character: char| character.to_digit(11);
        let counts = [
            self.houses("how many cards of each house First has, seven digits ('a' is ten)", count)?,
            self.houses("how many cards of each house Second has, seven digits ('a' is ten)", count)?,
        ];
        let last = self.houses("who captured last in each house, seven of '1', '2' and '-'", |character| {
            Some(match character {
                '-' => None,
                '1' => Some(Side::First),
                '2' => Some(Side::Second),
                _ => return None,
            })
        })?;
        for (house, last) in last {
            let have = [counts[0][house.index()].1, counts[1][house.index()].1];
            match last {
                None if have == [0, 0] => continue,
                Some(last) if have[last.index()] > 0 => {
                    position.captured.add(!last, house.code(), have[(!last).index()]);
                    position.captured.add(last, house.code(), have[last.index()]);
                }
                None => return impossible(format!("cards of {} were captured, but nobody was last", house.name())),
                Some(last) => {
                    let (player, house) = (digit(last), house.name());
                    return impossible(format!("player {player} captured last in {house} but has no card of it"));
                }
            }
        }
        Ok(())
    }

    fn companions<V: Variant>(&mut self, position: &mut HandOfTheKing<V>) -> Result<(), PositionError> {
        const EXPECTED: &str =
            "the companions available by their first two letters (JoGeRaSaJaMe) or '-', and '!' if one is due";
        position.companions = Companions::NONE;
        let mut character = self.after_slash(EXPECTED)?;
        if character == '-' && self.is_at_end() {
            return Ok(());
        }
        loop {
            if character == '!' {
                position.choosing = true;
                return Ok(());
            }
            let pair = [character, self.next(EXPECTED)?];
            let named = |companion: &Companion| companion.name().chars().take(2).eq(pair);
            match Companion::ALL.into_iter().find(named) {
                Some(companion) => position.companions = position.companions.with(companion),
                None => return Err(self.wrong(EXPECTED)),
            }
            if self.is_at_end() {
                return Ok(());
            }
            character = self.next(EXPECTED)?;
        }
    }
}

impl<V: Variant> HandOfTheKing<V> {
    /// Whether nothing has happened yet, so that the board alone says everything.
    fn is_start(&self) -> bool {
        self.captured.cards == 0 && self.to_move == Side::First && self.check_start().is_ok()
    }

    /// A start has every card.
    pub(super) fn check_start(&self) -> Result<(), PositionError> {
        for house in House::ALL {
            let (have, size, name) = (self.on_board(house), house.size(), house.name());
            if have != u32::from(size) {
                return impossible(format!(
                    "a board alone is a start and has {size} cards of {name}, not {have}; \
                     of a later position the captured cards follow behind '/'"
                ));
            }
        }
        Ok(())
    }

    /// On the board and captured there are as many cards as the house has, give and take what companions did.
    fn check_numbers(&self) -> Result<(), PositionError> {
        let missing = House::ALL.map(|house| {
            let captured: u8 = Side::BOTH.iter().map(|&player| self.captured.count(player, house)).sum();
            i32::from(house.size()) - i32::from(captured) - self.on_board(house) as i32
        });
        let gone = |companion| V::COMPANIONS && !self.companions.contains(companion);
        // Every use that Jon and Gendry may have been put to; the cards then missing were killed.
        let gifts = House::ALL.into_iter().map(Some).filter(|_| gone(Companion::Jon)).chain([None]);
        let explained = gifts.flat_map(|jon| [(jon, 0), (jon, 1)]).any(|(jon, gendry)| {
            let mut missing = missing;
            if let Some(house) = jon {
                missing[house.index()] += 2;
            }
            missing[House::Baratheon.index()] += gendry;
            let killed: i32 = missing.iter().sum();
            let killers = match killed {
                0 => true,
                1 => gone(Companion::Sandor),
                2 => gone(Companion::Jaqen),
                3 => gone(Companion::Sandor) && gone(Companion::Jaqen),
                _ => false,
            };
            (gendry == 0 || gone(Companion::Gendry)) && missing.iter().all(|&cards| cards >= 0) && killers
        });
        if explained {
            return Ok(());
        }
        let worst = House::ALL.into_iter().max_by_key(|house| missing[house.index()].abs());
        let house = worst.unwrap_or(House::Stark);
        let (size, counted) = (i32::from(house.size()), i32::from(house.size()) - missing[house.index()]);
        impossible(format!("{} has {size} cards, but {counted} are on the board or captured", house.name()))
    }

    /// Who is available could be of use, and who must choose has earned it.
    fn check_companions(&self) -> Result<(), PositionError> {
        if V::COMPANIONS && self.captured.cards == 0 && self.companions != Companions::ALL {
            return impossible("nothing is captured yet, so that all companions are available".to_owned());
        }
        let mut pruned = *self;
        pruned.prune();
        if let Some(useless) = self.companions.iter().find(|&companion| !pruned.companions.contains(companion)) {
            return impossible(format!("{} can no longer be of use and has left the game", useless.name()));
        }
        let earned = || {
            House::ALL.iter().any(|&house| self.on_board(house) == 0 && self.last_taker(house) == Some(self.to_move))
        };
        if self.choosing && self.companions.is_empty() {
            return impossible("a companion is due, but none is left".to_owned());
        }
        if self.choosing && !earned() {
            let player = digit(self.to_move);
            return impossible(format!("a companion is due, but player {player} has not just emptied a house"));
        }
        Ok(())
    }
}
