//! The search: whether the player to move can still gain as much as it needs, with null windows only.

use grandline_games::divercite::Variant;
use grandline_search::Busy;

use super::board::{Each, Ground};
use super::bounds;
use super::key::Features;
use super::node::{Code, Grounds, Node};
use super::order::Order;
use super::scale::Scale;
use super::table::Tables;
use crate::meter::Meter;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tables: &'a Tables,
    pub(super) busy: Option<&'a Busy>,
}

/// A move that waits for its turn.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub(super) code: Code,
    pub(super) gain: i16,
    /// The higher, the earlier it is searched.
    pub(super) score: i32,
}

/// One thread's part of a search.
pub(super) struct Worker<'a, V> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) meter: Meter<'a>,
    pub(super) grounds: Grounds<V>,
    /// The moves of all nodes on the path that have not been searched, each node's after its parent's.
    pub(super) moves: Vec<Waiting>,
    /// How often each move of each player gained what was needed, weighted by the square of the plies left.
    history: [[u32; 256]; 2],
}

/// Positions with fewer plies left are not kept in the table: searching them is cheaper.
const TABLED: u8 = 4;
/// The plies left of the last positions whose bounds are computed: below, searching is cheaper.
const BOUNDED: u8 = 3;
/// Positions with fewer plies left are not noted as being searched: searching them is cheaper.
const NOTED: u8 = 9;
/// In positions with fewer plies left, the other moves are not looked up after the first one fails.
const LOOKED_UP: u8 = 7;
/// Added to the score of the table's move.
const FIRST: i32 = 1 << 24;
/// Added to the score of a move that is put off.
const DEFERRED: i32 = -1 << 28;

impl<'a, V: Variant> Worker<'a, V> {
    pub(super) fn new(shared: &'a Shared<'a>, meter: Meter<'a>, ground: Ground) -> Self {
        let grounds = Grounds::new(ground);
        Worker { shared, meter, grounds, moves: Vec::with_capacity(1024), history: [[0; 256]; 2] }
    }

    /// Whether the player to move can gain at least `need`; `None` if a limit came first.
    pub(super) fn reaches(&mut self, node: &Node, need: i32) -> Option<bool> {
        if node.left < TABLED && self.meter.visit() {
            return None;
        }
        self.search(node, need).map(|bound| bound >= need)
    }

    /// A bound of what the player to move can gain: a lower one if it is at least `need`, otherwise an upper one
    /// (fail-soft); `None` if a limit came first.
    fn search(&mut self, node: &Node, need: i32) -> Option<i32> {
        if node.left < TABLED {
            let bound = if node.left == BOUNDED { bounds::quick::<V>(node, &node.view(), need) } else { None };
            return Some(bound.unwrap_or_else(|| self.few(node, need)));
        }
        if self.meter.visit() {
            return None;
        }
        let view = node.view();
        let bound = bounds::answer::<V>(node, &view, self.grounds.of(node), need);
        if bound.is_some() {
            return bound;
        }
        let features = Features::new(node, &view, self.grounds.of(node));
        let table = self.shared.tables.of(node.left);
        let entry = table.probe(features.key);
        if let Some(bound) = entry.and_then(|entry| entry.bounds.answer(need)) {
            return Some(bound);
        }
        let before = self.meter.nodes();
        let noted = self.shared.busy.filter(|_| node.left >= NOTED);
        if let Some(busy) = noted {
            busy.enter(features.key);
        }
        let answer = self.expand(node, need, &features, entry.and_then(|entry| entry.best));
        if let Some(busy) = noted {
            busy.leave(features.key);
        }
        let (bound, best) = answer?;
        table.store(features.key, need, bound, best, self.meter.nodes() - before);
        Some(bound)
    }

    /// The same as far as bounds and the table tell.
    fn known(&self, node: &Node, need: i32) -> Option<i32> {
        let view = node.view();
        bounds::answer::<V>(node, &view, self.grounds.of(node), need).or_else(|| {
            let key = Features::new(node, &view, self.grounds.of(node)).key;
            self.shared.tables.of(node.left).probe(key).and_then(|entry| entry.bounds.answer(need))
        })
    }

    /// A move of the root by which the player to move gains at least `need`, if there is one.
    pub(super) fn root(&mut self, node: &Node, need: i32) -> Option<Option<Code>> {
        let features = Features::new(node, &node.view(), self.grounds.of(node));
        let best = self.shared.tables.of(node.left).probe(features.key).and_then(|entry| entry.best);
        self.expand(node, need, &features, best).map(|(_, best)| best)
    }

