//! Flat Monte Carlo: random games from random first moves, no tree.

use std::sync::Arc;

use grandline_games::random::pick;
use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Line, Report, RootMove, Watch};
use crate::evaluate::Evaluation;
use crate::scale::Scale;
use crate::time::{Meter, TimeOptions};
use crate::value::Value;

/// Plays random games, each from a uniformly random move of the root, evaluates their final positions,
/// and chooses the move with the best mean.
pub struct Flat<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    /// The number of playouts if the limits give none.
    pub playouts: u64,
    /// The seed of its random generator; the number of plies played is mixed in.
    pub seed: u64,
}

impl<G: Game> Flat<G> {
    /// Flat Monte Carlo with this many playouts per move.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, playouts: u64, seed: u64) -> Self {
        Flat { evaluation, playouts, seed }
    }
}

impl<G: Game> Engine<G> for Flat<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let root = record.position();
        let viewpoint = root.to_move();
        let moves: Vec<G::Move> = root.moves().collect();
        let mut report = Report::unsearched(moves.first().copied());
        if moves.is_empty() {
            return report;
        }
        let mut rng = super::generator(self.seed, record);
        let mut scorer = self.evaluation.scorer(root);
        let mut sums = vec![(0_i64, 0_u64); moves.len()];
        let mut meter = Meter::new(limits, &TimeOptions::default(), 64);
        let playouts = if limits.time.is_some() || limits.remaining.is_some() { u64::MAX } else { self.playouts };
        let playouts = limits.nodes.unwrap_or(playouts);
        let mut played = 0;
        while played < playouts && !meter.is_over(played) {
            let choice = pick(&mut rng, moves.len() as u32) as usize;
            let mut position = root.child(moves[choice]);
            position.playout(&mut rng);
            // Ply 0: the length of a random game means nothing.
            let value = {
                scorer.restart(&position);
                scorer.leaf(&position, 0, viewpoint)
            };
            sums[choice].0 += i64::from(value);
            sums[choice].1 += 1;
            played += 1;
        }
        let scale = f64::from(self.evaluation.scale());
        let mean = |(sum, count): (i64, u64)| if count == 0 { f64::MIN } else { sum as f64 / count as f64 };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&a, &b| mean(sums[b]).total_cmp(&mean(sums[a])));
        let value = |index: usize| Value::Heuristic(if sums[index].1 == 0 { 0.0 } else { mean(sums[index]) / scale });
        report.scale = Scale::Units;
        report.depth = 1;
        report.selective_depth = 1;
        report.counts.nodes = played;
        report.counts.evaluations = played;
        report.time = meter.elapsed();
        report.root_moves =
            order.iter().map(|&index| RootMove::new(moves[index], value(index), sums[index].1)).collect();
        let lines = order.iter().take(limits.lines.max(1));
        report.lines = lines.map(|&index| Line::single(moves[index], value(index))).collect();
        watch(&report);
        report
    }
}
