//! The heuristic of the report, corrected and with the bugs of its code.
//!
//! The value of a house depends on the cards each side has of it and on who took last. The tables hold it for all
//! counts, in three-hundredths, so that thirds, quarters and the factor 1.2 are integers.

use grandline_games::hand_of_the_king::{HandOfTheKing, House, Variant};
use grandline_games::{Margin, Side};
use grandline_search::Evaluator;

use super::COUNTS;

/// Units that make 1.
const UNIT: i32 = 300;
/// A won game.
const WON: i32 = 80 * UNIT;

/// What a house is worth for the player with the first count, by the other's count and whether that player took last.
type HouseTable = [[[i32; 2]; COUNTS]; COUNTS];

static MENDED: [HouseTable; 7] = tables(false);
static LITERAL: [HouseTable; 7] = tables(true);

const fn tables(literal: bool) -> [HouseTable; 7] {
    let mut tables = [[[[0; 2]; COUNTS]; COUNTS]; 7];
    let mut house = 0;
    while house < 7 {
        let mut own = 0;
        while own < COUNTS {
            let mut other = 0;
            while other < COUNTS {
                tables[house][own][other] = [
                    worth(house, own as i32, other as i32, false, literal),
                    worth(house, own as i32, other as i32, true, literal),
                ];
                other += 1;
            }
            own += 1;
        }
        house += 1;
    }
    tables
}

/// The value of a house for the player who has `own` cards of it.
const fn worth(house: usize, own: i32, other: i32, took_last: bool, literal: bool) -> i32 {
    const STARK: usize = House::Stark as usize;
    const LANNISTER: usize = House::Lannister as usize;
    const TARGARYEN: usize = House::Targaryen as usize;
    const BARATHEON: usize = House::Baratheon as usize;
    const TYRELL: usize = House::Tyrell as usize;
    const TULLY: usize = House::Tully as usize;

    let size = 8 - house as i32;
    let prize = if house == STARK { 10 * UNIT + UNIT / 100 } else { 10 * UNIT };
    let all_taken = own + other >= size;
    if literal && house == TYRELL {
        // The code asks whether the player has exactly two of the three.
        if all_taken {
            return if own == 2 { prize } else { -prize };
        }
    } else if 2 * own > size || all_taken && (own > other || own == other && took_last) {
        return prize;
    } else if 2 * other > size || all_taken {
        return -prize;
    }
    // Nothing is to be gained where the next card decides, or before Tully's last.
    let taken = own + other;
    let dead = match house {
        TULLY => true,
        BARATHEON => taken == 3,
        LANNISTER => taken == 5,
        STARK => taken == 7,
        _ => false,
    };
    if dead {
        return 0;
    }
    let weight = match house {
        TYRELL => 2 * UNIT,
        BARATHEON => UNIT,
        TARGARYEN => UNIT / 3,
        _ => UNIT / 4,
    };
    // A bug of the code: in Lannister the other's share is lessened by the plain count.
    let lessened = if literal && house == LANNISTER { own } else { sum(own) };
    share(weight, sum(own), sum(other)) - share(weight, sum(other), lessened)
}

/// The sum of the numbers up to `n`.
const fn sum(n: i32) -> i32 {
    n * (n + 1) / 2
}

/// `max(0, 1.2 * k * f(own) - k * f(other))`.
const fn share(weight: i32, own: i32, other: i32) -> i32 {
    let share = weight * 12 / 10 * own - weight * other;
    if share > 0 { share } else { 0 }
}

/// The heuristic by a table.
#[inline]
fn value<V: Variant>(tables: &[HouseTable; 7], position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
    let (own, other) = (position.counts(viewpoint), position.counts(!viewpoint));
    let mut value = 0;
    for house in House::ALL {
        let index = house.index();
        let took_last = position.last_taker(house) == Some(viewpoint);
        let (own, other) = (usize::from(own[index]), usize::from(other[index]));
        value += tables[index][own.min(COUNTS - 1)][other.min(COUNTS - 1)][usize::from(took_last)];
    }
    value
}

/// The heuristic without the bugs. A position at the horizon is valued by it even if it is final, as in the code;
/// a final one before the horizon is worth 80 or -80.
pub struct Houses;

impl<V: Variant> Evaluator<HandOfTheKing<V>> for Houses {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        value(&MENDED, position, viewpoint)
    }

    fn scale(&self) -> i32 {
        UNIT
    }

    fn terminal(&self, _: &(), _: &HandOfTheKing<V>, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        WON * i32::from(margin.seen_by(viewpoint).signum())
    }

    #[inline]
    fn leaf(&self, _: &(), position: &HandOfTheKing<V>, _ply: u32, viewpoint: Side) -> i32 {
        value(&MENDED, position, viewpoint)
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn is_result_proven(&self) -> bool {
        false
    }

    fn is_consistent(&self) -> bool {
        false
    }
}

/// The heuristic as the code has it, and the end of the game as the code sees it.
pub struct HousesLiteral;

impl HousesLiteral {
    /// Houses by count and at equal counts by who took last, ten each; equal totals go to the last taker of a Stark.
    fn has_won<V: Variant>(position: &HandOfTheKing<V>, player: Side) -> bool {
        let total = |player: Side| {
            let last_stark = position.last_taker(House::Stark) == Some(player);
            10 * position.banners(player) + u32::from(last_stark)
        };
        total(player) > total(!player)
    }
}

impl<V: Variant> Evaluator<HandOfTheKing<V>> for HousesLiteral {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        value(&LITERAL, position, viewpoint)
    }

    fn scale(&self) -> i32 {
        UNIT
    }

    fn terminal(&self, _: &(), position: &HandOfTheKing<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        if Self::has_won(position, viewpoint) { WON } else { -WON }
    }

    #[inline]
    fn leaf(&self, _: &(), position: &HandOfTheKing<V>, _ply: u32, viewpoint: Side) -> i32 {
        value(&LITERAL, position, viewpoint)
    }

    fn is_result_proven(&self) -> bool {
        false
    }

    fn is_consistent(&self) -> bool {
        false
    }
}
