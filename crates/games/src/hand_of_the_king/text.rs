//! Hand of the King in words: moves, results and what records say of a position.

use serde_json::{Map, Value, json};

use super::companions::Companion;
use super::house::House;
use super::location::Location;
use super::{HandOfTheKing, Move, Variant};
use crate::edit::Editor;
use crate::game::{Game, Margin, Side};
use crate::measure::{Measure, MeasureKind};
use crate::notation::{MoveError, Notation};
use crate::scene::{Ending, Scene, Shape, Tint};

impl<V: Variant> Notation for HandOfTheKing<V> {
    const NAME: &'static str = V::NAME;
    const EDITOR: Option<Editor<Self>> = Some(super::edit::editor());
    const TITLE: &'static str = V::TITLE;
    const PALETTE: &'static [Tint] = &super::sigils::PALETTE;
    const SUMMARY: &'static str = V::SUMMARY;
    const MEASURES: &'static [Measure] = &[
        Measure { key: "banners", name: "banners", kind: MeasureKind::Contested, read: banners },
        Measure { key: "cards", name: "cards", kind: MeasureKind::Counted, read: cards },
    ];

    fn format_move(&self, mv: Move) -> String {
        match mv {
            Move::Take(target) => target.number().to_string(),
            Move::Jon(card) => format!("Jon:{}", card.number()),
            Move::Gendry => "Gendry".to_owned(),
            Move::Ramsay(a, b) => format!("Ramsay:{},{}", a.number(), b.number()),
            Move::Sandor(card) => format!("Sandor:{}", card.number()),
            Move::Jaqen(a, b, killed) => format!("Jaqen:{},{},{}", a.number(), b.number(), killed.name()),
            Move::Melisandre => "Melisandre".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = read_move::<V>(text)?;
        if self.outcome().is_some() {
            return Err(MoveError::over(text, self));
        }
        self.check(mv).map_err(|reason| MoveError::illegal(text, reason))?;
        Ok(mv)
    }

    fn path(&self, mv: Move) -> Vec<String> {
        let mut path: Vec<String> = mv.companion().iter().map(|companion| companion.name().to_owned()).collect();
        match mv {
            Move::Take(card) | Move::Jon(card) | Move::Sandor(card) => path.push(card.number().to_string()),
            Move::Ramsay(a, b) | Move::Jaqen(a, b, _) => path.extend([a, b].map(|card| card.number().to_string())),
            Move::Gendry | Move::Melisandre => {}
        }
        if let Move::Jaqen(_, _, killed) = mv {
            path.push(killed.name().to_owned());
        }
        path
    }

    fn paths(&self, mv: Move) -> Vec<Vec<String>> {
        let path = self.path(mv);
        match mv {
            Move::Ramsay(..) | Move::Jaqen(..) => {
                let mut swapped = path.clone();
                swapped.swap(1, 2);
                vec![path, swapped]
            }
            _ => vec![path],
        }
    }

    fn move_words(&self, mv: Move) -> String {
        super::words::move_words(self, mv)
    }

    fn move_icon(&self, mv: Move) -> Vec<Shape> {
        super::words::house_of(self, mv).map(super::picture::standard).unwrap_or_default()
    }

    fn prompt(&self, first: Option<&str>, touched: usize) -> Option<String> {
        super::words::prompt(self, first.and_then(Companion::named), touched).map(str::to_owned)
    }

    fn why_not(&self, touched: &[String], cell: &str) -> Option<String> {
        let chosen = touched.first().and_then(|name| Companion::named(name));
        match (chosen, Companion::named(cell)) {
            (None, None) => self.check(Move::Take(cell.parse().ok().and_then(Location::new)?)).err(),
            (None, Some(companion)) => self.check_companion(companion).err(),
            (Some(Companion::Jaqen), Some(companion)) if touched.len() == 3 => self.check_killed(companion).err(),
            (Some(companion), Some(_)) => Some(format!("{} needs a card now", companion.name())),
            (Some(Companion::Jaqen), None) if touched.len() == 3 => Some("Jaqen needs a companion now".to_owned()),
            (Some(companion), None) => {
                let card = cell.parse().ok().and_then(Location::new)?;
                // Ramsay may swap Varys.
                let is_fit = companion == Companion::Ramsay && card == self.varys;
                if is_fit { None } else { self.check_card(card).err() }
            }
        }
    }

    fn scene(&self, last: Option<Move>) -> Scene {
        super::picture::draw(self, last, None)
    }

    fn scene_at_end(&self, last: Option<Move>, ending: &Ending) -> Scene {
        super::picture::draw(self, last, Some(ending))
    }

    fn detail(&self) -> Value {
        let owners: String =
            House::ALL.iter().map(|&house| self.owner(house).map_or('0', |owner| ['1', '2'][owner.index()])).collect();
        let companions: Vec<&str> = self.companions().iter().map(Companion::name).collect();
        json!({
            "owners": owners,
            "counts": [self.counts(Side::First), self.counts(Side::Second)],
            "left": self.cards_left(),
            "companions": companions,
            "choosing": self.is_choosing(),
        })
    }

    fn move_counts(&self) -> Map<String, Value> {
        let ordered = if self.is_choosing() { self.count_companion_moves(true) } else { self.count_moves() };
        Map::from_iter([("legal_ordered".to_owned(), json!(ordered))])
    }

    fn reason(&self) -> String {
        let Some(winner) = self.outcome().and_then(Margin::winner) else {
            return "the game is not over".to_owned();
        };
        let (own, other) = (self.banners(winner), self.banners(!winner));
        let player = Self::side_name(winner);
        match self.captured.owned().foremost() {
            Some((house, _)) if own == other => {
                let banners = if own == 1 { "banner" } else { "banners" };
                format!("{own} {banners} each; {player} owns {}, the first house in order", house.name())
            }
            _ => format!("{player} wins {own} {} to {other}", if own == 1 { "banner" } else { "banners" }),
        }
    }
}

