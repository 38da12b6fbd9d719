//! Moves of Hand of the King in the words of its cards, and what to touch next.

use super::companions::Companion;
use super::house::House;
use super::location::Location;
use super::{HandOfTheKing, Move, Variant};

/// A move in a few words: `2 Stark`, `Ramsay swaps Stark and Tully`.
pub(super) fn move_words<V: Variant>(position: &HandOfTheKing<V>, mv: Move) -> String {
    let card = |location: Location| position.card(location).map_or("Varys", House::name);
    match mv {
        Move::Take(target) => match position.taken_by(target) {
            1 => card(target).to_owned(),
            count => format!("{count} {}", card(target)),
        },
        Move::Jon(target) => format!("Jon brings 2 {}", card(target)),
        Move::Gendry => "Gendry brings 1 Baratheon".to_owned(),
        Move::Ramsay(a, b) => format!("Ramsay swaps {} and {}", card(a), card(b)),
        Move::Sandor(target) => format!("Sandor kills {}", card(target)),
        Move::Jaqen(a, b, killed) => format!("Jaqen kills {}, {} and {}", card(a), card(b), killed.name()),
        Move::Melisandre => "Melisandre: move again".to_owned(),
    }
}

/// The house that a move is about, if it is about one.
pub(super) fn house_of<V: Variant>(position: &HandOfTheKing<V>, mv: Move) -> Option<House> {
    match mv {
        Move::Take(card) | Move::Jon(card) | Move::Sandor(card) => position.card(card),
        Move::Gendry => Some(House::Baratheon),
        Move::Ramsay(..) | Move::Jaqen(..) | Move::Melisandre => None,
    }
}

/// What to touch after the name of a companion and the choices made for it; without one, what a turn starts with.
pub(super) fn prompt<V: Variant>(
    position: &HandOfTheKing<V>,
    companion: Option<Companion>,
    touched: usize,
) -> Option<&'static str> {
    let words = match (companion, touched) {
        (None, 0) if position.is_choosing() => "You took the last card of a house: choose a companion below the board.",
        (None, 0) => "Choose a card in the row or column of Varys.",
        (Some(Companion::Jon), 1) => "Jon: choose a card of the house that gets you two cards.",
        (Some(Companion::Sandor), 1) => "Sandor: choose the card to kill.",
        (Some(Companion::Ramsay), 1) => "Ramsay: choose the first card to swap; Varys counts as a card.",
        (Some(Companion::Ramsay), 2) => "Ramsay: choose the card to swap it with.",
        (Some(Companion::Jaqen), 1) => "Jaqen: choose the first card to kill.",
        (Some(Companion::Jaqen), 2) => "Jaqen: choose the second card to kill.",
        (Some(Companion::Jaqen), 3) => "Jaqen: choose the companion to remove.",
        _ => return None,
    };
    Some(words)
}
