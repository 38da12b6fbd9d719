//! The evaluation the reports proposed: the score and the prospects of the cities of both sides.

use grandline_games::divercite::{Colour, Divercite, Kind, LAST_STEP, Piece, Variant};
use grandline_games::{Game, Margin, Side};
use grandline_search::Evaluator;

use super::lead;
use crate::evaluation::Chosen;

/// The score and the prospects of both sides, in hundredths of a point; every weight is a parameter.
pub struct Prospects {
    /// A divercité that its owner can complete with one resource, when the other side moves next.
    reach: i32,
    /// The same when the owner moves next.
    turn: i32,
    /// A city that still can become one, with two resources around it.
    second: i32,
    /// An empty cell beside a city whose colour its owner still has as a resource.
    matching: i32,
    /// What a city that is not on the board yet costs, times the part of the game that is over; below 0 it gains.
    city: i32,
    /// A colour of which a resource is left.
    colours: i32,
    /// A city on one of the four central cells.
    centre: i32,
}

/// The four city cells in the middle of the board.
const CENTRE: u32 = 1 << 6 | 1 << 7 | 1 << 11 | 1 << 12;

/// What is the same for both players: sets of city cells.
struct Surroundings {
    /// The empty cells at each of the four corners.
    open: [u32; 4],
    /// Three different colours and an empty cell, by the colour that is missing.
    lacking: [u32; 4],
    /// Two different colours and two empty cells.
    halfway: u32,
}

impl Surroundings {
    fn of<V: Variant>(position: &Divercite<V>) -> Self {
        let empty = position.empty_resources();
        let open = [empty, empty >> 1, empty >> 5, empty >> 6];
        let [red, green, blue, yellow] = Colour::ALL.map(|colour| Divercite::<V>::touched(position.resource_plane(colour)));
        let any_open = open[0] | open[1] | open[2] | open[3];
        let two_open = open[0] & open[1] | (open[0] | open[1]) & (open[2] | open[3]) | open[2] & open[3];
        // With an empty cell three colours are each there once, and with two empty cells so are two.
        let two_colours = red & green | (red | green) & (blue | yellow) | blue & yellow;
        Surroundings {
            lacking: [
                any_open & green & blue & yellow,
                any_open & red & blue & yellow,
                any_open & red & green & yellow,
                any_open & red & green & blue,
            ],
            halfway: two_open & two_colours,
            open,
        }
    }
}

impl Prospects {
    pub(super) const PARAMETERS: [(&'static str, i32); 7] =
        [("reach", 120), ("turn", 300), ("second", 30), ("match", 30), ("city", -100), ("colours", 50), ("centre", 10)];

    pub(super) fn new(chosen: &Chosen) -> Self {
        Prospects {
            reach: chosen.get("reach"),
            turn: chosen.get("turn"),
            second: chosen.get("second"),
            matching: chosen.get("match"),
            city: chosen.get("city"),
            colours: chosen.get("colours"),
            centre: chosen.get("centre"),
        }
    }

    /// The prospects of one side.
    #[inline]
    fn side<V: Variant>(&self, position: &Divercite<V>, around: &Surroundings, player: Side) -> i32 {
        let (mut cities, mut matchable, mut reachable, mut colours) = (0, 0, 0, 0);
        for colour in Colour::ALL {
            let plane = position.city_plane(player, colour);
            cities |= plane;
            if position.stock(player, Piece { colour, kind: Kind::Resource }) > 0 {
                matchable |= plane;
                reachable |= around.lacking[colour.index()];
                colours += 1;
            }
        }
        let count = |set: u32| set.count_ones() as i32;
        let within_reach = if position.to_move() == player { self.turn } else { self.reach };
        let [a, b, c, d] = around.open.map(|open| count(matchable & open));
        let kept = i32::from(position.cities_left(player)) * i32::from(position.plies());
        within_reach * count(cities & reachable)
            + self.second * count(cities & around.halfway)
            + self.matching * (a + b + c + d)
            + self.colours * colours
            + self.centre * count(cities & CENTRE)
            - self.city * kept / i32::from(LAST_STEP)
    }
}

impl<V: Variant> Evaluator<Divercite<V>> for Prospects {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Divercite<V>, viewpoint: Side) -> i32 {
        let around = Surroundings::of(position);
        let prospects = self.side(position, &around, viewpoint) - self.side(position, &around, !viewpoint);
        100 * lead(position, viewpoint) + prospects
    }

    fn scale(&self) -> i32 {
        100
    }

    #[inline]
    fn terminal(&self, _: &(), position: &Divercite<V>, _: Margin, _ply: u32, viewpoint: Side) -> i32 {
        100 * lead(position, viewpoint)
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}
