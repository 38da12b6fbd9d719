//! Engines that hardly search: random moves and the best next state. Openings and baselines are made of them.

use grandline_games::random::{mix, pick, seeded};
use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Line, Report, RootMove};
use crate::evaluate::Evaluator;
use crate::value::Value;

/// Says of a move whether it may be chosen.
pub type MoveFilter<G> = Box<dyn Fn(&G, <G as Game>::Move) -> bool + Send>;

/// Uniformly random among the moves a filter lets through, or among all if it lets none.
pub struct RandomMover<G: Game> {
    seed: u64,
    filter: Option<MoveFilter<G>>,
}

impl<G: Game> RandomMover<G> {
    /// Any legal move.
    pub fn new(seed: u64) -> Self {
        RandomMover { seed, filter: None }
    }

    /// Only moves for which the filter says yes.
    pub fn filtered(seed: u64, filter: MoveFilter<G>) -> Self {
        RandomMover { seed, filter: Some(filter) }
    }
}

/// The randomness of one move depends on the seed and on how the game went, so that a repeated game repeats.
fn choose<G: Game>(seed: u64, record: &Record<G>, count: usize) -> usize {
    let mut rng = seeded(mix(seed ^ record.position().key().rotate_left(17)) ^ record.moves().len() as u64);
    pick(&mut rng, count as u32) as usize
}

impl<G: Game> Engine<G> for RandomMover<G> {
    fn search(&mut self, record: &Record<G>, _limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let position = record.position();
        let mut report = Report::unsearched(position);
        let mut moves: Vec<G::Move> = match &self.filter {
            Some(filter) => position.moves().filter(|&mv| filter(position, mv)).collect(),
            None => Vec::new(),
        };
        if moves.is_empty() {
            moves.extend(position.moves());
        }
        if !moves.is_empty() {
            report.best = Some(moves[choose(self.seed, record, moves.len())]);
            report.pv = report.best.into_iter().collect();
        }
        report.counts.nodes = 1;
        watch(&report);
        report
    }
}

/// Which of the moves a greedy player takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greed {
    /// One of the best, by the seed.
    Best,
    /// The last generated move that beats the first generated one, or the first if none does: a slip of a
    /// well-known template that never updates its best score.
    LastBetterThanFirst,
}

/// Plays the move whose next state the evaluation likes best.
pub struct Greedy<E> {
    evaluator: E,
    greed: Greed,
    seed: u64,
}

impl<E> Greedy<E> {
    /// A greedy player.
    pub fn new(evaluator: E, greed: Greed, seed: u64) -> Self {
        Greedy { evaluator, greed, seed }
    }
}

impl<G: Game, E: Evaluator<G>> Engine<G> for Greedy<E> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let position = record.position();
        let viewpoint = position.to_move();
        let mut report = Report::unsearched(position);
        let state = self.evaluator.root(position);
        let value = |mv| self.evaluator.leaf_after(&state, position, mv, 1, viewpoint);
        let valued: Vec<(G::Move, i32)> = position.moves().map(|mv| (mv, value(mv))).collect();
        let Some(&(_, first)) = valued.first() else { return report };
        let chosen = match self.greed {
            Greed::Best => {
                let most = valued.iter().map(|&(_, value)| value).max();
                let best: Vec<usize> = (0..valued.len()).filter(|&index| Some(valued[index].1) == most).collect();
                best[choose(self.seed, record, best.len())]
            }
            Greed::LastBetterThanFirst => valued.iter().rposition(|&(_, value)| value > first).unwrap_or(0),
        };
        let shown = |value| Value::from_units(value, self.evaluator.scale());
        let (best, value) = valued[chosen];
        report.best = Some(best);
        report.value = shown(value);
        report.pv = vec![best];
        report.depth = 1;
        report.selective_depth = 1;
        report.counts.nodes = valued.len() as u64 + 1;
        report.counts.evaluations = valued.len() as u64;
        let mut sorted = valued;
        sorted.sort_by_key(|&(mv, value)| (mv != best, std::cmp::Reverse(value)));
        let root_move = |&(mv, value): &(G::Move, i32)| RootMove {
            mv,
            value: shown(value),
            is_bound: false,
            visits: 1,
            prior: None,
        };
        report.root_moves = sorted.iter().map(root_move).collect();
        let lines = sorted.iter().take(limits.lines.max(1));
        report.lines = lines.map(|&(mv, value)| Line { value: shown(value), pv: vec![mv] }).collect();
        watch(&report);
        report
    }
}
