//! Plain minimax: the reference for every other search, simple enough to be obviously right.

use std::sync::Arc;

use grandline_games::{Game, Margin, Record, Side};

use crate::engine::{Counts, Engine, Limits, Line, Report, RootMove, Watch};
use crate::evaluate::{Evaluation, Scorer};
use crate::path::{Path, Repetition};
use crate::scale::Scale;
use crate::time::{Meter, TimeOptions};
use crate::value::Value;

/// Minimax to a fixed depth without cuts; of equally good moves the first generated is kept.
pub struct Minimax<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    /// The depth if the limits give none.
    pub depth: u32,
    /// How repeated positions are valued.
    pub repetition: Repetition,
}

impl<G: Game> Minimax<G> {
    /// Minimax with an evaluation and a depth.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, depth: u32) -> Self {
        Minimax { evaluation, depth, repetition: Repetition::default() }
    }
}

struct Walk<'a, G: Game> {
    scorer: Box<dyn Scorer<G> + 'a>,
    viewpoint: Side,
    path: Path<G>,
    counts: Counts,
    meter: Meter<'a>,
}

impl<G: Game> Walk<'_, G> {
    /// The value for the viewpoint, and the best line.
    fn value(&mut self, position: &G, depth: u32, ply: u32) -> (i32, Vec<G::Move>) {
        self.counts.nodes += 1;
        if self.meter.is_over(self.counts.nodes) {
            return (0, Vec::new());
        }
        if depth == 0 {
            self.counts.evaluations += 1;
            return (self.scorer.leaf(position, ply, self.viewpoint), Vec::new());
        }
        let maximises = position.to_move() == self.viewpoint;
        let mut best: Option<(i32, Vec<G::Move>)> = None;
        for mv in position.moves() {
            let (value, line) = self.child(position, mv, depth, ply);
            let better = best.as_ref().is_none_or(|&(old, _)| if maximises { value > old } else { value < old });
            if better {
                best = Some((value, std::iter::once(mv).chain(line).collect()));
            }
        }
        best.unwrap_or_else(|| unreachable!("an unfinished game has a legal move"))
    }

    fn child(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32) -> (i32, Vec<G::Move>) {
        let child = position.child(mv);
        let outcome = child.outcome();
        // At the horizon a finished game is valued like any other leaf.
        let ended = if outcome.is_some() { outcome.filter(|_| depth > 1) } else { self.repetition(&child) };
        if let Some(margin) = ended {
            self.counts.nodes += 1;
            return (self.scorer.terminal_of(position, mv, &child, margin, ply + 1, self.viewpoint), Vec::new());
        }
        self.path.push(&child);
        self.scorer.push(position, mv, &child);
        let result = self.value(&child, depth - 1, ply + 1);
        self.scorer.pop();
        self.path.pop();
        result
    }

    fn repetition(&self, child: &G) -> Option<Margin> {
        self.path.repeats(child).then_some(Margin::DRAW)
    }
}

impl<G: Game> Engine<G> for Minimax<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let position = record.position();
        let mut report = Report::unsearched(position.moves().next());
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let mut walk = Walk {
            scorer: self.evaluation.scorer(position),
            viewpoint: position.to_move(),
            path: Path::new(record, self.repetition),
            counts: Counts { nodes: 1, ..Counts::default() },
            meter: Meter::new(limits, &TimeOptions::default(), 1024),
        };
        // A search to the end of the game proves draws as well.
        let to_the_end = position.plies_left().is_some_and(|left| depth >= left) && self.evaluation.is_result_proven();
        let read = if to_the_end { Value::from_results } else { Value::from_units };
        let mut found = Vec::new();
        for mv in position.moves() {
            let before = walk.counts.nodes;
            let (value, line) = walk.child(position, mv, depth, 0);
            if walk.meter.is_stopped() {
                break;
            }
            let visits = walk.counts.nodes - before;
            let root_move = RootMove::new(mv, read(value, self.evaluation.scale()), visits);
            let line: Vec<G::Move> = std::iter::once(mv).chain(line).collect();
            found.push((value, root_move, line));
        }
        // The sort is stable: of equal moves the first generated stays first.
        found.sort_by_key(|&(value, _, _)| std::cmp::Reverse(value));
        report.counts = walk.counts;
        report.time = walk.meter.elapsed();
        if !found.is_empty() {
            report.depth = if walk.meter.is_stopped() { 0 } else { depth };
            report.selective_depth = depth;
            report.root_moves = found.iter().map(|(_, root_move, _)| *root_move).collect();
            let lines = found.into_iter().take(limits.lines.max(1));
            report.lines = lines.map(|(_, root_move, pv)| Line { value: root_move.value, pv }).collect();
            report.scale = Scale::Units;
        }
        watch(&report);
        report
    }
}
