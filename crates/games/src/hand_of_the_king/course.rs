//! The board files of the course: a JSON array of 36 cards, each with its house, name and location.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::house::House;
use super::location::{Location, PLACES};
use super::{HandOfTheKing, Variant};

/// What the files call the house of Varys.
const NO_HOUSE: &str = "No House";

/// One card as the files write it.
#[derive(Serialize, Deserialize)]
struct Card {
    house: String,
    name: String,
    location: u64,
}

/// Why a text is not a board file of the course.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The text is not a JSON array of cards.
    #[error("not a board file: {0}")]
    Json(String),
    /// A location does not exist.
    #[error("card {card}: there is no location {location}; the board has 0 to 35")]
    NoSuchLocation {
        /// The number of the card in the file, from 1.
        card: usize,
        /// What it says.
        location: u64,
    },
    /// Two cards lie at one place.
    #[error("location {0} has two cards")]
    TwoCards(u8),
    /// A place has no card.
    #[error("location {0} has no card")]
    NoCard(u8),
    /// A house does not exist.
    #[error("card {card}: there is no house '{house}'; the houses are {}, and '{NO_HOUSE}' for Varys", houses())]
    NoSuchHouse {
        /// The number of the card in the file, from 1.
        card: usize,
        /// What it says.
        house: String,
    },
    /// A house has too many or too few cards.
    #[error("{house} has {size} cards, but the file has {found}")]
    WrongNumber {
        /// The name of the house.
        house: &'static str,
        /// How many cards it has in the game.
        size: u8,
        /// How many the file gives it.
        found: usize,
    },
    /// Only a start can be written, for these files know nothing of captured cards.
    #[error("the board files of the course hold starts only, and cards of this position are captured")]
    NotAStart,
}

fn houses() -> String {
    House::ALL.map(House::name).join(", ")
}

impl<V: Variant> HandOfTheKing<V> {
    /// The start that a board file of the course describes.
    pub fn from_course_board(json: &str) -> Result<Self, BoardError> {
        let cards: Vec<Card> = serde_json::from_str(json).map_err(|error| BoardError::Json(error.to_string()))?;
        let mut sets = [0u64; House::ALL.len()];
        let mut varys = Vec::new();
        let mut filled = 0;
        for (index, card) in cards.iter().enumerate() {
            let location = u8::try_from(card.location).ok().and_then(Location::new);
            let number = index + 1;
            let location = location.ok_or(BoardError::NoSuchLocation { card: number, location: card.location })?;
            if filled & location.bit() != 0 {
                return Err(BoardError::TwoCards(location.number()));
            }
            filled |= location.bit();
            if card.house == NO_HOUSE {
                varys.push(location);
                continue;
            }
            let house = House::ALL.into_iter().find(|house| house.name() == card.house);
            let house = house.ok_or_else(|| BoardError::NoSuchHouse { card: number, house: card.house.clone() })?;
            sets[house.index()] |= location.bit();
        }
        if let Some(empty) = Location::all().find(|location| filled & location.bit() == 0) {
            return Err(BoardError::NoCard(empty.number()));
        }
        for house in House::ALL {
            let found = sets[house.index()].count_ones() as usize;
            if found != usize::from(house.size()) {
                return Err(BoardError::WrongNumber { house: house.name(), size: house.size(), found });
            }
        }
        // The numbers of all houses are right, so the one card that is left must be Varys.
        varys.first().map_or_else(
            || Err(BoardError::WrongNumber { house: "Varys", size: 1, found: 0 }),
            |&varys| Ok(Self::with_cards(sets, varys)),
        )
    }

    /// A start as a board file of the course. Names have no effect; those of a house are given out in their fixed order.
    pub fn to_course_board(&self) -> Result<String, BoardError> {
        if self.captured.cards != 0 || self.check_start().is_err() {
            return Err(BoardError::NotAStart);
        }
        let mut names = House::ALL.map(|house| house.card_names().iter());
        let mut cards = Vec::with_capacity(usize::from(PLACES));
        for location in Location::all() {
            let (house, name) = match self.card(location) {
                Some(house) => (house.name(), names[house.index()].next().copied().unwrap_or_default()),
                None => (NO_HOUSE, "Varys"),
            };
            cards.push(Card { house: house.to_owned(), name: name.to_owned(), location: location.number().into() });
        }
        serde_json::to_string_pretty(&cards).map_err(|error| BoardError::Json(error.to_string()))
    }
}
