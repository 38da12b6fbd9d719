//! The odds of winning: those of every house, and from them those of more houses than the other side.

use grandline_games::Side;
use grandline_games::hand_of_the_king::{HandOfTheKing, House, Variant};
use grandline_search::Evaluator;

use super::COUNTS;
use crate::evaluation::Chosen;

/// A certainty.
pub(super) const SURE: i32 = 1 << 12;

/// For each house, by the cards of both sides and by whether the second of them took last, the odds that the first
/// ends up with the house if each card left is as likely to go to either side.
static ODDS: [[[[i32; 2]; COUNTS]; COUNTS]; 7] = {
    let mut tables = [[[[0; 2]; COUNTS]; COUNTS]; 7];
    let mut house = 0;
    while house < 7 {
        let size = 8 - house;
        // From full hands backwards, so that what a further card leads to is known.
        let mut own = COUNTS;
        while own > 0 {
            own -= 1;
            let mut other = COUNTS;
            while other > 0 {
                other -= 1;
                tables[house][own][other] = if own + other >= size {
                    [if own >= other { SURE } else { 0 }, if own > other { SURE } else { 0 }]
                } else {
                    let either = (tables[house][own + 1][other][0] + tables[house][own][other + 1][1]) / 2;
                    [either, either]
                };
            }
        }
        house += 1;
    }
    tables
};

/// How far the odds of most houses are ahead of those of fewer, and how many houses are expected beyond half of them, by the
/// odds of each house.
#[inline]
pub(super) fn most_houses(odds: impl Fn(House) -> i32) -> (i32, i32) {
    // The odds of each number of houses, built up house by house; four of seven win.
    let mut numbers = [0i32; 8];
    numbers[0] = SURE;
    let mut expected = 0;
    for house in House::ALL {
        let odds = odds(house);
        expected += odds - SURE / 2;
        for number in (1..=house.index() + 1).rev() {
            numbers[number] = (numbers[number] * (SURE - odds) + numbers[number - 1] * odds) / SURE;
        }
        numbers[0] = numbers[0] * (SURE - odds) / SURE;
    }
    (numbers[4..].iter().sum::<i32>() - numbers[..4].iter().sum::<i32>(), expected)
}

/// The odds of winning most houses, and the houses expected.
pub struct Odds {
    /// The weight of the odds of winning the game, from even to sure.
    win: i32,
    /// The weight of a house expected.
    houses: i32,
}

impl Odds {
    pub(super) const PARAMETERS: [(&'static str, i32); 2] = [("win", 1000), ("houses", 50)];

    pub(super) fn new(chosen: &Chosen) -> Self {
        Odds { win: chosen.get("win"), houses: chosen.get("houses") }
    }

    /// The value for the first player; the second's is its negative.
    #[inline]
    fn first<V: Variant>(&self, position: &HandOfTheKing<V>) -> i32 {
        let (own, other) = (position.counts(Side::First), position.counts(Side::Second));
        let (ahead, expected) = most_houses(|house| {
            let index = house.index();
            let (own, other) = (usize::from(own[index]), usize::from(other[index]));
            let second_last = position.last_taker(house) == Some(Side::Second);
            ODDS[index][own.min(COUNTS - 1)][other.min(COUNTS - 1)][usize::from(second_last)]
        });
        self.win * ahead / SURE + self.houses * expected / SURE
    }
}

impl<V: Variant> Evaluator<HandOfTheKing<V>> for Odds {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        let value = self.first(position);
        if viewpoint == Side::First { value } else { -value }
    }

    fn scale(&self) -> i32 {
        1000
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
