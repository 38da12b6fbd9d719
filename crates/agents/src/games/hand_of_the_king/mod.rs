//! Hand of the King: the heuristic of the report, the odds of winning each house, and exact results.

mod houses;
mod odds;
mod prospects;
mod solver;

use std::sync::Arc;

use grandline_games::Side;
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne, Published, Variant, WithCompanions};
use grandline_search::Evaluator;

pub use houses::{Houses, HousesLiteral};
pub use odds::Odds;
pub use prospects::Prospects;
pub use solver::Solver;

use super::{Extra, Extras, MakeKnowledge};
use crate::evaluation::Declaration;

/// One more than the most cards of a house a player can have: eight Starks and Jon's two.
const COUNTS: usize = 11;

pub(super) fn register(all: &mut Extras) {
    all.add(extra::<PhaseOne>(Some(|megabytes, threads| Box::new(Solver::new(megabytes).with_threads(threads)))));
    all.add(extra::<WithCompanions>(None));
    all.add(extra::<Published>(Some(|megabytes, threads| Box::new(Solver::new(megabytes).with_threads(threads)))));
}

fn extra<V: Variant>(knowledge: Option<MakeKnowledge<HandOfTheKing<V>>>) -> Extra<HandOfTheKing<V>> {
    let evaluations = vec![
        Declaration {
            name: "houses",
            description: "the report's heuristic without the slips of its code; 80 for a win",
            parameters: &[],
            make: |_| Arc::new(Houses),
        },
        Declaration {
            name: "houses-literal",
            description: "the report's heuristic as its code has it; 80 for a win as the code sees it",
            parameters: &[],
            make: |_| Arc::new(HousesLiteral),
        },
        Declaration {
            name: "odds",
            description: "the odds of winning if every card left were as likely to go to either side, in thousandths, \
                          and the houses expected, weighted",
            parameters: &Odds::PARAMETERS,
            make: |chosen| Arc::new(Odds::new(chosen)),
        },
        Declaration {
            name: "prospects",
            description: "the odds of winning by the cards really left, in thousandths, the houses expected, and the \
                          best capture of the player to move, weighted",
            parameters: &Prospects::PARAMETERS,
            make: |chosen| Arc::new(Prospects::new(chosen)),
        },
        Declaration {
            name: "banners",
            description: "own banners less the opponent's",
            parameters: &[],
            make: |_| Arc::new(Banners),
        },
    ];
    Extra { evaluations, features: Vec::new(), knowledge }
}

/// Own banners less the opponent's.
pub struct Banners;

impl<V: Variant> Evaluator<HandOfTheKing<V>> for Banners {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &HandOfTheKing<V>, viewpoint: Side) -> i32 {
        position.banners(viewpoint) as i32 - position.banners(!viewpoint) as i32
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
