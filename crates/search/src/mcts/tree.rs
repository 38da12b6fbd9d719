//! The two-sided tree search as an engine: threads, reuse of the tree, reports.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grandline_games::{Game, Record, Side};

use super::arena::{Arena, Node};
use super::math::Logarithms;
use super::options::TreeOptions;
use super::simulate::{Climber, Grove};
use crate::engine::{Engine, Limits, Line, Report, RootMove};
use crate::evaluate::Evaluator;
use crate::parallel::run;
use crate::path::{Path, Repetition};
use crate::time::Meter;
use crate::value::{Exact, Value, Verdict};

/// UCT or PUCT for two players, with proven results, over a tree that is kept from move to move.
pub struct TreeSearch<G: Game, E> {
    evaluator: E,
    logarithms: Logarithms,
    options: TreeOptions,
    arena: Arena,
    /// The arena the kept part of the tree is copied to.
    spare: Option<Arena>,
    /// The game whose last position is the root of the tree.
    rooted: Option<Record<G>>,
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G, E> {
    /// A tree search; the evaluation matters only for priors and leaves that ask for it.
    pub fn new(evaluator: E, options: TreeOptions) -> Self {
        TreeSearch {
            evaluator,
            logarithms: Logarithms::new(),
            arena: Arena::new(options.megabytes),
            options,
            spare: None,
            rooted: None,
        }
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> u32 {
        self.arena.len()
    }

    /// Makes the tree that of a game's last position: the part of the old one that its moves lead to, or a new one.
    fn plant(&mut self, record: &Record<G>) {
        let kept = if self.options.reuse { self.find(record) } else { None };
        match kept {
            Some(0) => {}
            Some(index) => {
                let mut spare = self.spare.take().unwrap_or_else(|| Arena::new(self.options.megabytes));
                spare.take_from(&self.arena, index);
                self.spare = Some(std::mem::replace(&mut self.arena, spare));
            }
            None => self.arena.clear(),
        }
        self.rooted = Some(record.clone());
    }

    /// The node of a game's last position, if the game went on from the root.
    fn find(&self, record: &Record<G>) -> Option<u32> {
        let rooted = self.rooted.as_ref()?;
        let known = rooted.moves().len();
        if rooted.start() != record.start() || record.moves().get(..known)? != rooted.moves() {
            return None;
        }
        let mut index = 0;
        for (position, &mv) in record.positions()[known..].iter().zip(&record.moves()[known..]) {
            let (first, _) = self.arena.children(self.arena.node(index))?;
            index = first + position.moves().position(|legal| legal == mv)? as u32;
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
            arena: &self.arena,
            evaluator: &self.evaluator,
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

    /// Whether the result is proven, so that no more simulations can change it.
    fn is_decided(&self) -> bool {
        self.options.solver && self.arena.node(0).proof().sign().is_some()
    }

    /// The moves of the root with their nodes, the best first: proven wins, then by visits, proven losses last.
    fn ranking(&self, position: &G, node: &Node) -> Vec<(G::Move, u32)> {
        let Some((first, children)) = self.arena.children(node) else { return Vec::new() };
        let mover = position.to_move();
        let sign = |child: &Node| verdict(child, mover).filter(|_| self.options.solver).map_or(0, Verdict::sign);
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse((sign(&children[index]), children[index].visits())));
        let moves: Vec<G::Move> = position.moves().collect();
        order.into_iter().map(|index| (moves[index], first + index as u32)).collect()
    }

    fn tell(&self, position: &G, lines: usize, report: &mut Report<G>) {
        let ranking = self.ranking(position, self.arena.node(0));
        let value = |index: u32| match verdict(self.arena.node(index), position.to_move()) {
            Some(verdict) if self.options.solver => Value::Exact(Exact { verdict, margin: None, plies: None }),
            _ => Value::Heuristic(f64::from(self.arena.node(index).stats().mean)),
        };
        report.root_moves = ranking
            .iter()
            .map(|&(mv, index)| RootMove {
                mv,
                value: value(index),
                is_bound: false,
                visits: u64::from(self.arena.node(index).visits()),
                prior: Some(f64::from(self.arena.node(index).prior())),
            })
            .collect();
        report.lines = ranking
            .iter()
            .take(lines.max(1))
            .map(|&(mv, index)| Line { value: value(index), pv: self.line(position.child(mv), mv, index) })
            .collect();
        if let Some(line) = report.lines.first() {
            report.value = line.value;
            report.pv = line.pv.clone();
            report.best = line.pv.first().copied();
        }
    }

    /// The most visited moves from a node on.
    fn line(&self, mut position: G, mv: G::Move, mut index: u32) -> Vec<G::Move> {
        let mut line = vec![mv];
        while line.len() < 100
            && position.outcome().is_none()
            && let Some(&(mv, next)) = self.ranking(&position, self.arena.node(index)).first()
            && self.arena.node(next).visits() > 0
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
    fn of<G: Game, E>(climber: &Climber<'_, G, E>) -> Self {
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

impl<G: Game, E: Evaluator<G>> Engine<G> for TreeSearch<G, E> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let position = record.position();
        let mut report = Report::unsearched(position);
        if report.best.is_none() || record.outcome().is_some() {
            return report;
        }
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
        self.arena.clear();
        self.rooted = None;
    }
}
