//! The evaluation of the Orque des Tranchées: the score, and what the agent itself still has to place.

use grandline_games::divercite::{Divercite, Kind, LAST_STEP, Placement, Variant};
use grandline_games::{Game, Margin, Side};
use grandline_search::Evaluator;

use super::{is_last, lead, lead_after};

/// `score + (1 - c*step/40) * own cities left + (1 + r*step/40) * own resources left`, in fortieths of a point.
/// The stock is always that of the searching agent, so that the value is not the negative of the opponent's.
pub struct Stock {
    /// How fast cities lose their value while they are kept.
    pub cities: i32,
    /// How fast resources gain value while they are kept.
    pub resources: i32,
}

impl Stock {
    #[inline]
    fn value(&self, lead: i32, step: i32, cities: i32, pieces: i32) -> i32 {
        let unit = i32::from(LAST_STEP);
        unit * lead + (unit - self.cities * step) * cities + (unit + self.resources * step) * (pieces - cities)
    }
}

impl<V: Variant> Evaluator<Divercite<V>> for Stock {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        let cities = i32::from(position.cities_left(viewpoint));
        let pieces = i32::from(position.pieces_left(viewpoint));
        self.value(lead(position, viewpoint), i32::from(position.plies()), cities, pieces)
    }

    fn scale(&self) -> i32 {
        i32::from(LAST_STEP)
    }

    #[inline]
    fn terminal(&self, state: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        self.evaluate(state, position, viewpoint)
    }

    #[inline]
    fn leaf_after(&self, state: &(), _: &mut (), before: &Divercite<V>, mv: Placement, _ply: u32, viewpoint: Side) -> i32 {
        if is_last(before) {
            return self.evaluate(state, &before.child(mv), viewpoint);
        }
        let own = i32::from(before.to_move() == viewpoint);
        let is_city = i32::from(mv.cell().kind() == Kind::City);
        let cities = i32::from(before.cities_left(viewpoint)) - (own & is_city);
        let pieces = i32::from(before.pieces_left(viewpoint)) - own;
        self.value(lead_after(before, mv, viewpoint), i32::from(before.plies()) + 1, cities, pieces)
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}
