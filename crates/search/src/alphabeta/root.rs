//! The root: iterative deepening, aspiration windows, several lines.

use grandline_games::Game;

use super::known::Draws;
use super::options::Options;
use super::worker::Worker;
use crate::engine::{Line, Report, RootMove, Watch};
use crate::order::select;
use crate::parallel::NOTED_DEPTH;
use crate::scale::Scale;
use crate::value::{Exact, INFINITY, Value, Verdict, is_proven};
use crate::window::Window;

/// A move of the root and what is known about it.
struct Candidate<M> {
    mv: M,
    value: i32,
    is_bound: bool,
    visits: u64,
    pv: Vec<M>,
}

impl<G: Game> Worker<'_, G> {
    /// Searches deeper and deeper up to `depth`, and hands a report to `watch` after each iteration.
    pub(crate) fn think(&mut self, depth: u32, lines: usize, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let mut candidates = self.candidates();
        let mut report = Report::unsearched(candidates.first().map(|candidate| candidate.mv));
        if candidates.is_empty() {
            return report;
        }
        // A forced move costs no time where time is short, but still shows a value.
        let depth = if candidates.len() == 1 && self.meter.saves_time() { 1 } else { depth.max(1) };
        let begin = self.shared.options.deepen_from.unwrap_or(depth).clamp(1, depth);
        let lines = lines.clamp(1, candidates.len());
        for reached in begin..=depth {
            let before = candidates[0].mv;
            self.extended_until = 2 * reached;
            let completed = self.iterate(&mut candidates, reached, lines, reached == begin);
            if completed || candidates[0].visits > 0 {
                self.tell(&candidates, lines, if completed { reached } else { reached - 1 }, &mut report);
                watch(&report);
            }
            let decided = candidates[..lines].iter().all(|line| is_proven(line.value));
            let changed = candidates[0].mv != before;
            if !completed || decided || !self.meter.goes_on(self.counts.nodes, changed) {
                break;
            }
            self.history.halve();
        }
        self.tell_costs(&mut report);
        report
    }

    /// The moves of the root in their first order, no more than the bound on children allows.
    fn candidates(&mut self) -> Vec<Candidate<G::Move>> {
        let root = self.root.clone();
        let key = self.shared.table.is_some().then(|| self.key(&root, 0));
        let code = key.map_or(0, |key| self.look_up(key, 0, 0, Window::FULL).1);
        self.list.clear();
        // Depth 1: nothing is looked up or decided for the children, they are only ranked.
        let immediate = self.list_moves(&root, 1, 0, Window::FULL, key, code);
        let mut list = std::mem::take(&mut self.list);
        let mut moves: Vec<G::Move> = match immediate {
            Some(_) => list.iter().map(|ranked| ranked.mv).collect(),
            None => (0..list.len()).map(|index| select(&mut list, index)).collect(),
        };
        if self.draws == Draws::Open && moves.iter().any(|&mv| self.keeps_draw(mv)) {
            moves.retain(|&mv| self.keeps_draw(mv));
        }
        moves.truncate(self.shared.options.child_bound.unwrap_or(usize::MAX).max(1));
        list.clear();
        self.list = list;
        let candidate = |mv| Candidate { mv, value: -INFINITY, is_bound: true, visits: 0, pv: vec![mv] };
        moves.into_iter().map(candidate).collect()
    }

    /// One iteration: every line in turn, each without the moves of the lines before it. Says whether it was completed.
    fn iterate(&mut self, candidates: &mut [Candidate<G::Move>], depth: u32, lines: usize, is_first: bool) -> bool {
        for line in 0..lines {
            let candidates = &mut candidates[line..];
            // Aspiration: the value will probably be near that of the iteration before.
            let guess = candidates[0].value;
            let mut radius = match self.shared.options.aspiration {
                Some(radius) if !is_first && !is_proven(guess) => radius.max(1),
                _ => 2 * INFINITY - 1,
            };
            let mut window = Window::around(guess, radius);
            if radius >= INFINITY {
                window = Window::FULL;
            }
            loop {
                let value = self.search_root(candidates, depth, window);
                if self.meter.is_stopped() {
                    return false;
                }
                radius = radius.saturating_mul(4);
                if window.fails_low(value) && window.alpha > -INFINITY {
                    window.alpha = Window::around(value, radius).alpha;
                } else if window.fails_high(value) && window.beta < INFINITY {
                    window.beta = Window::around(value, radius).beta;
                } else {
                    break;
                }
            }
        }
        true
    }

    /// Searches the candidates in order and brings the best to the front; the others keep their order.
    /// When interrupted, a move that had already proved better stays in front.
    fn search_root(&mut self, candidates: &mut [Candidate<G::Move>], depth: u32, mut window: Window) -> i32 {
        let root = self.root.clone();
        let sure = window.alpha;
        self.counts.nodes += 1;
        let mut best = -INFINITY;
        let mut front = 0;
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let mut turn = 0;
        while turn < order.len() {
            let index = order[turn];
            turn += 1;
            let mv = candidates[index].mv;
            let child = root.child(mv);
            let noted = match self.shared.busy {
                Some(busy) if depth >= NOTED_DEPTH && index > 0 => Some((busy, child.key() ^ u64::from(depth))),
                _ => None,
            };
            if let Some((busy, key)) = noted {
                if turn <= candidates.len() && busy.contains(key) {
                    order.push(index);
                    continue;
                }
                busy.enter(key);
            }
            let before = self.counts.nodes;
            self.variation.clear(1);
            let value = self.try_move(&root, mv, &child, depth, 0, index, best > -INFINITY, window);
            if let Some((busy, key)) = noted {
                busy.leave(key);
            }
            if self.meter.is_stopped() {
                break;
            }
            let candidate = &mut candidates[index];
            candidate.visits += self.counts.nodes - before;
            candidate.value = value;
            candidate.is_bound = window.fails_low(value);
            if value > best {
                best = value;
                if value > window.alpha {
                    front = index;
                    candidate.pv.clear();
                    candidate.pv.push(mv);
                    candidate.pv.extend_from_slice(self.variation.line(1));
                    if window.fails_high(value) {
                        break;
                    }
                    window.alpha = value;
                }
            }
        }
        candidates[..=front].rotate_right(1);
        if !self.meter.is_stopped() && self.shared.table.is_some() {
            let found = Some(candidates[0].mv);
            self.remember(self.key(&root, 0), best, found, depth, 0, Window { alpha: sure, ..window });
        }
        best
    }

    /// Writes the candidates into a report.
    fn tell(&self, candidates: &[Candidate<G::Move>], lines: usize, depth: u32, report: &mut Report<G::Move>) {
        let scale = self.shared.evaluation.scale();
        let read = if self.reaches_the_end(depth) { Value::from_results } else { Value::from_units };
        let value = |units: i32| match self.draws {
            Draws::Open if !is_proven(units) => Value::Exact(Exact::only(Verdict::Draw)),
            _ => read(units, scale),
        };
        let searched = || candidates.iter().filter(|candidate| candidate.visits > 0);
        report.scale = Scale::Units;
        report.depth = depth;
        report.root_moves = searched()
            .map(|candidate| RootMove {
                is_bound: candidate.is_bound,
                ..RootMove::new(candidate.mv, value(candidate.value), candidate.visits)
            })
            .collect();
        let lines = searched().take(lines);
        report.lines =
            lines.map(|line| Line { value: value(line.value), pv: self.extended(&line.pv, depth) }).collect();
        self.tell_costs(report);
    }

    /// Whether a search of this depth sees every game to its end, with results as the evaluation's only values: then 0
    /// is a proven draw.
    fn reaches_the_end(&self, depth: u32) -> bool {
        let Options { reductions, pruning, child_bound, quiescence, .. } = self.shared.options;
        let complete = reductions.is_none() && pruning.is_none() && child_bound.is_none() && quiescence.is_none();
        let to_the_end = || self.root.plies_left().is_some_and(|left| depth >= left);
        complete && self.shared.evaluation.is_result_proven() && to_the_end()
    }

    fn tell_costs(&self, report: &mut Report<G::Move>) {
        report.counts = self.counts;
        report.selective_depth = self.selective_depth.max(report.depth);
        report.time = self.meter.elapsed();
    }

    /// Extends a line that ended in an entry of the table by the moves stored there.
    fn extended(&self, pv: &[G::Move], depth: u32) -> Vec<G::Move> {
        let mut line = pv.to_vec();
        let Some(table) = self.shared.table else { return line };
        let mut position = self.root.clone();
        line.iter().for_each(|&mv| position.play(mv));
        while (line.len() as u32) < depth && position.outcome().is_none() {
            let key = self.key(&position, line.len() as u32);
            let Some(entry) = table.probe(key.key) else { break };
            let Some(mv) = position.moves().find(|&mv| key.code::<G>(mv) == entry.code) else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }
}

/// For the exact solver: one question about the root.
impl<G: Game> Worker<'_, G> {
    /// The value of the root with respect to a window and the move that reaches it, `None` if a limit came first. The
    /// move means something only where the value is inside the window or above.
    pub(crate) fn ask(&mut self, depth: u32, window: Window) -> Option<(i32, G::Move)> {
        let mut candidates = self.candidates();
        let value = self.search_root(&mut candidates, depth, window);
        let best = candidates.first()?.mv;
        (!self.meter.is_stopped()).then_some((value, best))
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.counts.nodes
    }
}
