//! UCT as the Divercité reports describe it.
//!
//! Values are evaluations of final positions from the point of view of the searching agent: at the opponent's nodes
//! too, the children best for the agent are preferred. The two-sided search is [`TreeSearch`](super::TreeSearch).

use std::sync::Arc;

use grandline_games::random::{Random, pick};
use grandline_games::{Game, Margin, Record, Side};
use rand_core::Rng;

use crate::engine::{Engine, Limits, Line, Report, RootMove, Watch};
use crate::evaluate::{Evaluation, Scorer};
use crate::math::ln;
use crate::order::Ranked;
use crate::scale::Scale;
use crate::time::{Meter, TimeOptions};
use crate::value::Value;

/// How a simulation continues below the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playouts {
    /// Uniformly random moves.
    Uniform,
    /// Moves with a probability proportional to the evaluation after them, seen by the agent, where it is
    /// positive; uniformly random ones where the sum is not positive.
    Guided,
}

/// The parameters of the reports' UCT.
#[derive(Clone, Debug, PartialEq)]
pub struct OneSidedOptions {
    /// The number of simulations if the limits give none.
    pub simulations: u64,
    /// The constant before the square root of UCB1.
    pub exploration: f64,
    /// The number of root moves to consider, the best by the evaluation.
    pub root_children: Option<usize>,
    /// How simulations continue below the tree.
    pub playouts: Playouts,
    /// Value final positions by the result (1, 0, -1) instead of the evaluation.
    pub by_result: bool,
    /// The seed of its randomness.
    pub seed: u64,
}

impl Default for OneSidedOptions {
    fn default() -> Self {
        OneSidedOptions {
            simulations: 15_000,
            exploration: std::f64::consts::SQRT_2,
            root_children: Some(10),
            playouts: Playouts::Uniform,
            by_result: false,
            seed: 0,
        }
    }
}

/// The reports' UCT: one random child is added in each simulation, and the most visited move of the root is played.
pub struct OneSided<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    options: OneSidedOptions,
}

impl<G: Game> OneSided<G> {
    /// The search with an evaluation.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, options: OneSidedOptions) -> Self {
        OneSided { evaluation, options }
    }
}

struct Node<M> {
    mv: Option<M>,
    visits: u64,
    /// The sum of values in units of the evaluation.
    sum: i64,
    children: Vec<u32>,
    untried: Vec<M>,
}

struct Growth<'a, G: Game> {
    scorer: Box<dyn Scorer<G> + 'a>,
    options: &'a OneSidedOptions,
    viewpoint: Side,
    scale: f64,
    nodes: Vec<Node<G::Move>>,
    rng: Random,
    evaluations: u64,
    deepest: u32,
}

impl<G: Game> Growth<'_, G> {
    /// The moves of the root to consider: the best by the evaluation, in a stable order.
    fn root_moves(&mut self, root: &G) -> Vec<G::Move> {
        let mut moves: Vec<G::Move> = root.moves().collect();
        if let Some(most) = self.options.root_children
            && moves.len() > most.max(1)
        {
            self.evaluations += moves.len() as u64;
            let mut valued: Vec<Ranked<G::Move>> = moves.into_iter().map(Ranked::new).collect();
            self.scorer.value_moves(root, 1, self.viewpoint, &mut valued);
            valued.sort_by_key(|valued| std::cmp::Reverse(valued.rank));
            valued.truncate(most.max(1));
            moves = valued.into_iter().map(|valued| valued.mv).collect();
        }
        moves
    }

    fn add(&mut self, mv: Option<G::Move>, untried: Vec<G::Move>) -> u32 {
        self.nodes.push(Node { mv, visits: 0, sum: 0, children: Vec::new(), untried });
        self.nodes.len() as u32 - 1
    }

    /// The child with the best upper confidence bound (UCB1).
    fn select(&self, node: u32) -> u32 {
        let node = &self.nodes[node as usize];
        let log = ln(node.visits.max(1) as f64);
        let bound = |&child: &u32| {
            let child = &self.nodes[child as usize];
            let visits = child.visits as f64;
            child.sum as f64 / self.scale / visits + self.options.exploration * (log / visits).sqrt()
        };
        let mut best = (node.children[0], f64::MIN);
        for child in &node.children {
            let bound = bound(child);
            if bound > best.1 {
                best = (*child, bound);
            }
        }
        best.0
    }

    fn simulate(&mut self, root: &G, path: &mut Vec<u32>) {
        let mut position = root.clone();
        let mut node = 0;
        path.clear();
        path.push(0);
        loop {
            if !self.nodes[node as usize].untried.is_empty() {
                let count = self.nodes[node as usize].untried.len() as u32;
                let choice = pick(&mut self.rng, count) as usize;
                let mv = self.nodes[node as usize].untried.swap_remove(choice);
                position.play(mv);
                let untried = position.moves().collect();
                let child = self.add(Some(mv), untried);
                self.nodes[node as usize].children.push(child);
                path.push(child);
                break;
            }
            if self.nodes[node as usize].children.is_empty() || path.len() > 500 {
                break;
            }
            node = self.select(node);
            if let Some(mv) = self.nodes[node as usize].mv {
                position.play(mv);
            }
            path.push(node);
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let value = self.finish(&mut position);
        for &node in path.iter() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += value;
        }
    }

    /// Plays to the end and values the final position for the agent.
    fn finish(&mut self, position: &mut G) -> i64 {
        let margin = match self.options.playouts {
            Playouts::Uniform => position.playout(&mut self.rng),
            Playouts::Guided => self.guided(position),
        };
        if self.options.by_result {
            return i64::from(margin.seen_by(self.viewpoint).signum());
        }
        self.evaluations += 1;
        self.scorer.restart(position);
        i64::from(self.scorer.leaf(position, 0, self.viewpoint))
    }

    fn guided(&mut self, position: &mut G) -> Margin {
        self.scorer.restart(position);
        let mut values: Vec<Ranked<G::Move>> = Vec::new();
        for _ in 0..super::LONGEST_PLAYOUT {
            if let Some(margin) = position.outcome() {
                return margin;
            }
            values.clear();
            values.extend(position.moves().map(Ranked::new));
            self.scorer.value_moves(position, 0, self.viewpoint, &mut values);
            self.evaluations += values.len() as u64;
            let mv = weighted(&values, &mut self.rng);
            let after = position.child(mv);
            self.scorer.push(position, mv, &after);
            *position = after;
        }
        Margin::DRAW
    }
}