/// How many houses each player owns in a detail.
fn banners(detail: &Value) -> Option<[f64; 2]> {
    let owners = detail.get("owners")?.as_str()?;
    Some(['1', '2'].map(|player| owners.chars().filter(|&owner| owner == player).count() as f64))
}

/// How many cards each player has taken in a detail.
fn cards(detail: &Value) -> Option<[f64; 2]> {
    let of =
        |player: usize| detail.get("counts")?.get(player)?.as_array()?.iter().map(Value::as_f64).sum::<Option<f64>>();
    Some([of(0)?, of(1)?])
}

/// Reads `17`, `Jon:3`, `Ramsay:9,3` or `jaqen:3,9,jon` without asking whether it is legal.
fn read_move<V: Variant>(text: &str) -> Result<Move, MoveError> {
    let (name, choices) = match text.split_once(':') {
        Some((name, choices)) => (name, Some(choices)),
        None => (text, None),
    };
    let Some(companion) = Companion::named(name).filter(|_| V::COMPANIONS) else {
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(Move::Take(location(text, text, 0)?));
        }
        let expected = if V::COMPANIONS { "a location from 0 to 35 or a companion" } else { "a location from 0 to 35" };
        return Err(MoveError::syntax(text, 0, expected));
    };
    // Choices stand behind the name and its colon; every error says where in the whole text.
    let start = name.len() + 1;
    let parts: Vec<&str> = choices.map(|choices| choices.split(',').collect()).unwrap_or_default();
    let place = |index: usize| start + parts[..index].iter().map(|part| part.chars().count() + 1).sum::<usize>();
    let card = |index: usize| location(text, parts[index], place(index));
    let (wanted, form) = match companion {
        Companion::Gendry | Companion::Melisandre => (0, "no choice"),
        Companion::Jon | Companion::Sandor => (1, "a card, such as 17"),
        Companion::Ramsay => (2, "two cards, such as 3,9"),
        Companion::Jaqen => (3, "two cards and a companion, such as 3,9,Jon"),
    };
    match (companion, parts.len()) {
        (Companion::Gendry, 0) => Ok(Move::Gendry),
        (Companion::Melisandre, 0) => Ok(Move::Melisandre),
        (Companion::Jon, 1) => Ok(Move::Jon(card(0)?)),
        (Companion::Sandor, 1) => Ok(Move::Sandor(card(0)?)),
        (Companion::Ramsay, 2) => Ok(Move::ramsay(card(0)?, card(1)?)),
        (Companion::Jaqen, 3) => {
            let killed = Companion::named(parts[2]).ok_or_else(|| MoveError::syntax(text, place(2), "a companion"))?;
            Ok(Move::jaqen(card(0)?, card(1)?, killed))
        }
        (_, given) if given > wanted => {
            let end = place(wanted) - 1;
            Err(MoveError::syntax(text, end, format!("the end: {} takes {form}", companion.name())))
        }
        (_, 0) => Err(MoveError::syntax(text, text.chars().count(), format!("':' and {form}"))),
        _ => Err(MoveError::syntax(
            text,
            text.chars().count(),
            format!("',' and more: {} takes {form}", companion.name()),
        )),
    }
}

