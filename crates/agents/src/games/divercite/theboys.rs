//! The ordering heuristic of theboys, as their report describes it and as their code has it.

use grandline_games::divercite::{Colour, Divercite, Kind, LAST_STEP, Piece, Variant};
use grandline_games::{Game, Margin, Side};
use grandline_search::Evaluator;

use crate::evaluation::Chosen;

/// The weights of the heuristic, and the steps between which its parts count.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    score: i32,
    missing: i32,
    potential: i32,
    cities: i32,
    score_from: i32,
    potential_from: i32,
    cities_until: i32,
}

impl Weights {
    pub(super) const PARAMETERS: [(&'static str, i32); 7] = [
        ("score", 1),
        ("missing", 2),
        ("potential", 3),
        ("cities", 2),
        ("score-from", 7),
        ("potential-from", 13),
        ("cities-until", 12),
    ];

    pub(super) fn new(chosen: &Chosen) -> Self {
        Weights {
            score: chosen.get("score"),
            missing: chosen.get("missing"),
            potential: chosen.get("potential"),
            cities: chosen.get("cities"),
            score_from: chosen.get("score-from"),
            potential_from: chosen.get("potential-from"),
            cities_until: chosen.get("cities-until"),
        }
    }

    /// The heuristic for a player against another; all steps are those of the position after the move.
    fn value<V: Variant>(&self, position: &Divercite<V>, own: Side, other: Side) -> i32 {
        let step = i32::from(position.plies());
        let mut value = self.missing * (missing(position, other) - missing(position, own));
        if step >= self.score_from {
            value += self.score * (i32::from(position.score(own)) - i32::from(position.score(other)));
        }
        if step >= self.potential_from {
            value += self.potential * (potential(position, own) - potential(position, other));
        }
        if step <= self.cities_until {
            value += self.cities * (8 - i32::from(position.cities_left(own)));
        }
        value
    }
}

/// How many colours are missing from a player's resources.
fn missing<V: Variant>(position: &Divercite<V>, player: Side) -> i32 {
    let has = |colour| position.stock(player, Piece { colour, kind: Kind::Resource }) > 0;
    Colour::ALL.into_iter().filter(|&colour| !has(colour)).count() as i32
}

/// How many cities of a player have three different colours around them, one empty cell, and the missing colour in
/// the player's own stock.
pub(super) fn potential<V: Variant>(position: &Divercite<V>, player: Side) -> i32 {
    let around = Colour::ALL.map(|colour| Divercite::<V>::touched(position.resource_plane(colour)));
    let open = Divercite::<V>::touched(position.empty_resources()) & position.owned(player);
    let within_reach = |missing: Colour| {
        if position.stock(player, Piece { colour: missing, kind: Kind::Resource }) == 0 {
            return 0;
        }
        // With an empty cell beside them, three colours on the other three cells are each there once.
        let others = Colour::ALL.into_iter().filter(|&colour| colour != missing);
        others.fold(open, |cities, colour| cities & around[colour.index()])
    };
    Colour::ALL.into_iter().map(|missing| within_reach(missing).count_ones() as i32).sum()
}

/// The heuristic as the report describes it: seen by the player who moves, the best for that player first.
pub struct TheBoys(pub Weights);

impl<V: Variant> Evaluator<Divercite<V>> for TheBoys {
    type State = ();

    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        // Whose turn it was, also after the last move.
        let mover = Side::from_parity(usize::from(position.plies() + LAST_STEP - 1));
        let value = self.0.value(position, mover, !mover);
        if mover == viewpoint { value } else { -value }
    }

    fn terminal(&self, state: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        self.evaluate(state, position, viewpoint)
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// The heuristic as the code has it: own is always the agent, and the opponent whoever moves next, so that after a
/// move of the opponent only the agent's own cities are left of it.
pub struct TheBoysLiteral(pub Weights);

impl<V: Variant> Evaluator<Divercite<V>> for TheBoysLiteral {
    type State = ();

    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        self.0.value(position, viewpoint, position.to_move())
    }

    fn terminal(&self, state: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        self.evaluate(state, position, viewpoint)
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}
