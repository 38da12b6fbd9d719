//! Hand of the King: the heuristic of the report, and the odds of winning each house.

mod houses;
mod odds;

use grandline_games::hand_of_the_king::{HandOfTheKing, Variant};
use grandline_games::{Record, Side};
use grandline_search::{Evaluator, Indifferent};

pub use houses::{Houses, HousesLiteral};
pub use odds::Odds;

use super::stateless;
use crate::call::{Chosen, Declaration};
use crate::family::{Family, RESULT, Visitor};
use crate::schedule::Stage;

/// One more than the most cards of a house a player can have: eight Starks and Jon's two.
const COUNTS: usize = 11;

impl<V: Variant> Family for HandOfTheKing<V> {
    const PRESETS: (&'static str, &'static str) =
        ("hand-of-the-king.toml", include_str!("../../presets/hand-of-the-king.toml"));

    const EVALUATIONS: &'static [Declaration] = &[
        Declaration {
            name: "houses",
            description: "the report's heuristic without the slips of its code; 80 for a win",
            parameters: &[],
        },
        Declaration {
            name: "houses-literal",
            description: "the report's heuristic as its code has it; 80 for a win as the code sees it",
            parameters: &[],
        },
        Declaration {
            name: "odds",
            description: "the odds of winning if every card left were as likely to go to either side, in thousandths, \
                          and the houses expected, weighted",
            parameters: &Odds::PARAMETERS,
        },
        Declaration { name: "banners", description: "own banners less the opponent's", parameters: &[] },
        RESULT,
    ];

    fn with_evaluation<T: Visitor<Self>>(chosen: &Chosen, visitor: T) -> T::Output {
        match chosen.name {
            "houses" => visitor.visit(Houses),
            "houses-literal" => visitor.visit(HousesLiteral),
            "odds" => visitor.visit(Odds::new(chosen)),
            "banners" => visitor.visit(Banners),
            _ => visitor.visit(Indifferent),
        }
    }

    /// Varys counts among the cards left, as in the report.
    fn stage(record: &Record<Self>) -> Stage {
        Stage { step: record.moves().len() as u32, left: record.position().cards_left() + 1 }
    }
}

/// At most as many moves as cards. With companions a player may move twice, and nothing is promised.
fn plies_left<V: Variant>(position: &HandOfTheKing<V>) -> Option<u32> {
    (!V::COMPANIONS).then(|| position.cards_left())
}

/// Own banners less the opponent's.
pub struct Banners;

impl<V: Variant> Evaluator<HandOfTheKing<V>> for Banners {
    stateless!(HandOfTheKing<V>);

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        position.banners(viewpoint) as i32 - position.banners(!viewpoint) as i32
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
