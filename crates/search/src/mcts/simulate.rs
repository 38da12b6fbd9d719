//! One simulation of the two-sided tree search: down the tree, a value for the leaf, and back up.

use std::sync::atomic::{AtomicBool, AtomicU64};

use grandline_games::random::Random;
use grandline_games::{Game, Side};

use super::nodes::{Node, Nodes, Proof, Stats};
use super::options::{LeafValue, Prior, Selection, TreeOptions};
use crate::evaluate::{Evaluation, Scorer, sign};
use crate::knowledge::{Knowledge, Known};
use crate::math::{Logarithms, exp};
use crate::order::Ranked;
use crate::path::Path;
use crate::value::is_proven;

/// What all threads share.
pub(super) struct Grove<'a, G: Game> {
    pub(super) nodes: &'a Nodes,
    pub(super) evaluation: &'a dyn Evaluation<G>,
    pub(super) knowledge: Option<&'a dyn Knowledge<G>>,
    pub(super) logarithms: &'a Logarithms,
    pub(super) options: &'a TreeOptions,
    pub(super) root: &'a G,
    pub(super) viewpoint: Side,
    pub(super) simulations: AtomicU64,
    pub(super) halt: AtomicBool,
}

/// One thread's part.
pub(super) struct Climber<'a, G: Game> {
    pub(super) grove: &'a Grove<'a, G>,
    scorer: Box<dyn Scorer<G> + 'a>,
    /// Whether the scorer keeps states that must follow the path.
    is_stateful: bool,
    pub(super) rng: Random,
    pub(super) seen: Path<G>,
    /// The nodes from the root on, each with the player who moved there.
    steps: Vec<(u32, Side)>,
    valued: Vec<Ranked<G::Move>>,
    scores: Vec<f64>,
    pub(super) evaluations: u64,
    pub(super) deepest: u32,
    pub(super) depths: u64,
    pub(super) done: u64,
}

impl<'a, G: Game> Climber<'a, G> {
    pub(super) fn new(grove: &'a Grove<'a, G>, rng: Random, seen: Path<G>) -> Self {
        let scorer = grove.evaluation.scorer(grove.root);
        let evaluates = grove.options.leaf != LeafValue::Playout || grove.options.prior != Prior::Uniform;
        Climber {
            grove,
            is_stateful: evaluates && scorer.is_stateful(),
            scorer,
            rng,
            seen,
            steps: Vec::new(),
            valued: Vec::new(),
            scores: Vec::new(),
            evaluations: 0,
            deepest: 0,
            depths: 0,
            done: 0,
        }
    }

    /// Makes one simulation. `SHARED` says whether other threads work on the tree.
    pub(super) fn simulate<const SHARED: bool>(&mut self) {
        let Grove { nodes, options, root, knowledge, .. } = *self.grove;
        let mut position = root.clone();
        let mut node = nodes.node(0);
        self.steps.clear();
        // Nobody moved to the root; its own sum is never compared with another.
        self.steps.push((0, !position.to_move()));
        if SHARED {
            node.visit_as_lost();
        }
        let mut pushed = 0;
        let value = loop {
            if let Some(sign) = node.proof().sign()
                && (options.solver || self.steps.len() > 1)
            {
                break sign as f32;
            }
            let mut children = nodes.children(node);
            if children.is_none() {
                if let Some(margin) = position.outcome() {
                    let margin = i32::from(margin.0);
                    node.prove(Proof::of(margin));
                    break margin.signum() as f32;
                }
                // The result of the root is of no use without a move that keeps it.
                if self.steps.len() > 1
                    && let Some(Known::Exact(exact)) = knowledge.and_then(|knowledge| knowledge.probe(&position))
                {
                    let sign = exact.verdict.sign() * sign(position.to_move(), Side::First);
                    node.prove(Proof::of(sign));
                    break sign as f32;
                }
                // A visit of this thread is already counted in a shared tree.
                if node.visits() < options.expand_after + u32::from(SHARED) {
                    break self.leaf_value(position);
                }
                self.expand(node, &position);
                children = nodes.children(node);
            }
            let Some((first, children)) = children else {
                break self.leaf_value(position);
            };
            let mover = position.to_move();
            let choice = self.select(node, children, mover);
            let Some(mv) = position.moves().nth(choice) else {
                unreachable!("a node has as many children as moves");
            };
            let after = position.child(mv);
            if self.is_stateful {
                self.scorer.push(&position, mv, &after);
            }
            position = after;
            node = &children[choice];
            self.steps.push((first + choice as u32, mover));
            if SHARED {
                // Virtual loss: until the result is known, other threads see a lost visit and go elsewhere.
                node.visit_as_lost();
            }
            if self.seen.repeats(&position) {
                break 0.0;
            }
            self.seen.push(&position);
            pushed += 1;
        };
        for _ in 0..pushed {
            self.seen.pop();
        }
        let depth = self.steps.len() as u32 - 1;
        if self.is_stateful {
            (0..depth).for_each(|_| self.scorer.pop());
        }
        self.deepest = self.deepest.max(depth);
        self.depths += u64::from(depth);
        self.done += 1;
        self.back_up::<SHARED>(value);
    }

