//! Divercité: the evaluations of its reports, the ones they proposed, a learned one, and exact results.

mod learned;
mod prospects;
mod score;
mod solver;
mod stock;
mod theboys;

use std::sync::Arc;

use grandline_games::Side;
use grandline_games::divercite::{Classic, Course, Divercite, LAST_STEP, Placement, Variant};

pub use learned::Cities;
pub use prospects::Prospects;
pub use score::{OwnScore, Score, ScoreLiteral};
pub use solver::Solver;
pub use stock::Stock;
pub use theboys::{TheBoys, TheBoysLiteral, Weights};

use super::{Extra, Extras};
use crate::evaluation::Declaration;
use crate::learned::declared;

pub(super) fn register(all: &mut Extras) {
    all.add(extra::<Course>());
    all.add(extra::<Classic>());
}

fn extra<V: Variant>() -> Extra<Divercite<V>> {
    let evaluations = vec![
        Declaration {
            name: "score",
            description: "own score less the opponent's",
            parameters: &[],
            make: |_| Arc::new(Score),
        },
        Declaration {
            name: "stock",
            description: "score, (1 - c*step/40) for each own city left, (1 + r*step/40) for each own resource left",
            parameters: &[("c", 0), ("r", 0)],
            make: |chosen| Arc::new(Stock { cities: chosen.get("c"), resources: chosen.get("r") }),
        },
        Declaration {
            name: "prospects",
            description: "score, and for both sides divercités within reach, matches to come, stocks and central \
                          cities, in hundredths of a point",
            parameters: &Prospects::PARAMETERS,
            make: |chosen| Arc::new(Prospects::new(chosen)),
        },
        Declaration {
            name: "theboys",
            description: "the ordering heuristic of theboys, seen by the player who moves",
            parameters: &Weights::PARAMETERS,
            make: |chosen| Arc::new(TheBoys(Weights::new(chosen))),
        },
        Declaration {
            name: "theboys-literal",
            description: "the same with the opponent taken for the player to move next, as in the code",
            parameters: &Weights::PARAMETERS,
            make: |chosen| Arc::new(TheBoysLiteral(Weights::new(chosen))),
        },
        Declaration {
            name: "score-literal",
            description: "score with the opponent taken for the player to move next: 0 after each move of the opponent",
            parameters: &[],
            make: |_| Arc::new(ScoreLiteral),
        },
        Declaration {
            name: "own-score",
            description: "own score alone",
            parameters: &[],
            make: |_| Arc::new(OwnScore),
        },
    ];
    Extra {
        evaluations,
        features: vec![declared::<Divercite<V>, Cities>()],
        knowledge: Some(|megabytes, threads| Box::new(Solver::new(megabytes).with_threads(threads))),
    }
}

/// The score of one player less that of the other, as it is reported: at the end with what breaking a tie adds.
#[inline]
fn lead<V: Variant>(position: &Divercite<V>, player: Side) -> i32 {
    if position.is_over() {
        i32::from(position.score(player)) - i32::from(position.score(!player))
    } else {
        raw_lead(position, player)
    }
}

#[inline]
fn raw_lead<V: Variant>(position: &Divercite<V>, player: Side) -> i32 {
    i32::from(position.raw_score(player)) - i32::from(position.raw_score(!player))
}

/// The lead after a move that is not the last, without making it.
#[inline]
fn lead_after<V: Variant>(before: &Divercite<V>, mv: Placement, player: Side) -> i32 {
    let gains = before.gains(mv);
    raw_lead(before, player) + i32::from(gains[player.index()]) - i32::from(gains[(!player).index()])
}

/// Whether a move of this position is the last of the game.
#[inline]
fn is_last<V: Variant>(before: &Divercite<V>) -> bool {
    before.plies() + 1 == LAST_STEP
}
