//! Positions with few plies left: every move, without the table.

use grandline_games::divercite::Variant;

use super::board::{Each, Ground, touching, weight};
use super::node::{Code, Node};
use super::scale::Scale;
use super::worker::Worker;

impl<V: Variant> Worker<'_, V> {
    /// A bound of what the player to move can gain in the few plies that are left: a lower one if it is at least `need`,
    /// otherwise an upper one.
    pub(super) fn few(&mut self, node: &Node, need: i32) -> i32 {
        match node.left {
            0 => 0,
            1 => last::<V>(node, self.grounds.of(node)),
            2 if node.open == 0 => {
                self.meter.count();
                two::<V>(node, self.grounds.of(node), need)
            }
            _ => self.plain(node, need),
        }
    }

    fn plain(&mut self, node: &Node, need: i32) -> i32 {
        self.meter.count();
        let view = node.view();
        let stock = node.stocks[node.mover()];
        let mut most = i32::MIN;
        for cell in Each(node.empty) {
            let weights = self.grounds.of(node).weights(cell);
            for colour in Each(stock.resources()) {
                let gain = node.resource_gain::<V>(&view, weights, colour, cell);
                let mut child = *node;
                child.place(colour, cell);
                most = most.max(gain - self.few(&child, 1 - (need - gain)));
                if most >= need {
                    return most;
                }
            }
        }
        for city in Each(node.open) {
            for colour in Each(stock.cities()) {
                let gain = node.city_gain::<V>(colour, city);
                let child = self.grounds.after(node, Code::city(colour, city));
                most = most.max(gain - self.few(&child, 1 - (need - gain)));
                if most >= need {
                    return most;
                }
            }
        }
        most
    }
}

/// The gain of the best last move.
fn last<V: Variant>(node: &Node, ground: &Ground) -> i32 {
    let stock = node.stocks[node.mover()].0;
    let colour = (stock.trailing_zeros() / 4) as u8;
    if colour >= 4 {
        return node.city_gain::<V>(colour - 4, node.open.trailing_zeros() as u8);
    }
    let around = Around { near: node.near, varied: node.varied & !node.open };
    around.best::<V>(node, ground, node.mover(), colour, node.empty)
}

/// The same two plies before the end, when each player has one resource left.
fn two<V: Variant>(node: &Node, ground: &Ground, need: i32) -> i32 {
    let mover = node.mover();
    let [own, other] = [mover, 1 - mover].map(|player| (node.stocks[player].0.trailing_zeros() / 4) as u8 & 3);
    let around = Around { near: node.near, varied: node.varied };
    let ready = around.ready(own);
    let mut most = i32::MIN;
    for cell in Each(node.empty) {
        let gain = gain::<V>(node, ground, mover, ready, own, cell);
        let reply = around.with(own, cell).best::<V>(node, ground, 1 - mover, other, node.empty & !(1 << cell));
        most = most.max(gain - reply);
        if most >= need {
            break;
        }
    }
    most
}

/// What decides over divercités.
#[derive(Clone, Copy)]
struct Around {
    near: [u32; 4],
    varied: u32,
}

impl Around {
    /// The same after a resource is placed.
    #[inline]
    fn with(mut self, colour: u8, cell: u8) -> Self {
        let (near, touched) = (&mut self.near[usize::from(colour & 3)], touching(cell));
        self.varied &= !(touched & *near);
        *near |= touched;
        self
    }

    /// The cities that lack only one colour.
    #[inline]
    fn ready(&self, colour: u8) -> u32 {
        let mut near = self.near;
        near[usize::from(colour & 3)] = !near[usize::from(colour & 3)];
        self.varied & near[0] & near[1] & near[2] & near[3]
    }

    /// The gain of a player's best place for its last resource.
    #[inline]
    fn best<V: Variant>(&self, node: &Node, ground: &Ground, player: usize, colour: u8, cells: u32) -> i32 {
        let ready = self.ready(colour);
        Each(cells).map(|cell| gain::<V>(node, ground, player, ready, colour, cell)).max().unwrap_or(0)
    }
}

/// The gain of a player by a resource, given the cities that lack only its colour.
#[inline]
fn gain<V: Variant>(node: &Node, ground: &Ground, player: usize, ready: u32, colour: u8, cell: u8) -> i32 {
    let value = weight(ground.weights(cell), colour) * Scale::<V>::POINT;
    let completed = ready & touching(cell);
    let [first, second] = node.owned.map(|owned| (completed & owned).count_ones() as i32);
    let value = value + (first - second) * Scale::<V>::DIVERCITE;
    if player == 0 { value } else { -value }
}
