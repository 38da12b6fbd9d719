//! The two-sided tree search as an engine: threads, reuse of the tree, reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grandline_games::{Game, Record, Side};

use super::nodes::{Node, Nodes, Proof};
use super::options::TreeOptions;
use super::simulate::{Climber, Grove};
use crate::engine::{Engine, Limits, Line, Report, RootMove, Watch};
use crate::evaluate::Evaluation;
use crate::knowledge::Knowledge;
use crate::math::Logarithms;
use crate::parallel::run;
use crate::path::{Path, Repetition};
use crate::scale::Scale;
use crate::time::Meter;
use crate::value::{Exact, Value, Verdict};

/// Simulations between two looks at whether the time of a move is up.
const LOOK: u64 = 64;

/// UCT or PUCT for two players, with proven results, over a tree that is kept from move to move.
pub struct TreeSearch<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    knowledge: Option<Box<dyn Knowledge<G>>>,
    logarithms: Logarithms,
    options: TreeOptions,
    nodes: Nodes,
    /// The nodes the kept part of the tree is copied to.
    spare: Option<Nodes>,
    /// The game whose last position is the root of the tree.
    rooted: Option<Record<G>>,
}

impl<G: Game> TreeSearch<G> {
    /// A tree search; the evaluation matters only for priors and leaves that ask for it.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, options: TreeOptions) -> Self {
        TreeSearch {
            evaluation,
            knowledge: None,
            logarithms: Logarithms::new(),
            nodes: Nodes::new(options.megabytes),
            options,
            spare: None,
            rooted: None,
        }
    }

    /// The same search with exact knowledge of the game, which is probed at every leaf.
    #[must_use]
    pub fn with_knowledge(mut self, knowledge: Box<dyn Knowledge<G>>) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// Roots the tree at a game's last position: keeps the matching part of the old tree, or starts a new one.
    fn plant(&mut self, record: &Record<G>) {
        let kept = if self.options.reuse { self.find(record) } else { None };
        match kept {
            Some(0) => {}
            Some(index) => {
                let mut spare = self.spare.take().unwrap_or_else(|| Nodes::new(self.options.megabytes));
                spare.take_from(&self.nodes, index);
                self.spare = Some(std::mem::replace(&mut self.nodes, spare));
            }
            None => self.nodes.clear(),
        }
        // Knowledge proves nodes that have no children; a root needs children to choose from.
        let root = self.nodes.node(0);
        if root.proof() != Proof::None && self.nodes.children(root).is_none() {
            self.nodes.clear();
        }
        self.rooted = Some(record.clone());
    }

    /// The node of a game's last position, if the game continues from the root.
    fn find(&self, record: &Record<G>) -> Option<u32> {
        let rooted = self.rooted.as_ref()?;
        let since = record.plies().checked_sub(rooted.plies())?;
        let mut earlier = record.clone();
        for _ in 0..since {
            earlier.undo();
        }
        if earlier != *rooted {
            return None;
        }
        let mut index = 0;
        for (position, mv) in record.steps().into_iter().skip(rooted.plies()) {
            let place = position.moves().position(|legal| legal == mv)?;
            let family = self.nodes.children(self.nodes.node(index))?;
            index = family.iter().find(|(_, child)| child.place() == place)?.0;
        }
        Some(index)
    }

    /// Searches until a limit is reached; returns what the threads counted: evaluations, deepest ply, sum of depths.
    fn grow(
        &self,
        record: &Record<G>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Sums {
        let threads = self.options.threads.max(1);
        let grove = Grove {
            nodes: &self.nodes,
            evaluation: &*self.evaluation,
            knowledge: self.knowledge.as_deref(),
            logarithms: &self.logarithms,
            options: &self.options,
            root: record.position(),
            viewpoint: record.position().to_move(),
            simulations: AtomicU64::new(0),
            halt: AtomicBool::new(false),
        };
        let climber = |number: u64| {
            let rng = super::generator(self.options.seed.wrapping_add(number << 32), record);
            Climber::new(&grove, rng, Path::new(record, Repetition::Draw))
        };
        let timed = limits.time.is_some() || limits.remaining.is_some();
        let most = limits.nodes.unwrap_or(if timed { u64::MAX } else { self.options.simulations });
        let lead = || {
            let mut climber = climber(0);
            let mut next = 1 << 14;
            loop {
                let done = grove.simulations.load(Ordering::Relaxed);
                if done >= most || meter.is_over(done) || self.is_decided() {
                    break;
                }
                if timed && done.is_multiple_of(LOOK) && meter.is_due(|| self.is_unsettled()) {
                    break;
                }
                if threads > 1 {
                    climber.simulate::<true>();
                    grove.simulations.fetch_add(1, Ordering::Relaxed);
                } else {
                    climber.simulate::<false>();
                    grove.simulations.store(done + 1, Ordering::Relaxed);
                }
                if done >= next {
                    watch(done, climber.depths);
                    next *= 2;
                }
            }
            grove.halt.store(true, Ordering::Relaxed);
            Sums::of(&climber)
        };
        let help = |number: usize| {
            let mut climber = climber(number as u64);
            while !grove.halt.load(Ordering::Relaxed) {
                climber.simulate::<true>();
                grove.simulations.fetch_add(1, Ordering::Relaxed);
            }
            Sums::of(&climber)
        };
        let (mut sums, helped) = run(threads, lead, help);
        for other in helped {
            sums.evaluations += other.evaluations;
            sums.deepest = sums.deepest.max(other.deepest);
        }
        sums.simulations = grove.simulations.into_inner();
        sums
    }

    /// Whether a move that was visited about as often as the favourite looks better.
    fn is_unsettled(&self) -> bool {
        let Some(family) = self.nodes.children(self.nodes.node(0)) else { return false };
        let most = family.iter().map(|(_, child)| child.visits()).max().unwrap_or(0);
        let often = family.iter().map(|(_, child)| child.stats()).filter(|stats| stats.visits >= most / 2);
        let best = often.max_by(|a, b| a.mean.total_cmp(&b.mean));
        best.is_some_and(|best| best.visits < most)
    }

    /// Whether the result is proven, so that no more simulations can change it.
    fn is_decided(&self) -> bool {
        self.options.solver && self.nodes.node(0).proof().sign().is_some()
    }

    /// The moves of the root with their nodes, the best first: proven wins, then by visits, proven losses last.
    fn ranking(&self, position: &G, node: &Node) -> Vec<(G::Move, u32)> {
        let Some(family) = self.nodes.children(node) else { return Vec::new() };
        let mover = position.to_move();
        let sign = |child: &Node| verdict(child, mover).filter(|_| self.options.solver).map_or(0, Verdict::sign);
        let mut order: Vec<(u32, &Node)> = family.iter().collect();
        order.sort_by_key(|(_, child)| std::cmp::Reverse((sign(child), child.visits())));
        let moves: Vec<G::Move> = position.moves().collect();
        order.into_iter().map(|(index, child)| (moves[child.place()], index)).collect()
    }

    fn tell(&self, position: &G, lines: usize, report: &mut Report<G::Move>) {
        let ranking = self.ranking(position, self.nodes.node(0));
        let value = |index: u32| match verdict(self.nodes.node(index), position.to_move()) {
            Some(verdict) if self.options.solver => Value::Exact(Exact { verdict, margin: None, plies: None }),
            _ => Value::Heuristic(f64::from(self.nodes.node(index).stats().mean)),
        };
        report.root_moves = ranking
            .iter()
            .map(|&(mv, index)| RootMove {
                prior: Some(f64::from(self.nodes.node(index).prior())),
                ..RootMove::new(mv, value(index), u64::from(self.nodes.node(index).visits()))
            })
            .collect();
        if !ranking.is_empty() {
            let lines = ranking.iter().take(lines.max(1));
            let line = |&(mv, index)| Line { value: value(index), pv: self.line(position.child(mv), mv, index) };
            report.lines = lines.map(line).collect();
            report.scale = Scale::Results;
        }
    }

    /// The most visited moves from a node on.
    fn line(&self, mut position: G, mv: G::Move, mut index: u32) -> Vec<G::Move> {
        let mut line = vec![mv];
        while line.len() < 100
            && position.outcome().is_none()
            && let Some(&(mv, next)) = self.ranking(&position, self.nodes.node(index)).first()
            && self.nodes.node(next).visits() > 0
        {
            position.play(mv);
            line.push(mv);
            index = next;
        }
        line
    }
}

