//! The board: sets of places as 36 bits, the lines through a place, and where the cards of each house lie.

use grandline_games::hand_of_the_king::{HandOfTheKing, Location, Variant};

use super::ranks::HOUSES;

/// A set of places; the bit of a place is its number, row by row.
pub(super) type Places = u64;

const SIDE: usize = 6;
const PLACES: usize = SIDE * SIDE;
const ROW: Places = 0x3F;
const COLUMN: Places = 0x0_4104_1041;

/// The row and the column through each place.
static LINES: [Places; PLACES] = {
    let mut lines = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        lines[place] = ROW << (place / SIDE * SIDE) | COLUMN << (place % SIDE);
        place += 1;
    }
    lines
};

/// The places from one to another of its row or column, both included.
static PATHS: [[Places; PLACES]; PLACES] = spans(false);
/// The places behind another of a place's row or column.
static BEYOND: [[Places; PLACES]; PLACES] = spans(true);

const fn spans(beyond: bool) -> [[Places; PLACES]; PLACES] {
    let mut spans = [[0; PLACES]; PLACES];
    let mut from = 0;
    while from < PLACES {
        let mut to = 0;
        while to < PLACES {
            let line = if from / SIDE == to / SIDE {
                ROW << (from / SIDE * SIDE)
            } else if from % SIDE == to % SIDE {
                COLUMN << (from % SIDE)
            } else {
                0
            };
            let (to_mask, from_mask) = ((1 << to) - 1, (1 << from) - 1);
            let path = line & (to_mask ^ from_mask | 1 << to | 1 << from);
            let behind = line & if to > from { !to_mask & !(1 << to) } else { to_mask };
            spans[from][to] = if beyond { behind } else { path };
            to += 1;
        }
        from += 1;
    }
    spans
}

/// The row and the column through a place.
#[inline]
pub(super) fn lines(place: u8) -> Places {
    LINES[usize::from(place)]
}

/// The places from one to another of its row or column, both included.
#[inline]
pub(super) fn path(from: u8, to: u8) -> Places {
    PATHS[usize::from(from)][usize::from(to)]
}

/// The cards that Varys can ever get to: places in one row or column are connected.
#[inline]
pub(super) fn connected(cards: Places, varys: u8) -> Places {
    let mut reached = cards & lines(varys);
    loop {
        let pairs = reached | reached >> 1;
        let rows = (pairs | pairs >> 2 | pairs >> 4) & COLUMN;
        let halves = reached | reached >> 18;
        let columns = (halves | halves >> 6 | halves >> 12) & ROW;
        let further = cards & ((rows * ROW) | (columns * COLUMN));
        if further == reached || further == cards {
            return further;
        }
        reached = further;
    }
}

/// The members of a set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Each(pub(super) Places);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let place = self.0.trailing_zeros() as u8;
        if self.0 == 0 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// Which house the card at each place belongs to. It does not change during a game: cards only leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    houses: [Places; HOUSES],
    at: [[u8; SIDE]; SIDE],
}

impl Layout {
    /// The layout of the cards on the board.
    pub(super) fn new<V: Variant>(position: &HandOfTheKing<V>) -> Self {
        let mut layout = Layout::default();
        for location in Location::all() {
            if let Some(house) = position.card(location) {
                layout.houses[house.index()] |= 1 << location.number();
                layout.at[usize::from(location.row())][usize::from(location.column())] = house as u8;
            }
        }
        layout
    }

    /// Every card.
    pub(super) fn cards(&self) -> Places {
        self.houses.iter().fold(0, |cards, house| cards | house)
    }

    /// Whether the cards of another layout all lie in this one.
    pub(super) fn contains(&self, other: &Layout) -> bool {
        self.houses.iter().zip(&other.houses).all(|(all, some)| some & !all == 0)
    }

    /// The house of a card.
    #[inline]
    pub(super) fn house(&self, place: u8) -> u8 {
        self.at.as_flattened()[usize::from(place)]
    }

    /// The places of a house.
    #[inline]
    pub(super) fn places(&self, house: u8) -> Places {
        self.houses[usize::from(house)]
    }

    /// The cards Varys may go to.
    #[inline]
    pub(super) fn targets<V: Variant>(&self, cards: Places, varys: u8) -> Places {
        let reach = cards & lines(varys);
        if !V::FARTHEST_ONLY {
            return reach;
        }
        let farthest = |&target: &u8| {
            let kin = cards & self.places(self.house(target));
            kin & BEYOND[usize::from(varys)][usize::from(target)] == 0
        };
        Each(reach).filter(farthest).fold(0, |targets, target| targets | 1 << target)
    }
}
