//! What an agent did at each ply of its games: nodes, depth, time, value, cut-offs.

use serde::Serialize;

use crate::accuracy::Accuracy;
use crate::played::Ply;

/// A sum and the number of its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// How many numbers were added.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
}

impl Mean {
    /// Adds a number; numbers that are not finite are ignored.
    pub fn add(&mut self, number: f64) {
        if number.is_finite() {
            self.count += 1;
            self.sum += number;
        }
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    fn merge(&mut self, other: &Mean) {
        self.count += other.count;
        self.sum += other.sum;
    }
}

/// What an agent did at one ply, over all its games; or over all plies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Effort {
    /// Time, in microseconds.
    pub micros: Mean,
    /// Nodes visited.
    pub nodes: Mean,
    /// Plies looked ahead.
    pub depth: Mean,
    /// The value of its own game, in the units of its evaluation.
    pub value: Mean,
    /// Moves whose result was proven.
    pub proven: u64,
    /// What its moves did to the result, as far as a [`Judge`](crate::accuracy::Judge) was asked.
    pub accuracy: Accuracy,
    /// Cut-offs by the index of the move that made them.
    pub cutoffs: Vec<u64>,
    /// Time of the moves with a node count, in microseconds.
    counted_micros: f64,
}

impl Effort {
    /// Adds a move. Proven values count up to `largest`, the largest margin of the game: larger ones only say who wins.
    fn add(&mut self, ply: &Ply, largest: f64) {
        let search = &ply.search;
        self.micros.add(ply.micros as f64);
        if let Some(nodes) = search.nodes {
            self.nodes.add(nodes as f64);
            self.counted_micros += ply.micros as f64;
        }
        if let Some(depth) = search.depth {
            self.depth.add(f64::from(depth));
        }
        if let Some(value) = search.value.filter(|value| !search.exact || value.abs() <= largest) {
            self.value.add(value);
        }
        self.proven += u64::from(search.exact);
        self.add_cutoffs(&search.cutoffs);
    }

    fn add_cutoffs(&mut self, counts: &[u64]) {
        if self.cutoffs.len() < counts.len() {
            self.cutoffs.resize(counts.len(), 0);
        }
        for (sum, count) in self.cutoffs.iter_mut().zip(counts) {
            *sum = sum.saturating_add(*count);
        }
    }

    fn merge(&mut self, other: &Effort) {
        self.micros.merge(&other.micros);
        self.nodes.merge(&other.nodes);
        self.depth.merge(&other.depth);
        self.value.merge(&other.value);
        self.proven += other.proven;
        self.accuracy.merge(&other.accuracy);
        self.counted_micros += other.counted_micros;
        self.add_cutoffs(&other.cutoffs);
    }

    /// Moves made.
    pub fn moves(&self) -> u64 {
        self.micros.count
    }

    /// Nodes per second; `None` without node counts or time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes.sum > 0.0 && self.counted_micros > 0.0).then(|| self.nodes.sum / self.counted_micros * 1e6)
    }

    /// The share of cut-offs that the move of an index made, of all; `None` where there were none.
    pub fn cutoff_share(&self, index: usize) -> Option<f64> {
        let all: u64 = self.cutoffs.iter().sum();
        (all > 0).then(|| self.cutoffs.get(index).copied().unwrap_or(0) as f64 / all as f64)
    }

    /// The mean index of the move that made a cut-off, from 0; `None` where there were none.
    pub fn mean_cutoff(&self) -> Option<f64> {
        let all: u64 = self.cutoffs.iter().sum();
        let weighted: f64 = self.cutoffs.iter().enumerate().map(|(index, &count)| index as f64 * count as f64).sum();
        (all > 0).then(|| weighted / all as f64)
    }
}

/// What an agent did, ply by ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// By the number of plies played before, the moves of the opening included.
    pub plies: Vec<Effort>,
}

impl Series {
    /// Adds the move made after `before` plies.
    pub fn add(&mut self, before: usize, ply: &Ply, largest: f64) {
        self.at(before).add(ply, largest);
    }

    /// What the agent did after `before` plies.
    pub(super) fn at(&mut self, before: usize) -> &mut Effort {
        if self.plies.len() <= before {
            self.plies.resize_with(before + 1, Effort::default);
        }
        &mut self.plies[before]
    }

    /// All plies together.
    pub fn total(&self) -> Effort {
        self.plies.iter().fold(Effort::default(), |mut total, effort| {
            total.merge(effort);
            total
        })
    }

    /// The plies in steps of `width`, with the number of plies before each step. Steps with less than a twentieth of the
    /// moves of the busiest step are left out.
    pub fn in_steps(&self, width: usize) -> Vec<(usize, Effort)> {
        let together = |efforts: &[Effort]| Series { plies: efforts.to_vec() }.total();
        let steps: Vec<Effort> = self.plies.chunks(width.max(1)).map(together).collect();
        let busiest = steps.iter().map(Effort::moves).max().unwrap_or(0).max(1);
        let numbered = steps.into_iter().enumerate().map(|(step, effort)| (step * width.max(1), effort));
        numbered.filter(|(_, effort)| effort.moves() * 20 >= busiest).collect()
    }
}
