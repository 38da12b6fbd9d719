//! The moves of a node in the order they are tried, and what can be said without searching any.

use grandline_games::Game;

use super::options::Order;
use super::worker::{TableKey, Worker};
use crate::evaluate::sign;
use crate::order::{Class, Ranked, move_code, rank};
use crate::value::INFINITY;
use crate::window::Window;

impl<G: Game> Worker<'_, G> {
    /// Whether even the children at the horizon must be sorted: with a bound on their number or an ordering of its own.
    pub(super) fn sorts_horizon(&self) -> bool {
        self.shared.options.child_bound.is_some() || self.shared.options.order == Order::Separate
    }

    /// Appends the ranked moves of a node to the list. Returns a value instead if one of them wins at once
    /// or leads to a position that the table knows to be good enough.
    pub(super) fn list_moves(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        window: Window,
        key: Option<TableKey>,
        table_code: u16,
    ) -> Option<i32> {
        let options = self.shared.options;
        let first = self.list.len();
        if ply == 0 {
            // A report has a value for every move.
            self.list.extend(position.moves().map(Ranked::new));
        } else {
            self.list.extend(position.distinct_moves().map(Ranked::new));
        }
        let mover = position.to_move();
        let etc = self.uses_etc(depth, key);
        if (options.immediate_wins || etc)
            && let Some(value) = self.glance(position, depth, ply, window, first, etc)
        {
            return Some(value);
        }
        let count = self.list.len() - first;
        let evaluated = options.order != Order::Generated && count > options.order_above;
        let needs_code = options.killers || options.history || options.counter_moves;
        let reply = if options.counter_moves { self.counter_moves.reply(ply) } else { 0 };
        let turn = sign(mover, self.viewpoint);
        if evaluated {
            self.counts.evaluations += count as u64;
            let scorer = match (&mut self.ordering, options.order) {
                (Some(ordering), Order::Separate) => ordering,
                _ => &mut self.scorer,
            };
            scorer.value_moves(position, ply + 1, self.viewpoint, &mut self.list[first..]);
        }
        for index in 0..count {
            let Ranked { rank: value, mv } = self.list[first + index];
            let mut class = Class::Ordinary;
            let mut score = 0;
            if needs_code {
                let code = move_code(mv);
                if reply == code {
                    class = Class::Counter;
                }
                if options.killers && self.killers.contains(ply, code) {
                    class = Class::Killer;
                }
                if options.history {
                    score = self.history.score(mover.index(), code);
                }
            }
            if let Some(key) = key
                && table_code != 0
                && key.code::<G>(mv) == table_code
            {
                class = Class::Table;
            }
            if evaluated {
                score = turn * value as i32;
            }
            self.list[first + index].rank = rank(class, score, index);
        }
        None
    }

    fn uses_etc(&self, depth: u32, key: Option<TableKey>) -> bool {
        let options = self.shared.options;
        key.is_some() && options.etc_depth.is_some_and(|from| depth >= from) && depth > options.table_depth
    }

    /// Looks once at every child: one that ends the game as well as possible decides the node, and so
    /// does one whose entry in the table proves a cut-off (enhanced transposition cut-off).
    fn glance(&mut self, position: &G, depth: u32, ply: u32, window: Window, first: usize, etc: bool) -> Option<i32> {
        let options = self.shared.options;
        let mover = position.to_move();
        for index in first..self.list.len() {
            let mv = self.list[index].mv;
            let child = position.child(mv);
            if let Some(margin) = child.outcome() {
                if options.immediate_wins && margin.winner() == Some(mover) {
                    let value = self.scorer.terminal_of(position, mv, &child, margin, ply + 1, self.viewpoint);
                    let value = sign(mover, self.viewpoint) * value;
                    if value >= Self::best_possible(ply) || window.fails_high(value) {
                        self.counts.nodes += 1;
                        self.counts.cut(0);
                        if !window.is_null() {
                            self.variation.clear(ply + 1);
                            self.variation.set(ply, mv);
                        }
                        return Some(value);
                    }
                }
            } else if etc && !self.path.repeats(&child) {
                let key = self.key(&child, ply + 1);
                let turned = G::ALTERNATES || child.to_move() != mover;
                // Only a bound that fails high for the mover ends the node, so the window is open on the other side.
                let seen =
                    if turned { Window::new(-window.beta, INFINITY) } else { Window::new(-INFINITY, window.beta) };
                if let (Some(value), _) = self.look_up(key, depth - 1, ply + 1, seen) {
                    let value = if turned { -value } else { value };
                    if window.fails_high(value) {
                        self.counts.cut(0);
                        return Some(value);
                    }
                }
            }
        }
        None
    }
}
