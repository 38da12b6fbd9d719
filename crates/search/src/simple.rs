//! Engines that hardly search: random moves and the best next position. Scripted openings and baselines use them.

use std::sync::Arc;

use grandline_games::random::{mix, pick, seeded};
use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Line, Report, RootMove, Watch};
use crate::evaluate::Evaluation;
use crate::order::Ranked;
use crate::scale::Scale;
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

/// The choice depends on the seed, the position and the ply only, so that a repeated game repeats.
fn choose<G: Game>(seed: u64, record: &Record<G>, count: usize) -> usize {
    let mut rng = seeded(mix(seed ^ record.position().key().rotate_left(17)) ^ record.plies() as u64);
    pick(&mut rng, count as u32) as usize
}

impl<G: Game> Engine<G> for RandomMover<G> {
    fn search(&mut self, record: &Record<G>, _limits: &Limits, _watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let position = record.position();
        let mut moves: Vec<G::Move> = match &self.filter {
            Some(filter) => position.moves().filter(|&mv| filter(position, mv)).collect(),
            None => Vec::new(),
        };
        if moves.is_empty() {
            moves.extend(position.moves());
        }
        let chosen = (!moves.is_empty()).then(|| moves[choose(self.seed, record, moves.len())]);
        let mut report = Report::unsearched(chosen);
        report.counts.nodes = 1;
        report
    }
}

/// Which of the moves a greedy player takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greed {
    /// One of the best, by the seed.
    Best,
    /// The last generated move that beats the first generated one, or the first if none does: a bug of a
    /// course template that never updates its best score.
    LastBetterThanFirst,
}

/// Plays the move to the next position with the best evaluation.
pub struct Greedy<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    greed: Greed,
    seed: u64,
}

impl<G: Game> Greedy<G> {
    /// A greedy player.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, greed: Greed, seed: u64) -> Self {
        Greedy { evaluation, greed, seed }
    }
}

impl<G: Game> Engine<G> for Greedy<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let position = record.position();
        let mut valued: Vec<Ranked<G::Move>> = position.moves().map(Ranked::new).collect();
        self.evaluation.scorer(position).value_moves(position, 1, position.to_move(), &mut valued);
        let Some(&Ranked { rank: first, .. }) = valued.first() else { return Report::default() };
        let chosen = match self.greed {
            Greed::Best => {
                let most = valued.iter().map(|valued| valued.rank).max();
                let best: Vec<usize> = (0..valued.len()).filter(|&index| Some(valued[index].rank) == most).collect();
                best[choose(self.seed, record, best.len())]
            }
            Greed::LastBetterThanFirst => valued.iter().rposition(|valued| valued.rank > first).unwrap_or(0),
        };
        let best = valued[chosen].mv;
        let value = |valued: &Ranked<G::Move>| Value::from_units(valued.rank as i32, self.evaluation.scale());
        let mut report = Report { scale: Scale::Units, depth: 1, selective_depth: 1, ..Report::default() };
        report.counts.nodes = valued.len() as u64 + 1;
        report.counts.evaluations = valued.len() as u64;
        valued.sort_by_key(|valued| (valued.mv != best, std::cmp::Reverse(valued.rank)));
        report.root_moves = valued.iter().map(|valued| RootMove::new(valued.mv, value(valued), 1)).collect();
        let lines = valued.iter().take(limits.lines.max(1));
        report.lines = lines.map(|valued| Line::single(valued.mv, value(valued))).collect();
        watch(&report);
        report
    }
}
