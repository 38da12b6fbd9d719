//! The odds of winning with companions in play: they count the cards that are really left, and what the next capture
//! would change.

use grandline_games::hand_of_the_king::{HandOfTheKing, House, Location, Move, Variant};
use grandline_games::{Game, Side};
use grandline_search::Evaluator;

use super::odds::{SURE, most_houses};
use crate::evaluation::Chosen;

/// The largest lead in a house: eight Starks and Jon's two.
const LEAD: usize = 10;

/// The odds that a house ends up with a side by the cards left, its lead and whether it took last, if each card left is
/// as likely to go to either side.
static ODDS: [[[i32; 2]; 2 * LEAD + 1]; 9] = {
    let mut odds = [[[0; 2]; 2 * LEAD + 1]; 9];
    let mut left = 0;
    while left < 9 {
        let mut lead = 0;
        while lead <= 2 * LEAD {
            odds[left][lead] = if left > 0 {
                let more = if lead < 2 * LEAD { lead + 1 } else { lead };
                let either = (odds[left - 1][more][1] + odds[left - 1][lead.saturating_sub(1)][0]) / 2;
                [either, either]
            } else if lead == LEAD {
                [0, SURE]
            } else if lead > LEAD {
                [SURE, SURE]
            } else {
                [0, 0]
            };
            lead += 1;
        }
        left += 1;
    }
    odds
};

/// The odds of winning most houses, the houses expected, and the best capture of the player to move.
pub struct Prospects {
    /// The weight of the odds of winning the game, from even to sure.
    win: i32,
    /// The weight of a house expected.
    houses: i32,
    /// The weight of a house that the next capture would gain.
    tempo: i32,
}

impl Prospects {
    pub(super) const PARAMETERS: [(&'static str, i32); 3] = [("win", 1000), ("houses", 50), ("tempo", 200)];

    pub(super) fn new(chosen: &Chosen) -> Self {
        Prospects { win: chosen.get("win"), houses: chosen.get("houses"), tempo: chosen.get("tempo") }
    }

    /// The value of the captured cards alone.
    #[inline]
    fn cards<V: Variant>(&self, position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        let counts = [position.counts(viewpoint), position.counts(!viewpoint)];
        let (ahead, expected) = most_houses(|house| {
            let index = house.index();
            house_odds(position, house, [counts[0][index], counts[1][index]], viewpoint)
        });
        self.win * ahead / SURE + self.houses * expected / SURE
    }

    /// What the best capture adds to the odds of its house, for the player to move.
    #[inline]
    fn best_capture<V: Variant>(position: &HandOfTheKing<V>) -> i32 {
        let mover = position.to_move();
        let counts = [position.counts(mover), position.counts(!mover)];
        let gain = |mv: Move| {
            let Move::Take(target) = mv else { return None };
            let house = position.card(target)?;
            let index = house.index();
            let after = position.child(mv);
            let pair = [counts[0][index], counts[1][index]];
            let taken = [after.counts(mover)[index], counts[1][index]];
            Some(house_odds(&after, house, taken, mover) - house_odds(position, house, pair, mover))
        };
        position.moves().filter_map(gain).max().unwrap_or(0)
    }

    fn value(&self, cards: i32, gain: i32, gains: bool) -> i32 {
        let tempo = self.tempo * gain / SURE;
        if gains { cards + tempo } else { cards - tempo }
    }
}

/// The odds of one house for a side, given the cards of both.
#[inline]
fn house_odds<V: Variant>(position: &HandOfTheKing<V>, house: House, [own, other]: [u8; 2], side: Side) -> i32 {
    let left = position.on_board(house) as usize;
    if own == 0 && other == 0 && left == 0 {
        return SURE / 2;
    }
    let lead = (LEAD + usize::from(own)).saturating_sub(usize::from(other)).min(2 * LEAD);
    ODDS[left.min(8)][lead][usize::from(position.last_taker(house) == Some(side))]
}

/// Whether a companion's choice changes what Varys can reach next, or nothing but that could be changed.
fn touches_varys<V: Variant>(position: &HandOfTheKing<V>, mv: Move) -> bool {
    let varys = position.varys();
    let beside = |place: Location| place.row() == varys.row() || place.column() == varys.column();
    match mv {
        Move::Ramsay(a, b) => a == varys || b == varys,
        Move::Jaqen(a, b, _) => beside(a) && beside(b),
        Move::Sandor(card) => beside(card),
        _ => true,
    }
}

impl<V: Variant> Evaluator<HandOfTheKing<V>> for Prospects {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        let gain = if position.is_choosing() { SURE / 4 } else { Self::best_capture(position) };
        self.value(self.cards(position, viewpoint), gain, position.to_move() == viewpoint)
    }

    fn scale(&self) -> i32 {
        1000
    }

    /// Of the hundreds of choices of a companion, those that leave Varys' row and column alone are valued as if the
    /// reply gained half a house: less than the others, and without a look at the replies.
    #[inline]
    fn leaf_after(
        &self,
        _state: &(),
        _scratch: &mut (),
        before: &HandOfTheKing<V>,
        mv: Move,
        ply: u32,
        viewpoint: Side,
    ) -> i32 {
        let after = before.child(mv);
        if touches_varys(before, mv) {
            self.leaf(&(), &after, ply, viewpoint)
        } else {
            self.value(self.cards(&after, viewpoint), SURE / 2, after.to_move() == viewpoint)
        }
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
