//! One simulation of the two-sided tree search: down the tree, a value for the leaf, and back up.

use std::sync::atomic::{AtomicBool, AtomicU64};

use grandline_games::random::Random;
use grandline_games::{Game, Side};

use super::nodes::{Family, Node, Nodes, Proof, Seed, Stats};
use super::options::{LeafValue, Prior, Selection, TreeOptions};
use crate::evaluate::{Evaluation, Scorer, sign};
use crate::knowledge::{Knowledge, Known};
use crate::math::{Logarithms, exp_below_zero};
use crate::order::Ranked;
use crate::path::Path;
use crate::value::is_proven;

/// How many children a node has at first, in the order of their priors. Few nodes are visited so often that they need more,
/// and without the others a tree of Divercité takes a sixth of the memory.
const LIKELY: usize = 16;

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
    keys: Vec<i64>,
    seeds: Vec<Seed>,
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
            keys: Vec::new(),
            seeds: Vec::new(),
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
            let mut family = nodes.children(node);
            if family.is_none() {
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
                family = nodes.children(node);
            }
            // The root gets all its children, since people look at them.
            if let Some(few) = family.filter(|few| !few.is_complete() && (few.is_tried() || self.steps.len() == 1)) {
                self.complete(few.head, &position);
                family = nodes.children(node);
            }
            let Some(family) = family else {
                break self.leaf_value(position);
            };
            let mover = position.to_move();
            let (index, child) = self.select(node, family, mover);
            let Some(mv) = position.moves().nth(child.place()) else {
                unreachable!("a child is a move of its parent");
            };
            let after = position.child(mv);
            if self.is_stateful {
                self.scorer.push(&position, mv, &after);
            }
            position = after;
            node = child;
            self.steps.push((index, mover));
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
                squeezed(value * sign(Side::First, viewpoint), evaluation.scale(), width)
            }
        }
    }

    /// Gives a node its likely children.
    fn expand(&mut self, node: &Node, position: &G) {
        let likely = self.seed(position);
        let (likely, rest) = self.seeds.split_at(likely);
        self.grove.nodes.sow(node, likely, rest.len());
    }

    /// Gives the head of a family the rest of the children.
    fn complete(&mut self, head: &Node, position: &G) {
        let likely = self.seed(position);
        self.grove.nodes.sow(head, &self.seeds[likely..], 0);
    }

    /// Lists the children of a position and returns how many of them, those in front, are likely.
    fn seed(&mut self, position: &G) -> usize {
        let Grove { evaluation, options, viewpoint, .. } = *self.grove;
        self.seeds.clear();
        if let Prior::Evaluation { temperature } = options.prior {
            let turn = i64::from(sign(position.to_move(), viewpoint));
            self.valued.clear();
            self.valued.extend(position.moves().map(Ranked::new));
            self.scorer.value_moves(position, 1, viewpoint, &mut self.valued);
            self.evaluations += self.valued.len() as u64;
            // The worse a value the larger its key, in which the place of the move comes last.
            self.keys.clear();
            let keys = self.valued.iter().zip(0..).map(|(valued, place)| (-turn * valued.rank) << 16 | place);
            self.keys.extend(keys);
            if self.keys.len() > LIKELY {
                self.keys.select_nth_unstable(LIKELY);
            }
            let likely = self.keys.len().min(LIKELY);
            self.keys[..likely].sort_unstable();
            let unit = -1.0 / (evaluation.scale() as f32 * (temperature as f32).max(1e-9));
            let best = self.keys.first().map_or(0, |key| key >> 16);
            let mut sum = 0.0;
            for key in &self.keys {
                let weight = exp_below_zero(((key >> 16) - best) as f32 * unit);
                sum += weight;
                self.seeds.push(Seed { place: *key as u16, prior: weight });
            }
            self.seeds.iter_mut().for_each(|seed| seed.prior /= sum);
            likely
        } else {
            let count = position.count_moves();
            let prior = 1.0 / count.max(1) as f32;
            self.seeds.extend((0..count).map(|place| Seed { place: place as u16, prior }));
            count
        }
    }

    /// The child to select with its index: a proven win at once, a proven loss only if there is nothing else.
    #[inline]
    fn select<'f>(&self, node: &Node, family: Family<'f>, mover: Side) -> (u32, &'f Node) {
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
        let mut best = family.first();
        let mut best_score = f32::MIN;
        for (number, (index, child)) in family.iter().enumerate() {
            let Stats { visits: count, mean } = child.stats();
            let score = match child.proof().sign() {
                Some(sign) if options.solver && sign != 0 => {
                    if (sign > 0) == (mover == Side::First) {
                        return (index, child);
                    }
                    -1e9
                }
                _ => match options.selection {
                    Selection::Uct if count == 0 => return (index, child),
                    Selection::Uct => mean + (drive / count as f32).sqrt(),
                    Selection::Puct => {
                        if count == 0 && number < LIKELY {
                            // The most likely that was not tried: no later one is better.
                            let score = untried + drive * child.prior();
                            return if score > best_score { (index, child) } else { best };
                        }
                        let mean = if count == 0 { untried } else { mean };
                        mean + drive * child.prior() / (1.0 + count as f32)
                    }
                },
            };
            if score > best_score {
                best = (index, child);
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
        let Some(family) = self.grove.nodes.children(parent) else { return false };
        let turn = if mover == Side::First { 1 } else { -1 };
        let mut best = -1;
        let mut all = family.is_complete();
        for (_, child) in family.iter() {
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

/// A value of the evaluation from -1 to 1.
#[inline]
fn squeezed(value: i32, scale: i32, width: f64) -> f32 {
    if is_proven(value) {
        return value.signum() as f32;
    }
    let value = value as f32 / scale as f32;
    value / ((width as f32).max(1e-9) + value.abs())
}