    /// The value of a leaf for the first player.
    fn leaf_value(&mut self, mut position: G) -> f32 {
        let Grove { evaluation, options, viewpoint, .. } = *self.grove;
        match options.leaf {
            LeafValue::Playout => f32::from(position.playout(&mut self.rng).0.signum()),
            LeafValue::Evaluation { width } => {
                self.evaluations += 1;
                let value = self.scorer.leaf(&position, 0, viewpoint);
                let value = value * sign(Side::First, viewpoint);
                if is_proven(value) {
                    return value.signum() as f32;
                }
                let value = f64::from(value) / f64::from(evaluation.scale());
                (value / (width.max(1e-9) + value.abs())) as f32
            }
        }
    }

    /// Gives a node its children, with their priors.
    fn expand(&mut self, node: &Node, position: &G) {
        let Grove { nodes, evaluation, options, viewpoint, .. } = *self.grove;
        self.scores.clear();
        let count = if let Prior::Evaluation { temperature } = options.prior {
            let turn = sign(position.to_move(), viewpoint);
            let unit = f64::from(evaluation.scale()) * temperature.max(1e-9);
            self.valued.clear();
            self.valued.extend(position.moves().map(Ranked::new));
            self.scorer.value_moves(position, 1, viewpoint, &mut self.valued);
            self.scores.extend(self.valued.iter().map(|valued| f64::from(turn * valued.rank as i32) / unit));
            softmax(&mut self.scores);
            self.evaluations += self.scores.len() as u64;
            self.scores.len()
        } else {
            position.count_moves()
        };
        let even = 1.0 / count.max(1) as f32;
        nodes.grow(node, count, |children| {
            for (index, child) in children.iter().enumerate() {
                child.set_prior(self.scores.get(index).map_or(even, |&score| score as f32));
            }
        });
    }

    /// The index of the child to select: a proven win at once, a proven loss only if there is nothing else.
    #[inline]
    fn select(&self, node: &Node, children: &[Node], mover: Side) -> usize {
        let Grove { options, .. } = *self.grove;
        let parent = node.stats();
        let visits = parent.visits.max(1);
        let exploration = options.exploration as f32;
        let drive = match options.selection {
            Selection::Uct => 2.0 * exploration * exploration * self.grove.logarithms.of(visits),
            Selection::Puct => exploration * (visits as f32).sqrt(),
        };
        // First-play urgency of PUCT: an untried move is thought a little worse than its parent is so far.
        let untried = if G::ALTERNATES { -parent.mean } else { 0.0 } - 0.2;
        let mut best = 0;
        let mut best_score = f32::MIN;
        for (index, child) in children.iter().enumerate() {
            let Stats { visits: count, mean } = child.stats();
            let score = match child.proof().sign() {
                Some(sign) if options.solver && sign != 0 => {
                    if (sign > 0) == (mover == Side::First) {
                        return index;
                    }
                    -1e9
                }
                _ => match options.selection {
                    Selection::Uct if count == 0 => return index,
                    Selection::Uct => mean + (drive / count as f32).sqrt(),
                    Selection::Puct => {
                        let mean = if count == 0 { untried } else { mean };
                        mean + drive * child.prior() / (1.0 + count as f32)
                    }
                },
            };
            if score > best_score {
                best = index;
                best_score = score;
            }
        }
        best
    }

    /// Adds the value to every node on the way, seen by the player who moved there, and with it what is proven.
    fn back_up<const SHARED: bool>(&mut self, value: f32) {
        let Grove { nodes, options, .. } = *self.grove;
        let mut proving = options.solver;
        for step in (0..self.steps.len()).rev() {
            let (index, mover) = self.steps[step];
            let node = nodes.node(index);
            let seen = if mover == Side::First { value } else { -value };
            if SHARED {
                node.correct(seen);
            } else {
                node.visit(seen);
            }
            // MCTS-Solver: the parent is decided by a winning child, or by its best one when all are decided.
            if proving && step > 0 {
                let parent = nodes.node(self.steps[step - 1].0);
                proving = node.proof() != Proof::None && self.prove_parent(parent, mover);
            }
        }
    }

    /// Decides a node from its children, if they suffice; `mover` is to move there.
    fn prove_parent(&self, parent: &Node, mover: Side) -> bool {
        if parent.proof() != Proof::None {
            return true;
        }
        let Some((_, children)) = self.grove.nodes.children(parent) else { return false };
        let turn = if mover == Side::First { 1 } else { -1 };
        let mut best = -1;
        let mut all = true;
        for child in children {
            match child.proof().sign() {
                Some(sign) if sign * turn == 1 => {
                    parent.prove(Proof::of(sign));
                    return true;
                }
                Some(sign) => best = best.max(sign * turn),
                None => all = false,
            }
        }
        if all {
            parent.prove(Proof::of(best * turn));
        }
        all
    }
}

/// Turns scores into shares that add up to 1.
fn softmax(scores: &mut [f64]) {
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - most);
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}