/// A location from 0 to 35 that begins at a place of the whole text.
fn location(text: &str, part: &str, start: usize) -> Result<Location, MoveError> {
    const EXPECTED: &str = "a location from 0 to 35";
    if let Some(wrong) = part.chars().position(|character| !character.is_ascii_digit()) {
        return Err(MoveError::syntax(text, start + wrong, EXPECTED));
    }
    part.parse().ok().and_then(Location::new).ok_or_else(|| MoveError::syntax(text, start, EXPECTED))
}

impl<V: Variant> HandOfTheKing<V> {
    /// Says which rule a move breaks.
    fn check(&self, mv: Move) -> Result<(), String> {
        let Some(companion) = mv.companion() else {
            let Move::Take(target) = mv else { return Ok(()) };
            if self.is_choosing() {
                return Err(format!("a companion is due: choose one of {}", self.companion_names()));
            }
            return self.check_target(target);
        };
        self.check_companion(companion)?;
        match mv {
            Move::Jon(card) | Move::Sandor(card) => self.check_card(card),
            Move::Ramsay(a, b) | Move::Jaqen(a, b, _) if a == b => {
                Err(format!("{} needs two different cards", companion.name()))
            }
            Move::Ramsay(a, b) => {
                [a, b].into_iter().filter(|&card| card != self.varys).try_for_each(|card| self.check_card(card))
            }
            Move::Jaqen(a, b, killed) => {
                self.check_killed(killed)?;
                [a, b].into_iter().try_for_each(|card| self.check_card(card))
            }
            Move::Gendry | Move::Melisandre | Move::Take(_) => Ok(()),
        }
    }

    fn companion_names(&self) -> String {
        self.companions().iter().map(Companion::name).collect::<Vec<_>>().join(", ")
    }

    /// Says why a companion cannot be used.
    fn check_companion(&self, companion: Companion) -> Result<(), String> {
        if !self.companions().contains(companion) {
            return Err(format!("{} is no longer available", companion.name()));
        }
        if !self.is_choosing() {
            return Err("no companion is due: it takes the last card of a house to earn one".to_owned());
        }
        Ok(())
    }

    /// Says why Jaqen cannot kill a companion.
    fn check_killed(&self, killed: Companion) -> Result<(), String> {
        if killed == Companion::Jaqen {
            return Err("Jaqen kills another companion than himself".to_owned());
        }
        if !self.companions().contains(killed) {
            let names = self.companion_names();
            return Err(format!("{} is no longer available (companions: {names})", killed.name()));
        }
        Ok(())
    }

    fn check_card(&self, card: Location) -> Result<(), String> {
        match self.card(card) {
            Some(_) => Ok(()),
            None if card == self.varys => Err(format!("Varys stands at {}, and he cannot be chosen", card.number())),
            None => Err(format!("no card at {}", card.number())),
        }
    }

    fn check_target(&self, target: Location) -> Result<(), String> {
        let number = target.number();
        let legal = || self.moves().map(|mv| self.format_move(mv)).collect::<Vec<_>>().join(", ");
        let Some(house) = self.card(target) else {
            let what = if target == self.varys { "Varys stands" } else { "no card" };
            return Err(format!("{what} at {number} (legal: {})", legal()));
        };
        if self.varys.lines() & target.bit() == 0 {
            return Err(format!("{number} is not in Varys' row or column (legal: {})", legal()));
        }
        match self.farthest_behind(target).filter(|_| V::FARTHEST_ONLY) {
            Some(farther) => Err(format!(
                "a farther {} card lies in that direction at {} (legal: {})",
                house.name(),
                farther.number(),
                legal()
            )),
            None => Ok(()),
        }
    }
}
