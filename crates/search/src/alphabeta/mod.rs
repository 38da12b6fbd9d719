//! Alpha-beta with every part switchable.

mod horizon;
mod list;
mod options;
mod pv;
mod root;
mod worker;

use std::sync::atomic::Ordering;

use grandline_games::{Game, Record};

pub use options::{Fold, Options, Order, Reductions, Reuse};
pub(crate) use worker::{Shared, Worker};

use crate::engine::{Engine, Limits, Report};
use crate::evaluate::{Evaluator, Indifferent};
use crate::parallel::{Busy, run};
use crate::solve::Solver;
use crate::table::Table;

/// An alpha-beta engine: an evaluation, possibly another one to order moves by, and options.
pub struct AlphaBeta<G: Game, E, O = Indifferent> {
    evaluator: E,
    ordering: O,
    options: Options,
    table: Option<Table>,
    solver: Option<Solver<G>>,
}

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// An engine that orders moves, where it does, by its own evaluation.
    pub fn new(evaluator: E, options: Options) -> Self {
        AlphaBeta::with_ordering(evaluator, Indifferent, options)
    }
}

impl<G: Game, E: Evaluator<G>, O: Evaluator<G>> AlphaBeta<G, E, O> {
    /// An engine with an evaluation of its own for [`Order::Separate`].
    pub fn with_ordering(evaluator: E, ordering: O, options: Options) -> Self {
        let table = (options.table_megabytes > 0).then(|| Table::new(options.table_megabytes));
        let solver =
            options.endgame_plies.filter(|_| !G::RECURS).map(|_| Solver::new(options.table_megabytes.clamp(1, 64)));
        AlphaBeta { evaluator, ordering, options, table, solver }
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    fn deepest(&self, position: &G, limits: &Limits) -> u32 {
        let depth = limits.depth.unwrap_or(self.options.depth).max(1);
        // Deeper than the game can last there is nothing new.
        self.evaluator.plies_left(position).map_or(depth, |plies| depth.min(plies.max(1)))
    }

    fn think(&self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let threads = self.options.threads.max(1);
        let busy = (threads > 1 && self.table.is_some()).then(Busy::new);
        let shared = Shared {
            evaluator: &self.evaluator,
            ordering: &self.ordering,
            options: &self.options,
            table: self.table.as_ref(),
            busy: busy.as_ref(),
        };
        let depth = self.deepest(record.position(), limits);
        let Some(busy) = &busy else {
            return Worker::new(&shared, record, limits).think(depth, limits.lines, watch);
        };
        // The lead alone minds the limits, its share of the nodes among them. Whoever is done first stops the others.
        let mine = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..limits.clone() };
        let theirs = Limits { lines: limits.lines, clock: limits.clock.clone(), ..Limits::default() };
        let think = |limits: &Limits, watch: &mut dyn FnMut(&Report<G>)| {
            let report = Worker::new(&shared, record, limits).think(depth, limits.lines, watch);
            busy.answered().store(true, Ordering::Relaxed);
            report
        };
        let (mut report, helped) = run(threads, || think(&mine, watch), |_| think(&theirs, &mut |_| {}));
        let mut counts = report.counts;
        helped.iter().for_each(|other| counts += other.counts);
        if let Some(deeper) =
            helped.into_iter().filter(|other| other.depth > report.depth).max_by_key(|other| other.depth)
        {
            report = deeper;
            watch(&report);
        }
        report.counts = counts;
        report
    }

    /// The exact result of a late position, if there is time to find it.
    fn solve(&mut self, record: &Record<G>, limits: &Limits) -> Option<Report<G>> {
        let left = self.evaluator.plies_left(record.position())?;
        if left > self.options.endgame_plies? {
            return None;
        }
        let (time, ordering) = (self.options.time, &self.evaluator);
        self.solver.as_mut()?.report(record.position(), ordering, limits, &time)
    }
}

impl<G: Game, E: Evaluator<G>, O: Evaluator<G>> Engine<G> for AlphaBeta<G, E, O> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        if let Some(table) = &mut self.table {
            table.age();
        }
        let started = limits.clock.now();
        if let Some(mut report) = self.solve(record, limits) {
            report.time = limits.clock.now().saturating_sub(started);
            watch(&report);
            return report;
        }
        self.think(record, limits, watch)
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }
}
