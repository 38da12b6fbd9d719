//! The last plies: nodes whose children are leaves, and what lies beyond the horizon.

use grandline_games::{Game, Margin};

use super::options::Order;
use super::worker::{States, Worker};
use crate::evaluate::{Evaluator, Noise, sign};
use crate::value::INFINITY;
use crate::window::Window;

impl<G: Game, E: Evaluator<G>, O: Evaluator<G>> Worker<'_, G, E, O> {
    /// A node at depth 1. Its children are valued from here without being visited, and where they would be sorted by that
    /// same value, finding the best does as well; they are counted as if they had been.
    #[inline]
    pub(super) fn horizon(
        &mut self,
        position: &G,
        states: &States<E::State, O::State>,
        ply: u32,
        window: Window,
    ) -> i32 {
        let evaluator = self.shared.evaluator;
        let options = self.shared.options;
        let turn = sign(position.to_move(), self.viewpoint);
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut tried = 0;
        let mut cut = false;
        for mv in position.moves() {
            let value = turn * evaluator.leaf_after(&states.leaf, position, mv, ply + 1, self.viewpoint);
            tried += 1;
            if value > best {
                best = value;
                best_move = Some(mv);
                if window.fails_high(value) {
                    cut = true;
                    break;
                }
            }
        }
        self.counts.evaluations += tried as u64;
        self.selective_depth = self.selective_depth.max(ply + 1);
        if cut {
            // Sorted by value, the move that cuts would have been tried first.
            let sorted = options.order == Order::Evaluation && position.count_moves() > options.order_above;
            let visited = if sorted { 1 } else { tried };
            self.counts.cut(visited - 1);
            self.counts.nodes += visited as u64;
        } else {
            self.counts.nodes += tried as u64;
        }
        if !window.is_null() {
            self.variation.clear(ply);
            if let Some(mv) = best_move
                && best > window.alpha
            {
                self.variation.clear(ply + 1);
                self.variation.set(ply, mv);
            }
        }
        best
    }

    /// Quiescence search: a position at the horizon in which something is going on is not valued as it stands.
    /// The node itself was counted by its parent. The value is the player's to move.
    pub(super) fn quiesce(&mut self, position: &G, state: &E::State, plies: u32, ply: u32, mut window: Window) -> i32 {
        let evaluator = self.shared.evaluator;
        let mover = position.to_move();
        let turn = sign(mover, self.viewpoint);
        let noise = if plies == 0 { Noise::Quiet } else { evaluator.noise(state, position) };
        self.selective_depth = self.selective_depth.max(ply);
        let mut best = -INFINITY;
        if noise != Noise::Forced {
            // Standing pat: nobody is forced to make a noisy move.
            self.counts.evaluations += 1;
            best = turn * evaluator.evaluate(state, position, self.viewpoint);
            if noise == Noise::Quiet || window.fails_high(best) {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        for (index, mv) in position.moves().enumerate() {
            if noise == Noise::Tempting && !evaluator.is_noisy(state, position, mv) {
                continue;
            }
            self.counts.nodes += 1;
            if self.meter.is_over(self.counts.nodes) {
                return 0;
            }
            let child = position.child(mv);
            let after = evaluator.advance(state, position, mv, &child);
            let value = if let Some(margin) = child.outcome() {
                turn * evaluator.terminal(&after, &child, margin, ply + 1, self.viewpoint)
            } else if self.path.repeats(&child) {
                turn * evaluator.terminal(&after, &child, Margin::DRAW, ply + 1, self.viewpoint)
            } else {
                self.path.push(&child);
                let value = self.turned(mover, &child, window, |worker, window| {
                    worker.quiesce(&child, &after, plies - 1, ply + 1, window)
                });
                self.path.pop();
                value
            };
            best = best.max(value);
            if window.fails_high(best) {
                self.counts.cut(index);
                break;
            }
            window.alpha = window.alpha.max(best);
        }
        best
    }
}
