//! An engine that plays by proofs wherever exact knowledge reaches in the time it has.

use std::cmp::Reverse;

use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Line, Remaining, Report, RootMove, Watch};
use crate::knowledge::{Knowledge, Question, Solution};
use crate::spending::Spending;
use crate::time::{Budget, TimeOptions};
use crate::value::{Value, Verdict};

/// Proves results with exact knowledge of a game, and leaves positions it cannot prove in time to another engine.
///
/// Who wins is proven first. With the time that is left it proves by how much, and chooses among the best moves. In a lost
/// position whose margin stays unknown, the other engine chooses.
pub struct Prover<G: Game> {
    knowledge: Box<dyn Knowledge<G>>,
    engine: Box<dyn Engine<G>>,
    options: ProofOptions,
}

/// When a [`Prover`] proves, and which of several best moves it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofOptions {
    /// Positions with at most this many plies left are proven.
    pub plies: u32,
    /// Of several best moves, play the one with the fewest best replies.
    pub hardest: bool,
    /// How time is shared out.
    pub time: TimeOptions,
}

impl<G: Game> Prover<G> {
    /// An engine that proves with `knowledge` and otherwise searches with `engine`.
    pub fn new(knowledge: Box<dyn Knowledge<G>>, engine: Box<dyn Engine<G>>, options: ProofOptions) -> Self {
        Prover { knowledge, engine, options }
    }

    /// Half of the limits, so that an unfinished proof leaves the other half for a search that always has a move.
    fn half(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.map(|nodes| nodes / 2),
            time: self.options.time.budget(limits).map(|Budget { soft, .. }| soft / 2),
            remaining: None,
            ..limits.clone()
        }
    }

    /// The result of a position, improved until the limits end it; `None` if not even the winner was proven.
    fn prove(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Option<Report<G::Move>> {
        let position = record.position();
        let (budget, half) = (self.options.time.budget(limits), self.half(limits));
        if limits.lines == 1
            && let Some(known) = self.knowledge.recall(position)
        {
            let report = told(position, &known, &Spending::new(limits));
            watch(&report);
            return Some(report);
        }
        let whole = Limits { time: budget.map(|Budget { soft, .. }| soft), remaining: None, ..limits.clone() };
        let mut spending = Spending::new(&whole);
        let verdict = self.knowledge.solve(position, Question::default(), &half)?;
        spending.add(verdict.nodes);
        let mut report = told(position, &verdict, &spending);
        watch(&report);
        // Several lines need the values of all moves, which take long enough.
        let chooses = self.options.hardest && limits.lines == 1;
        let question = Question { margin: true, all_moves: chooses };
        let is_lost = verdict.exact.verdict == Verdict::Loss;
        let share = if is_lost { spending.half() } else { spending.left() };
        let mut is_open = is_lost;
        if let Some(mut solution) = self.knowledge.solve(position, question, &share) {
            spending.add(solution.nodes);
            is_open &= solution.exact.margin.is_none();
            if chooses {
                self.put_hardest_first(position, &mut solution, &mut spending);
            }
            report = told(position, &solution, &spending);
            watch(&report);
        }
        if is_open && let Some(mv) = self.hopeful(record, &mut spending) {
            report = told(position, &Solution { best: vec![mv], ..verdict }, &spending);
        }
        if limits.lines > 1 {
            self.all_lines(position, limits.lines, &mut spending, &mut report);
        }
        // In a game the time is better kept.
        if limits.remaining.is_none() && limits.nodes.is_none() && report.value().is_exact() {
            let count = report.lines.len();
            for index in 0..count {
                let mut pv = std::mem::take(&mut report.lines[index].pv);
                self.extend(position, &mut pv, &mut spending);
                report.lines[index].pv = pv;
            }
        }
        report.counts.nodes = spending.nodes();
        report.time = spending.elapsed();
        watch(&report);
        Some(report)
    }

    /// A move for a lost position: every move keeps the result, but not every move makes it hard for the winner.
    fn hopeful(&mut self, record: &Record<G>, spending: &mut Spending<'_>) -> Option<G::Move> {
        let limits = Limits { lines: 1, ..spending.left() };
        let report = self.engine.search(record, &limits, &mut |_| {});
        spending.add(report.counts.nodes);
        report.best()
    }

    /// Sorts best moves by the number of replies that keep the result: the fewer there are, the easier it is to go
    /// wrong. Moves for which the limits end the count stay behind the others.
    fn put_hardest_first(&mut self, position: &G, solution: &mut Solution<G::Move>, spending: &mut Spending<'_>) {
        if solution.best.len() < 2 || solution.exact.margin.is_none() {
            return;
        }
        let mut counted = Vec::with_capacity(solution.best.len());
        for &mv in &solution.best {
            let child = position.child(mv);
            let replies = if child.outcome().is_some() {
                0
            } else if child.to_move() == position.to_move() {
                usize::MAX
            } else {
                let question = Question { margin: true, all_moves: true };
                let answer = self.knowledge.solve(&child, question, &spending.left());
                spending.add(answer.as_ref().map_or(0, |answer| answer.nodes));
                answer.filter(|answer| answer.exact.margin.is_some()).map_or(usize::MAX, |answer| answer.best.len())
            };
            counted.push((replies, mv));
        }
        counted.sort_by_key(|&(replies, _)| replies);
        solution.best = counted.into_iter().map(|(_, mv)| mv).collect();
    }

    /// The proven value of every move, with a line for each of the best; unchanged if a limit comes first.
    fn all_lines(&mut self, position: &G, lines: usize, spending: &mut Spending<'_>, report: &mut Report<G::Move>) {
        let Some(values) = self.knowledge.values(position, &spending.left()) else { return };
        spending.add(values.iter().map(|(_, _, nodes)| nodes).sum());
        let chosen = report.best();
        let mut moves: Vec<RootMove<G::Move>> =
            values.into_iter().map(|(mv, exact, nodes)| RootMove::new(mv, Value::Exact(exact), nodes)).collect();
        moves.sort_by_key(|root| (Reverse(rank(&root.value)), chosen != Some(root.mv)));
        report.lines = moves.iter().take(lines).map(|root| Line::single(root.mv, root.value)).collect();
        report.root_moves = moves;
    }

    /// Appends best moves to a line until the game or the limits end.
    fn extend(&mut self, position: &G, line: &mut Vec<G::Move>, spending: &mut Spending<'_>) {
        let mut position = position.clone();
        line.iter().for_each(|&mv| position.play(mv));
        let question = Question { margin: true, all_moves: false };
        while position.outcome().is_none()
            && let Some(Solution { exact, best, nodes }) = self.knowledge.solve(&position, question, &spending.left())
        {
            spending.add(nodes);
            let (Some(_), Some(&mv)) = (exact.margin, best.first()) else { return };
            line.push(mv);
            position.play(mv);
        }
    }
}

