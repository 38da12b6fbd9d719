//! Flat Monte Carlo: random games from random first moves, no tree.

use grandline_games::random::pick;
use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Line, Report, RootMove};
use crate::evaluate::Evaluator;
use crate::time::{Meter, TimeOptions};
use crate::value::Value;

/// Plays random games, each from a uniformly random move of the root, values their final states by the evaluation,
/// and chooses the move with the best mean.
pub struct Flat<E> {
    evaluator: E,
    /// How many games if the limits do not say.
    pub playouts: u64,
    /// The seed of its randomness, which the number of plies played is mixed into.
    pub seed: u64,
}

impl<E> Flat<E> {
    /// Flat Monte Carlo with so many games a move.
    pub fn new(evaluator: E, playouts: u64, seed: u64) -> Self {
        Flat { evaluator, playouts, seed }
    }
}

impl<G: Game, E: Evaluator<G>> Engine<G> for Flat<E> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let root = record.position();
        let viewpoint = root.to_move();
        let mut report = Report::unsearched(root);
        let moves: Vec<G::Move> = root.moves().collect();
        if moves.is_empty() {
            return report;
        }
        let mut rng = super::generator(self.seed, record);
        let mut sums = vec![(0_i64, 0_u64); moves.len()];
        let mut meter = Meter::new(limits, &TimeOptions::default(), 64);
        let playouts = if limits.time.is_some() || limits.remaining.is_some() { u64::MAX } else { self.playouts };
        let playouts = limits.nodes.unwrap_or(playouts);
        let mut played = 0;
        while played < playouts && !meter.is_over(played) {
            let choice = pick(&mut rng, moves.len() as u32) as usize;
            let mut position = root.child(moves[choice]);
            position.playout(&mut rng);
            // A win counts the same however long it took: the plies of a random game mean nothing.
            let value = self.evaluator.leaf(&self.evaluator.root(&position), &position, 0, viewpoint);
            sums[choice].0 += i64::from(value);
            sums[choice].1 += 1;
            played += 1;
        }
        let scale = f64::from(self.evaluator.scale());
        let mean = |(sum, count): (i64, u64)| if count == 0 { f64::MIN } else { sum as f64 / count as f64 };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&a, &b| mean(sums[b]).total_cmp(&mean(sums[a])));
        let value = |index: usize| Value::Heuristic(if sums[index].1 == 0 { 0.0 } else { mean(sums[index]) / scale });
        report.best = Some(moves[order[0]]);
        report.value = value(order[0]);
        report.pv = vec![moves[order[0]]];
        report.depth = 1;
        report.selective_depth = 1;
        report.counts.nodes = played;
        report.counts.evaluations = played;
        report.time = meter.elapsed();
        report.root_moves = order
            .iter()
            .map(|&index| RootMove {
                mv: moves[index],
                value: value(index),
                is_bound: false,
                visits: sums[index].1,
                prior: None,
            })
            .collect();
        let lines = order.iter().take(limits.lines.max(1));
        report.lines = lines.map(|&index| Line { value: value(index), pv: vec![moves[index]] }).collect();
        watch(&report);
        report
    }
}
