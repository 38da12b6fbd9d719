//! Positions inside the search.

use std::marker::PhantomData;

use grandline_games::Side;
use grandline_games::divercite::{Colour, Divercite, Kind, Piece, Variant};

use super::board::{Each, Ground, corners, touching, weight};
use super::histogram::Histogram;
use super::scale::Scale;

/// The pieces of a player: four bits for the resources of each colour, then four for the cities of each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stock(pub(super) u32);

impl Stock {
    /// The stock of a player.
    fn new<V: Variant>(position: &Divercite<V>, player: Side) -> Self {
        let count = |colour: Colour, kind: Kind| u32::from(position.stock(player, Piece { colour, kind }));
        let resources = Colour::ALL.map(|colour| count(colour, Kind::Resource) << (4 * colour.index()));
        let cities = Colour::ALL.map(|colour| count(colour, Kind::City) << (16 + 4 * colour.index()));
        Stock(resources.iter().chain(&cities).sum())
    }

    /// The colours of which there are resources, one bit each.
    #[inline]
    pub(super) const fn resources(self) -> u32 {
        colours(self.0 & 0xFFFF)
    }

    /// The colours of which there are cities.
    #[inline]
    pub(super) const fn cities(self) -> u32 {
        colours(self.0 >> 16)
    }

    /// The number of resources of a colour.
    #[inline]
    pub(super) const fn count(self, colour: u8) -> u32 {
        self.0 >> (4 * colour) & 15
    }

    /// The number of cities.
    #[inline]
    pub(super) const fn count_cities(self) -> u32 {
        (self.0 >> 16).wrapping_mul(0x1111) >> 12 & 15
    }
}

/// The colours whose four bits are not 0, one bit each.
#[inline]
const fn colours(counts: u32) -> u32 {
    let set = (counts | counts >> 1) & 0x1111;
    (set | set >> 3 | set >> 6 | set >> 9) & 15
}

/// A move: the colour in two bits, then 1 for a resource, then the cell in five. It is the index of the game's own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u8);

impl Code {
    const RESOURCE: u8 = 32;

    #[inline]
    pub(super) const fn resource(colour: u8, cell: u8) -> Self {
        Code(colour << 6 | Self::RESOURCE | cell)
    }

    #[inline]
    pub(super) const fn city(colour: u8, cell: u8) -> Self {
        Code(colour << 6 | cell)
    }

    #[inline]
    pub(super) const fn is_resource(self) -> bool {
        self.0 & Self::RESOURCE != 0
    }

    #[inline]
    pub(super) const fn colour(self) -> u8 {
        self.0 >> 6
    }

    #[inline]
    pub(super) const fn cell(self) -> u8 {
        self.0 & 31
    }
}

/// A position without its cities' colours, which the [`Ground`] knows, and without its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The resources of each colour.
    pub(super) resources: [u32; 4],
    /// The city cells that touch a resource of each colour.
    pub(super) near: [u32; 4],
    /// The city cells whose resources all differ so far.
    pub(super) varied: u32,
    /// The empty resource cells.
    pub(super) empty: u32,
    /// The empty city cells.
    pub(super) open: u32,
    /// The cities of each player.
    pub(super) owned: [u32; 2],
    pub(super) stocks: [Stock; 2],
    /// Plies to the end.
    pub(super) left: u8,
    /// How many cities have been placed since the root.
    pub(super) ground: u8,
    /// The weights of the empty resource cells.
    pub(super) weights: Histogram,
}

/// What a node's moves have in common.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The colours of resources that anyone has left.
    pub(super) colours: u32,
    /// The cities that can still become divercités.
    pub(super) hopeful: u32,
    /// Those of them that lack only one colour, by that colour.
    pub(super) ready: [u32; 4],
    /// The empty city cells whose city could become a divercité, or would be one at once.
    pub(super) promising: u32,
}

impl Node {
    /// The root of a search.
    pub(super) fn new<V: Variant>(position: &Divercite<V>, ground: &Ground) -> Self {
        let resources = Colour::ALL.map(|colour| position.resource_plane(colour));
        let mut varied = 0;
        for city in Each(position.owned(Side::First) | position.owned(Side::Second) | position.empty_cities()) {
            let counts = resources.map(|plane| (plane & corners(city)).count_ones());
            varied |= u32::from(counts.iter().all(|&count| count < 2)) << city;
        }
        Node {
            resources,
            near: resources.map(Divercite::<V>::touched),
            varied,
            empty: position.empty_resources(),
            open: position.empty_cities(),
            owned: Side::BOTH.map(|side| position.owned(side)),
            stocks: Side::BOTH.map(|side| Stock::new(position, side)),
            left: 40 - position.plies(),
            ground: 0,
            weights: Histogram::new(position.empty_resources(), ground),
        }
    }