/// What the threads of a search counted.
struct Sums {
    simulations: u64,
    evaluations: u64,
    deepest: u32,
    depths: u64,
    own: u64,
}

impl Sums {
    fn of<G: Game>(climber: &Climber<'_, G>) -> Self {
        Sums {
            simulations: 0,
            evaluations: climber.evaluations,
            deepest: climber.deepest,
            depths: climber.depths,
            own: climber.done,
        }
    }
}

/// What is proven of a node, for a player.
fn verdict(node: &Node, player: Side) -> Option<Verdict> {
    let sign = node.proof().sign()?;
    Some(Verdict::of(if player == Side::First { sign } else { -sign }))
}

impl<G: Game> Engine<G> for TreeSearch<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let position = record.position();
        if record.outcome().is_some() {
            return Report::default();
        }
        let mut report = Report::unsearched(position.moves().next());
        let mut meter = Meter::new(limits, &self.options.time, 64);
        self.plant(record);
        let started = limits.clock.now();
        let mut show = report.clone();
        let sums = self.grow(record, limits, &mut meter, &mut |done, depths| {
            self.tell(position, limits.lines, &mut show);
            show.counts.nodes = done;
            show.depth = (depths / done.max(1)) as u32;
            show.time = limits.clock.now().saturating_sub(started);
            watch(&show);
        });
        self.tell(position, limits.lines, &mut report);
        report.depth = (sums.depths / sums.own.max(1)) as u32;
        report.selective_depth = sums.deepest;
        report.counts.nodes = sums.simulations;
        report.counts.evaluations = sums.evaluations;
        report.time = meter.elapsed();
        watch(&report);
        report
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.rooted = None;
    }
}
