//! The last plies: nodes whose children are leaves, and what lies beyond the horizon.

use grandline_games::{Game, Margin};

use super::options::Order;
use super::worker::Worker;
use crate::evaluate::{Leaves, Noise, sign};
use crate::value::{INFINITY, is_proven};
use crate::window::Window;

impl<G: Game> Worker<'_, G> {
    /// A node at depth 1. Its children are valued from here without being visited, and where they would be sorted by
    /// that same value, finding the best does as well; they are counted as if they had been.
    #[inline]
    pub(super) fn horizon(&mut self, position: &G, ply: u32, window: Window) -> i32 {
        let options = self.shared.options;
        let Leaves { best, best_move, tried, cut } =
            self.scorer.best_leaf(position, ply + 1, self.viewpoint, window.beta);
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

    /// The evaluation of a quiet node that lies so far outside of a null window that the plies left will hardly bring it back.
    #[inline]
    pub(super) fn pruned(&mut self, position: &G, depth: u32, window: Window) -> Option<i32> {
        let pruning = self.shared.options.pruning.filter(|pruning| depth <= pruning.depth && window.is_null())?;
        if is_proven(window.alpha) || is_proven(window.beta) || self.scorer.noise(position) != Noise::Quiet {
            return None;
        }
        self.counts.evaluations += 1;
        let value = sign(position.to_move(), self.viewpoint) * self.scorer.evaluate(position, self.viewpoint);
        let plies = depth as i32;
        let is_above = value - pruning.above.saturating_mul(plies) >= window.beta;
        let is_below = pruning.below.is_some_and(|margin| value + margin.saturating_mul(plies) <= window.alpha);
        (is_above || is_below).then_some(value)
    }

    /// Quiescence search: a noisy position at the horizon is not evaluated as it stands.
    /// The node itself was counted by its parent. The value is for the player to move.
    pub(super) fn quiesce(&mut self, position: &G, plies: u32, ply: u32, mut window: Window) -> i32 {
        let mover = position.to_move();
        let turn = sign(mover, self.viewpoint);
        let noise = if plies == 0 { Noise::Quiet } else { self.scorer.noise(position) };
        self.selective_depth = self.selective_depth.max(ply);
        let mut best = -INFINITY;
        if noise != Noise::Forced {
            // Standing pat: a noisy move is never forced here.
            self.counts.evaluations += 1;
            best = turn * self.scorer.evaluate(position, self.viewpoint);
            if noise == Noise::Quiet || window.fails_high(best) {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        for (index, mv) in position.moves().enumerate() {
            if noise == Noise::Tempting && !self.scorer.is_noisy(position, mv) {
                continue;
            }
            self.counts.nodes += 1;
            if self.meter.is_over(self.counts.nodes) {
                return 0;
            }
            let child = position.child(mv);
            let outcome = child.outcome().or_else(|| self.path.repeats(&child).then_some(Margin::DRAW));
            let value = if let Some(margin) = outcome {
                turn * self.scorer.terminal_of(position, mv, &child, margin, ply + 1, self.viewpoint)
            } else {
                self.enter(position, mv, &child);
                let value = self
                    .turned(mover, &child, window, |worker, window| worker.quiesce(&child, plies - 1, ply + 1, window));
                self.leave();
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