/// Larger for better results, and among equal ones for those that come sooner, or later for losses.
fn rank(value: &Value) -> (i32, i16, i64) {
    let Value::Exact(exact) = value else { return (0, 0, 0) };
    let sign = exact.verdict.sign();
    (sign, exact.margin.unwrap_or(0), -i64::from(sign) * i64::from(exact.plies.unwrap_or(0)))
}

/// A proven position as a report.
fn told<G: Game>(position: &G, solution: &Solution<G::Move>, spending: &Spending<'_>) -> Report<G::Move> {
    let value = solution.value();
    let mut report = Report {
        lines: solution.best.first().map(|&mv| Line::single(mv, value)).into_iter().collect(),
        depth: solution.exact.plies.or(position.plies_left()).unwrap_or(0),
        root_moves: solution.best.iter().map(|&mv| RootMove::new(mv, value, solution.nodes)).collect(),
        time: spending.elapsed(),
        ..Report::default()
    };
    report.selective_depth = report.depth;
    report.counts.nodes = spending.nodes();
    report
}

impl<G: Game> Engine<G> for Prover<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let position = record.position();
        // A search limited by depth alone proves only what that depth reaches.
        let by_depth = limits.time.is_none() && limits.nodes.is_none() && limits.remaining.is_none();
        let most = limits.depth.filter(|_| by_depth).map_or(self.options.plies, |depth| depth.min(self.options.plies));
        let most = most.min(self.knowledge.reach(&self.half(limits)));
        let reached = match position.plies_left() {
            Some(left) => left <= most,
            // Where games have no end in sight, only what is known by heart is proven.
            None => self.knowledge.recall(position).is_some(),
        };
        if !reached || position.outcome().is_some() {
            return self.engine.search(record, limits, watch);
        }
        let started = limits.clock.now();
        if let Some(report) = self.prove(record, limits, watch) {
            return report;
        }
        let spent = limits.clock.now().saturating_sub(started);
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes - nodes / 2),
            time: limits.time.map(|time| time.saturating_sub(spent)),
            remaining: limits
                .remaining
                .map(|remaining| Remaining { left: remaining.left.saturating_sub(spent), ..remaining }),
            ..limits.clone()
        };
        self.engine.search(record, &rest, watch)
    }

    fn forget(&mut self) {
        self.knowledge.forget();
        self.engine.forget();
    }
}