/// A move with a probability proportional to its value; moves of negative value are never chosen, and where the
/// sum of all values is not positive every move is equally likely.
fn weighted<M: Copy>(values: &[Ranked<M>], rng: &mut impl Rng) -> M {
    let positive = |valued: &Ranked<M>| valued.rank.max(0);
    let sum: i64 = values.iter().map(|valued| valued.rank).sum();
    if sum <= 0 {
        return values[pick(rng, values.len() as u32) as usize].mv;
    }
    let total: i64 = values.iter().map(positive).sum();
    let mut left = ((u128::from(rng.next_u64()) * total as u128) >> 64) as i64;
    for entry in values {
        left -= positive(entry);
        if left < 0 {
            return entry.mv;
        }
    }
    values[values.len() - 1].mv
}

impl<G: Game> Engine<G> for OneSided<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let root = record.position();
        if root.outcome().is_some() {
            return Report::default();
        }
        let by_result = self.options.by_result;
        let mut growth = Growth::<G> {
            scorer: self.evaluation.scorer(root),
            options: &self.options,
            viewpoint: root.to_move(),
            scale: if by_result { 1.0 } else { f64::from(self.evaluation.scale()) },
            nodes: Vec::new(),
            rng: super::generator(self.options.seed, record),
            evaluations: 0,
            deepest: 0,
        };
        let moves = growth.root_moves(root);
        let mut report = Report::unsearched(moves.first().copied());
        growth.add(None, moves);
        let mut meter = Meter::new(limits, &TimeOptions::default(), 16);
        let timed = limits.time.is_some() || limits.remaining.is_some();
        let simulations = limits.nodes.unwrap_or(if timed { u64::MAX } else { self.options.simulations });
        let mut path = Vec::new();
        let mut done = 0;
        while done < simulations && growth.nodes.len() < u32::MAX as usize && !meter.is_over(done) {
            growth.simulate(root, &mut path);
            done += 1;
        }
        tell(&growth, limits.lines, &mut report);
        report.scale = if by_result { Scale::Results } else { Scale::Units };
        report.counts.nodes = done;
        report.counts.evaluations = growth.evaluations;
        report.time = meter.elapsed();
        watch(&report);
        report
    }
}

/// Puts the visits of the tree into a report; of equally visited moves the first expanded stays first.
fn tell<G: Game>(growth: &Growth<'_, G>, lines: usize, report: &mut Report<G::Move>) {
    let value = |node: &Node<G::Move>| Value::Heuristic(node.sum as f64 / growth.scale / node.visits.max(1) as f64);
    let best_first = |node: &Node<G::Move>| {
        let mut children: Vec<&Node<G::Move>> =
            node.children.iter().map(|&child| &growth.nodes[child as usize]).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        children
    };
    let children = best_first(&growth.nodes[0]);
    report.selective_depth = growth.deepest;
    report.root_moves =
        children.iter().filter_map(|node| Some(RootMove::new(node.mv?, value(node), node.visits))).collect();
    if children.is_empty() {
        return;
    }
    report.lines.clear();
    for first in children.iter().take(lines.max(1)) {
        let mut pv: Vec<G::Move> = first.mv.into_iter().collect();
        let mut node = *first;
        while let Some(next) = best_first(node).first() {
            pv.extend(next.mv);
            node = next;
        }
        report.lines.push(Line { value: value(first), pv });
    }
    report.depth = report.pv().len() as u32;
}
