//! The terms of a position and how a move changes them.

use std::sync::Arc;

use grandline_games::{Game, Side};
use grandline_games::divercite::{Cell, Colour, Divercite, Kind, Piece, Placement, Variant};
use grandline_search::Evaluation;

use super::evaluation::Learned;
use super::surroundings::{Class, Kinds, WITH_RESOURCE, kinds, with_city};
use crate::learned::{Features, Layout, Table, Weights};

/// The city cells.
pub(super) const CITIES: usize = 16;
/// City cells with the same surroundings count differently in a corner, on an edge and in the centre.
pub(super) const LOCATIONS: usize = 3;
/// What both players have left of a colour: cities up to two and resources up to three, of each.
const COLOUR_STOCKS: usize = 144;
/// How many cities and resources a player has of each colour, in any order of the colours.
const STOCKS: usize = 525;
/// City cells, colours, players and the turn.
pub(super) const TERMS: usize = CITIES + 4 + 2 + 1;
/// A phase has this many plies.
pub(super) const PHASE: usize = 4;

/// The terms of a position, and what they are made of.
#[derive(Clone, Copy, Debug)]
pub struct Trace {
    pub(super) indices: [u32; TERMS],
    pub(super) classes: [Class; CITIES],
    pub(super) left: Left,
    /// Which colours each player still has as resources.
    pub(super) mask: u8,
}

impl Default for Trace {
    fn default() -> Self {
        Trace { indices: [0; TERMS], classes: [0; CITIES], left: Left::default(), mask: 0 }
    }
}

/// Every city cell with what is around it, and what the players have left.
pub struct Cities;

/// For each city cell its location: corner, edge or centre.
pub(super) const LOCATION: [u8; CITIES] = [0, 1, 1, 0, 1, 2, 2, 1, 1, 2, 2, 1, 0, 1, 1, 0];

/// For each resource cell (a number below 25) the city cells around it, `NONE` where there are fewer than four.
pub(super) const AROUND: [[u8; 4]; 25] = {
    let mut all = [[NONE; 4]; 25];
    let mut cell = 0;
    while cell < 25 {
        let (a, b) = (cell / 5, cell % 5);
        let (mut corner, mut found) = (0, 0);
        while corner < 4 {
            let (up, left) = (corner / 2, corner % 2);
            if a >= up && b >= left && a - up < 4 && b - left < 4 {
                all[cell][found] = (4 * (a - up) + (b - left)) as u8;
                found += 1;
            }
            corner += 1;
        }
        cell += 1;
    }
    all
};
pub(super) const NONE: u8 = u8::MAX;

/// The number of a city cell below 16, or of a resource cell below 25.
#[inline]
pub(super) fn number(mv: Placement) -> usize {
    let cell = mv.index() & 31;
    if mv.cell().kind() == Kind::City { cell / 5 * 4 + cell % 5 } else { cell }
}

/// The index of a city cell of a kind.
#[inline]
pub(super) fn city_index(city: usize, kind: u16) -> u32 {
    u32::from(kind) * LOCATIONS as u32 + u32::from(LOCATION[city])
}

/// Where the tables begin.
pub(super) fn starts(kinds: &Kinds) -> [u32; 5] {
    let colours = (LOCATIONS * kinds.count()) as u32;
    let own = colours + COLOUR_STOCKS as u32;
    [0, colours, own, own + STOCKS as u32, own + 2 * STOCKS as u32]
}

/// What both players have left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    /// For each player and colour the cities and the resources.
    counts: [[[u8; 2]; 4]; 2],
}

impl Left {
    pub(super) fn of<V: Variant>(position: &Divercite<V>) -> Self {
        let counts = Side::BOTH.map(|player| {
            Colour::ALL.map(|colour| Kind::BOTH.map(|kind| position.stock(player, Piece { colour, kind })))
        });
        Left { counts }
    }

    /// Takes a piece of a kind and colour; `false` if there is none.
    #[inline]
    pub(super) fn take(&mut self, player: usize, kind: usize, colour: usize) -> bool {
        let count = &mut self.counts[player][colour][kind];
        let had = *count > 0;
        *count -= u8::from(had);
        had
    }

    /// The index of what is left of a colour, within its table.
    #[inline]
    pub(super) fn colour(&self, colour: usize) -> u32 {
        let left = |player: usize| {
            let [cities, resources] = self.counts[player][colour];
            u32::from(cities) * 4 + u32::from(resources)
        };
        left(0) * 12 + left(1)
    }

    /// The index of what a player has left, within its table: how many colours there are at least once, twice and three
    /// times says it all, and each number is at most the one before.
    #[inline]
    pub(super) fn player(&self, player: usize) -> u32 {
        let reach = |kind: Kind, least: u8| {
            self.counts[player].iter().filter(|colour| colour[kind as usize] >= least).count() as u32
        };
        let pairs = |n: u32| n * (n + 1) / 2;
        let triples = |n: u32| n * (n + 1) * (n + 2) / 6;
        let cities = pairs(reach(Kind::City, 1)) + reach(Kind::City, 2);
        let resources =
            triples(reach(Kind::Resource, 1)) + pairs(reach(Kind::Resource, 2)) + reach(Kind::Resource, 3);
        cities * 35 + resources
    }

    /// Which colours each player still has as resources.
    #[inline]
    pub(super) fn mask(&self) -> u8 {
        let has = |player: usize, colour: usize| u8::from(self.counts[player][colour][1] > 0);
        (0..8).map(|bit| has(bit / 4, bit % 4) << bit).sum()
    }
}