    /// The number of the player to move: the first one moves while an even number of plies is left.
    #[inline]
    pub(super) const fn mover(&self) -> usize {
        (self.left & 1) as usize
    }

    #[inline]
    pub(super) fn view(&self) -> View {
        let [red, green, blue, yellow] = self.near;
        let colours = Stock(self.stocks[0].0 | self.stocks[1].0).resources();
        let reach = |colour: u32, near: u32| near | (colours >> colour & 1).wrapping_neg();
        let feasible = self.varied & reach(0, red) & reach(1, green) & reach(2, blue) & reach(3, yellow);
        let complete = red & green & blue & yellow;
        let hopeful = feasible & !self.open & !complete;
        let ready = [
            hopeful & green & blue & yellow,
            hopeful & red & blue & yellow,
            hopeful & red & green & yellow,
            hopeful & red & green & blue,
        ];
        View { colours, hopeful, ready, promising: feasible & self.open }
    }

    /// What a resource earns the player to move.
    #[inline]
    pub(super) fn resource_gain<V: Variant>(&self, view: &View, weights: u32, colour: u8, cell: u8) -> i32 {
        let mover = self.mover();
        let value = weight(weights, colour) * Scale::<V>::POINT;
        let matches = if mover == 0 { value } else { -value };
        let completed = view.ready[usize::from(colour & 3)] & touching(cell);
        if completed == 0 {
            return matches;
        }
        let own = (completed & self.owned[mover]).count_ones() as i32;
        let others = (completed & self.owned[1 - mover]).count_ones() as i32;
        matches + (own - others) * Scale::<V>::DIVERCITE
    }

    /// What a city earns the player to move.
    #[inline]
    pub(super) fn city_gain<V: Variant>(&self, colour: u8, city: u8) -> i32 {
        let [red, green, blue, yellow] = self.near;
        let matches = (self.resources[usize::from(colour & 3)] & corners(city)).count_ones() as i32;
        let complete = (self.varied & red & green & blue & yellow) >> city & 1;
        matches * Scale::<V>::POINT + complete as i32 * Scale::<V>::DIVERCITE
    }

    /// Places a resource, but leaves the histogram as it is.
    #[inline]
    pub(super) fn place(&mut self, colour: u8, cell: u8) {
        let (index, touched) = (usize::from(colour & 3), touching(cell));
        self.varied &= !(touched & self.near[index]);
        self.near[index] |= touched;
        self.resources[index] |= 1 << cell;
        self.empty &= !(1 << cell);
        self.stocks[self.mover()].0 -= 1 << (4 * colour);
        self.left -= 1;
    }

    /// The position after a city is placed.
    #[inline]
    pub(super) fn after_city(&self, colour: u8, city: u8) -> Self {
        let mut node = *self;
        node.open &= !(1 << city);
        node.owned[self.mover()] |= 1 << city;
        node.stocks[self.mover()].0 -= 1 << (16 + 4 * colour);
        node.left -= 1;
        node.ground += 1;
        node
    }
}

/// What the children of a node need from its search: the weights of each number of new cities.
pub(super) struct Grounds<V> {
    stack: Vec<Ground>,
    variant: PhantomData<V>,
}

impl<V: Variant> Grounds<V> {
    pub(super) fn new(root: Ground) -> Self {
        Grounds { stack: vec![root; 17], variant: PhantomData }
    }

    #[inline]
    pub(super) fn of(&self, node: &Node) -> &Ground {
        &self.stack[usize::from(node.ground)]
    }

    /// The position after a move; a city changes the ground of the child.
    #[inline]
    pub(super) fn after(&mut self, node: &Node, code: Code) -> Node {
        if code.is_resource() {
            let mut child = *node;
            child.place(code.colour(), code.cell());
            child.weights.remove(self.of(node).weights(code.cell()));
            return child;
        }
        let mut child = node.after_city(code.colour(), code.cell());
        let ground = self.of(node).with(code.cell(), code.colour(), node.mover());
        child.weights = Histogram::new(child.empty, &ground);
        self.stack[usize::from(child.ground)] = ground;
        child
    }
}
