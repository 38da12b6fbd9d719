//! Hand of the King in numbers: a move of Varys is its place; uses of companions follow, kind by kind.

use super::house::House;
use super::location::{Location, PLACES};
use super::{Companion, HandOfTheKing, Move, Variant};
use crate::game::{Game, Side};
use crate::numbered::{Numbered, Planes};

/// How many places there are, and so how many moves of Varys.
const TAKES: usize = PLACES as usize;
/// How many pairs of places there are.
const PAIRS: usize = TAKES * (TAKES - 1) / 2;

// Where each kind of move begins.
const JON: usize = TAKES;
const SANDOR: usize = JON + TAKES;
const GENDRY: usize = SANDOR + TAKES;
const MELISANDRE: usize = GENDRY + 1;
const RAMSAY: usize = MELISANDRE + 1;
const JAQEN: usize = RAMSAY + PAIRS;
const END: usize = JAQEN + PAIRS * Companion::ALL.len();

/// The number of a pair, the lower place first: pairs fill a triangle row by row.
fn pair_number(a: Location, b: Location) -> usize {
    let (a, b) = (usize::from(a.number()), usize::from(b.number()));
    b * b.saturating_sub(1) / 2 + a
}

impl<V: Variant> Numbered for HandOfTheKing<V> {
    const ACTIONS: usize = if V::COMPANIONS { END } else { TAKES };
    /// The cards of each house, Varys; by house: cards captured by the player and by the other, and who holds the banner
    /// (1, -1 or 0); whose turn it is; with companions: whether one is due, and which are there.
    const PLANES: [usize; 3] = [if V::COMPANIONS { 37 } else { 30 }, 6, 6];

    #[inline]
    fn action(mv: Move) -> usize {
        match mv {
            Move::Take(place) => usize::from(place.number()),
            Move::Jon(place) => JON + usize::from(place.number()),
            Move::Sandor(place) => SANDOR + usize::from(place.number()),
            Move::Gendry => GENDRY,
            Move::Melisandre => MELISANDRE,
            Move::Ramsay(a, b) => RAMSAY + pair_number(a, b),
            Move::Jaqen(a, b, killed) => JAQEN + pair_number(a, b) * Companion::ALL.len() + killed as usize,
        }
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        let place = |place: Location| (usize::from(place.row()), usize::from(place.column()));
        for house in House::ALL {
            planes.cells(Location::all().filter(|&at| self.card(at) == Some(house)).map(place));
        }
        planes.cells([place(self.varys())]);
        for side in [player, !player] {
            for (house, count) in House::ALL.into_iter().zip(self.counts(side)) {
                planes.all((f32::from(count) / f32::from(house.size())).min(1.0));
            }
        }
        for house in House::ALL {
            planes.all(self.owner(house).map_or(0.0, |owner| if owner == player { 1.0 } else { -1.0 }));
        }
        planes.flag(player == self.to_move());
        if V::COMPANIONS {
            planes.flag(self.is_choosing());
            for companion in Companion::ALL {
                planes.flag(self.companions().contains(companion));
            }
        }
    }
}