impl Trace {
    /// Writes the terms of what is left, when a player has taken pieces of a colour.
    #[inline]
    fn set_left(&mut self, kinds: &Kinds, player: usize, colour: usize) {
        let starts = starts(kinds);
        self.indices[CITIES + colour] = starts[1] + self.left.colour(colour);
        self.indices[CITIES + 4 + player] = starts[2 + player] + self.left.player(player);
    }

    fn set_turn(&mut self, kinds: &Kinds, plies: u8) {
        self.indices[CITIES + 6] = starts(kinds)[4] + u32::from(plies % 2);
    }

    #[inline]
    fn set_city(&mut self, city: usize, kinds: &Kinds) {
        let kind = kinds.numbers[usize::from(self.mask)][usize::from(self.classes[city])];
        self.indices[city] = city_index(city, kind);
    }

    /// Puts a piece on its cell.
    #[inline]
    fn place(&mut self, player: usize, mv: Placement, kinds: &Kinds) {
        let (number, colour) = (number(mv), mv.colour().index());
        if mv.cell().kind() == Kind::City {
            self.classes[number] = with_city(self.classes[number], player, colour);
            self.set_city(number, kinds);
            return;
        }
        for city in AROUND[number].into_iter().take_while(|&city| city != NONE).map(usize::from) {
            self.classes[city] = WITH_RESOURCE[usize::from(self.classes[city])][colour];
            self.set_city(city, kinds);
        }
    }
}

impl<V: Variant> Features<Divercite<V>> for Cities {
    const NAME: &'static str = "cities";
    const VERSION: u32 = 1;
    const PHASES: usize = 40 / PHASE;

    type Trace = Trace;

    fn tables() -> Vec<Table> {
        vec![
            Table { name: "cities by surroundings", size: LOCATIONS * kinds().count() },
            Table { name: "what is left of a colour", size: COLOUR_STOCKS },
            Table { name: "own stock", size: STOCKS },
            Table { name: "stock of the opponent", size: STOCKS },
            Table { name: "turn", size: 2 },
        ]
    }

    #[inline]
    fn phase(position: &Divercite<V>) -> usize {
        (usize::from(position.plies()) / PHASE).min(40 / PHASE - 1)
    }

    fn trace(position: &Divercite<V>, trace: &mut Trace) {
        let (kinds, left) = (kinds(), Left::of(position));
        *trace = Trace { left, mask: left.mask(), ..Trace::default() };
        for cell in Cell::all() {
            // Cities first: their class is that of an empty cell with a city added.
            if let Some((owner, colour)) = position.city_at(cell) {
                trace.place(owner.index(), Placement::new(colour, cell), kinds);
            }
        }
        for cell in Cell::all() {
            if let Some(colour) = position.resource_at(cell) {
                trace.place(0, Placement::new(colour, cell), kinds);
            }
        }
        (0..CITIES).for_each(|city| trace.set_city(city, kinds));
        (0..4).for_each(|colour| trace.set_left(kinds, colour % 2, colour));
        trace.set_turn(kinds, position.plies());
    }

    #[inline]
    fn follow(before: &Trace, trace: &mut Trace, position: &Divercite<V>, mv: Placement, after: &Divercite<V>) {
        let kinds = kinds();
        *trace = *before;
        let (player, colour) = (position.to_move().index(), mv.colour().index());
        trace.left.take(player, mv.cell().kind() as usize, colour);
        let mask = trace.left.mask();
        trace.place(player, mv, kinds);
        trace.set_left(kinds, player, colour);
        trace.set_turn(kinds, after.plies());
        if mask != trace.mask {
            trace.mask = mask;
            (0..CITIES).for_each(|city| trace.set_city(city, kinds));
        }
    }

    fn indices(trace: &Trace) -> &[u32] {
        &trace.indices
    }

    fn turned(index: u32) -> u32 {
        let kinds = kinds();
        let [_, colours, own, other, turn] = starts(kinds);
        let locations = LOCATIONS as u32;
        match index {
            _ if index < colours => u32::from(kinds.turned[(index / locations) as usize]) * locations + index % locations,
            _ if index < own => colours + (index - colours) % 12 * 12 + (index - colours) / 12,
            _ if index < other => other + index - own,
            _ if index < turn => own + index - other,
            _ => turn + 1 - (index - turn),
        }
    }

    /// A city has a parameter of its own, and shares three: one with the same kind in other locations, one with kinds
    /// that differ only in who still has which colour, and one that counts for each of its points.
    fn parameters(index: u32) -> Vec<(u64, i16)> {
        let kinds = kinds();
        let kind = index as usize / LOCATIONS;
        let own = (u64::from(index), 1);
        if kind >= kinds.count() {
            return vec![own];
        }
        let level = |level: u64, number: u64| level << 32 | number;
        let shared = [(level(1, kind as u64), 1), (level(2, kinds.coarse[kind].into()), 1)];
        let points = (level(3, 0), i16::from(kinds.points[kind]));
        [own].into_iter().chain(shared).chain(Some(points).filter(|&(_, points)| points != 0)).collect()
    }

    fn evaluation(weights: &Weights, layout: &Layout) -> Arc<dyn Evaluation<Divercite<V>>> {
        Arc::new(Learned::<V>::new(weights, layout))
    }
}
