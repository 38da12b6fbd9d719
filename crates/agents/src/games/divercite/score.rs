//! Evaluations that look at points only.

use grandline_games::divercite::{Divercite, Placement, Variant};
use grandline_games::{Game, Margin, Side};
use grandline_search::Evaluator;

use super::{is_last, lead, lead_after};

/// Own score less the opponent's, as reported.
pub struct Score;

impl<V: Variant> Evaluator<Divercite<V>> for Score {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        lead(position, viewpoint)
    }

    #[inline]
    fn terminal(&self, _: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        lead(position, viewpoint)
    }

    #[inline]
    fn leaf_after(&self, _: &(), _: &mut (), before: &Divercite<V>, mv: Placement, _ply: u32, viewpoint: Side) -> i32 {
        if is_last(before) { lead(&before.child(mv), viewpoint) } else { lead_after(before, mv, viewpoint) }
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// Own score alone: what the course's greedy template looks at.
pub struct OwnScore;

impl<V: Variant> Evaluator<Divercite<V>> for OwnScore {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        i32::from(position.score(viewpoint))
    }

    #[inline]
    fn terminal(&self, _: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        i32::from(position.score(viewpoint))
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// The score as the code of theboys measures it: the opponent is whoever moves next, so that after an opponent's move
/// the agent is compared with itself.
pub struct ScoreLiteral;

impl<V: Variant> Evaluator<Divercite<V>> for ScoreLiteral {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        if position.to_move() == viewpoint { 0 } else { lead(position, viewpoint) }
    }

    #[inline]
    fn terminal(&self, state: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        self.evaluate(state, position, viewpoint)
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}