    /// A bound as [`search`](Self::search) has it, by searching the moves, and a move that gains `need`, if there is one.
    fn expand(
        &mut self,
        node: &Node,
        need: i32,
        features: &Features,
        best: Option<Code>,
    ) -> Option<(i32, Option<Code>)> {
        let first = self.moves.len();
        self.list(node, features, best);
        let mut most = i32::MIN;
        let mut is_first = true;
        while self.moves.len() > first {
            let waiting = self.next(first);
            let Waiting { code, gain, score } = waiting;
            let child = self.grounds.after(node, code);
            if !is_first && score > DEFERRED / 2 && self.is_busy(&child) {
                self.moves.push(Waiting { score: score + DEFERRED, ..waiting });
                continue;
            }
            let gain = i32::from(gain);
            let Some(reply) = self.search(&child, 1 - (need - gain)) else {
                self.moves.truncate(first);
                return None;
            };
            most = most.max(gain - reply);
            if most >= need {
                self.moves.truncate(first);
                let count = &mut self.history[node.mover()][usize::from(code.0)];
                *count = count.saturating_add(u32::from(node.left) * u32::from(node.left));
                return Some((most, Some(code)));
            }
            if is_first && node.left >= LOOKED_UP {
                let (known, code) = self.look_up(node, need, first);
                most = most.max(known);
                if code.is_some() {
                    self.moves.truncate(first);
                    return Some((most, code));
                }
            }
            is_first = false;
        }
        Some((most, None))
    }

    /// Looks up the positions after all moves that are left (enhanced transposition cut-offs). Returns what is known to be
    /// gained and a move that gains `need`, if one is known, and drops the moves that do not.
    fn look_up(&mut self, node: &Node, need: i32, first: usize) -> (i32, Option<Code>) {
        let mut most = i32::MIN;
        for index in (first..self.moves.len()).rev() {
            let Waiting { code, gain, .. } = self.moves[index];
            let child = self.grounds.after(node, code);
            let gain = i32::from(gain);
            if let Some(reply) = self.known(&child, 1 - (need - gain)) {
                most = most.max(gain - reply);
                if most >= need {
                    return (most, Some(code));
                }
                self.moves.swap_remove(index);
            }
        }
        (most, None)
    }

    /// Whether another thread searches a position, so that the others are searched first.
    #[inline]
    fn is_busy(&self, node: &Node) -> bool {
        let busy = self.shared.busy.filter(|_| node.left >= NOTED);
        busy.is_some_and(|busy| busy.contains(Features::new(node, &node.view(), self.grounds.of(node)).key))
    }

    /// Lists moves, one for each class of moves that lead to equal positions.
    pub(super) fn list(&mut self, node: &Node, features: &Features, best: Option<Code>) {
        let view = node.view();
        let mover = node.mover();
        let ground = self.grounds.of(node);
        let stock = node.stocks[mover];
        let mut resources = stock.resources();
        // One useless colour stands for all.
        let useless = resources & features.useless;
        resources &= !(useless & useless.wrapping_sub(1));
        let history = &self.history[mover];
        let order = Order::new(node);
        let score = |code: Code, gain: i32, promise: i32| {
            let score = (gain * 8 / Scale::<V>::POINT + promise) * 64;
            let table = if best == Some(code) { FIRST } else { 0 };
            score + table + (history[usize::from(code.0)] >> 5).min(255) as i32
        };
        for (index, cell) in Each(node.empty).enumerate() {
            if features.cells[..index].contains(&features.cells[index & 31]) {
                continue;
            }
            let weights = ground.weights(cell);
            let promises = order.cell(node, &view, weights, cell);
            for colour in Each(resources) {
                let code = Code::resource(colour, cell);
                let gain = node.resource_gain::<V>(&view, weights, colour, cell);
                let score = score(code, gain, promises[usize::from(colour & 3)]);
                self.moves.push(Waiting { code, gain: gain as i16, score });
            }
        }
        for city in Each(node.open) {
            let promise = Order::city(node, &view, city);
            for colour in Each(stock.cities()) {
                let code = Code::city(colour, city);
                let gain = node.city_gain::<V>(colour, city);
                self.moves.push(Waiting { code, gain: gain as i16, score: score(code, gain, promise) });
            }
        }
    }

    /// Takes the most promising move from the list.
    #[inline]
    pub(super) fn next(&mut self, first: usize) -> Waiting {
        let mut best = first;
        for index in first + 1..self.moves.len() {
            if self.moves[index].score > self.moves[best].score {
                best = index;
            }
        }
        self.moves.swap_remove(best)
    }
}
