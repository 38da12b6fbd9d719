//! Divercité: what its reports value, and what they wished they had.

mod prospects;
mod score;
mod stock;
mod theboys;

use grandline_games::divercite::{Divercite, Kind, Placement, Variant};
use grandline_games::{Record, Side};

pub use prospects::Prospects;
pub use score::{OwnScore, Score, ScoreLiteral};
pub use stock::Stock;
pub use theboys::{TheBoys, TheBoysLiteral, Weights};

use crate::call::{Chosen, Declaration};
use crate::family::{Family, RESULT, Visitor};
use crate::opening::Play;
use crate::schedule::Stage;

/// Moves of a whole game: every piece of both players.
const LAST_STEP: u8 = 40;

impl<V: Variant> Family for Divercite<V> {
    const PRESETS: (&'static str, &'static str) = ("divercite.toml", include_str!("../../presets/divercite.toml"));

    const EVALUATIONS: &'static [Declaration] = &[
        Declaration { name: "score", description: "own score less the opponent's", parameters: &[] },
        Declaration {
            name: "stock",
            description: "score, (1 - c*step/40) for each own city left, (1 + r*step/40) for each own resource left",
            parameters: &[("c", 0), ("r", 0)],
        },
        Declaration {
            name: "prospects",
            description: "score, and for both sides divercités within reach, matches to come, stocks and central \
                          cities, in hundredths of a point",
            parameters: &Prospects::PARAMETERS,
        },
        Declaration {
            name: "theboys",
            description: "the ordering heuristic of theboys, seen by the player who moves",
            parameters: &Weights::PARAMETERS,
        },
        Declaration {
            name: "theboys-literal",
            description: "the same with the opponent taken for the player to move next, as in the code",
            parameters: &Weights::PARAMETERS,
        },
        Declaration {
            name: "score-literal",
            description: "score with the opponent taken for the player to move next: 0 after each move of the opponent",
            parameters: &[],
        },
        Declaration { name: "own-score", description: "own score alone", parameters: &[] },
        RESULT,
    ];

    fn with_evaluation<T: Visitor<Self>>(chosen: &Chosen, visitor: T) -> T::Output {
        match chosen.name {
            "score" => visitor.visit(Score),
            "stock" => visitor.visit(Stock { cities: chosen.value(0), resources: chosen.value(1) }),
            "prospects" => visitor.visit(Prospects::new(chosen)),
            "theboys" => visitor.visit(TheBoys(Weights::new(chosen))),
            "theboys-literal" => visitor.visit(TheBoysLiteral(Weights::new(chosen))),
            "score-literal" => visitor.visit(ScoreLiteral),
            "own-score" => visitor.visit(OwnScore),
            _ => visitor.visit(grandline_search::Indifferent),
        }
    }

    fn stage(record: &Record<Self>) -> Stage {
        let step = u32::from(record.position().plies());
        Stage { step, left: u32::from(LAST_STEP) - step }
    }

    fn knows_opening(_play: Play) -> bool {
        true
    }

    fn fits_opening(&self, play: Play, mv: Placement) -> bool {
        use grandline_games::Game;
        match play {
            Play::RandomCity => mv.cell().kind() == Kind::City,
            Play::First => self.moves().next() == Some(mv),
            Play::Random | Play::GreedyCourse => true,
        }
    }
}

/// How many moves are left.
fn plies_left<V: Variant>(position: &Divercite<V>) -> Option<u32> {
    Some(u32::from(LAST_STEP - position.plies()))
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

/// City cells that touch a resource cell of the plane: those whose corner it is.
#[inline]
const fn touched(plane: u32) -> u32 {
    plane | plane >> 1 | plane >> 5 | plane >> 6
}

/// All cities of a player as bits.
#[inline]
fn cities<V: Variant>(position: &Divercite<V>, player: Side) -> u32 {
    use grandline_games::divercite::Colour;
    Colour::ALL.into_iter().fold(0, |cities, colour| cities | position.city_plane(player, colour))
}
