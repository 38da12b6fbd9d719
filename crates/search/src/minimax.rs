//! Plain minimax: the yardstick, simple enough to be obviously right.

use grandline_games::{Game, Margin, Record, Side};

use crate::engine::{Counts, Engine, Limits, Line, Report, RootMove};
use crate::evaluate::Evaluator;
use crate::path::{Path, Repetition};
use crate::time::{Meter, TimeOptions};
use crate::value::Value;

/// Minimax to a fixed depth without cuts; of equally good moves the first generated is kept.
pub struct Minimax<E> {
    evaluator: E,
    /// The depth if the limits give none.
    pub depth: u32,
    /// What happens to positions that come back.
    pub repetition: Repetition,
}

impl<E> Minimax<E> {
    /// Minimax with an evaluation and a depth.
    pub fn new(evaluator: E, depth: u32) -> Self {
        Minimax { evaluator, depth, repetition: Repetition::default() }
    }
}

struct Walk<'a, G: Game, E> {
    evaluator: &'a E,
    viewpoint: Side,
    path: Path<G>,
    counts: Counts,
    meter: Meter<'a>,
}

impl<G: Game, E: Evaluator<G>> Walk<'_, G, E> {
    /// The value for the viewpoint, and the best line.
    fn value(&mut self, state: &E::State, position: &G, depth: u32, ply: u32) -> (i32, Vec<G::Move>) {
        self.counts.nodes += 1;
        if self.meter.is_over(self.counts.nodes) {
            return (0, Vec::new());
        }
        if depth == 0 {
            self.counts.evaluations += 1;
            return (self.evaluator.leaf(state, position, ply, self.viewpoint), Vec::new());
        }
        if let Some(margin) = position.outcome() {
            return (self.evaluator.terminal(state, position, margin, ply, self.viewpoint), Vec::new());
        }
        let maximises = position.to_move() == self.viewpoint;
        let mut best: Option<(i32, Vec<G::Move>)> = None;
        for mv in position.moves() {
            let (value, line) = self.child(state, position, mv, depth, ply);
            let better = best.as_ref().is_none_or(|&(old, _)| if maximises { value > old } else { value < old });
            if better {
                best = Some((value, std::iter::once(mv).chain(line).collect()));
            }
        }
        best.unwrap_or_else(|| unreachable!("an unfinished game has a legal move"))
    }

    fn child(&mut self, state: &E::State, position: &G, mv: G::Move, depth: u32, ply: u32) -> (i32, Vec<G::Move>) {
        let child = position.child(mv);
        let child_state = self.evaluator.advance(state, position, mv, &child);
        if child.outcome().is_none() && self.path.repeats(&child) {
            self.counts.nodes += 1;
            let draw = self.evaluator.terminal(&child_state, &child, Margin::DRAW, ply + 1, self.viewpoint);
            return (draw, Vec::new());
        }
        self.path.push(&child);
        let result = self.value(&child_state, &child, depth - 1, ply + 1);
        self.path.pop();
        result
    }
}

impl<G: Game, E: Evaluator<G>> Engine<G> for Minimax<E> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let position = record.position();
        let mut report = Report::unsearched(position);
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let mut walk = Walk {
            evaluator: &self.evaluator,
            viewpoint: position.to_move(),
            path: Path::new(record, self.repetition),
            counts: Counts { nodes: 1, ..Counts::default() },
            meter: Meter::new(limits, &TimeOptions::default(), 1024),
        };
        let state = self.evaluator.root(position);
        let mut found: Vec<(i32, RootMove<G>, Vec<G::Move>)> = Vec::new();
        for mv in position.moves() {
            let before = walk.counts.nodes;
            let (value, line) = walk.child(&state, position, mv, depth, 0);
            if walk.meter.is_stopped() {
                break;
            }
            let visits = walk.counts.nodes - before;
            let shown = Value::from_units(value, self.evaluator.scale());
            let root_move = RootMove { mv, value: shown, is_bound: false, visits, prior: None };
            found.push((value, root_move, std::iter::once(mv).chain(line).collect()));
        }
        // The sort is stable: of equal moves the first generated stays first.
        found.sort_by_key(|&(value, _, _)| std::cmp::Reverse(value));
        report.counts = walk.counts;
        report.time = walk.meter.elapsed();
        if !found.is_empty() {
            report.depth = if walk.meter.is_stopped() { 0 } else { depth };
            report.selective_depth = depth;
            report.root_moves = found.iter().map(|(_, root_move, _)| root_move.clone()).collect();
            let lines = found.into_iter().take(limits.lines.max(1));
            report.lines = lines.map(|(_, root_move, pv)| Line { value: root_move.value, pv }).collect();
            report.best = Some(report.root_moves[0].mv);
            report.value = report.lines[0].value;
            report.pv = report.lines[0].pv.clone();
        }
        watch(&report);
        report
    }
}
