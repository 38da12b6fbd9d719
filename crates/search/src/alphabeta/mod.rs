//! Alpha-beta with every part switchable.

mod horizon;
mod known;
mod list;
mod options;
mod pv;
mod root;
mod worker;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use grandline_games::{Game, Record};

pub use options::{Options, Order, Pruning, Reductions, Reuse, SymmetryUse};
pub(crate) use worker::{Shared, Worker};

use crate::engine::{Engine, Limits, Report, Watch};
use crate::evaluate::Evaluation;
use crate::knowledge::Knowledge;
use crate::parallel::{Busy, run};
use crate::table::Table;

/// An alpha-beta engine: an evaluation, possibly another one to order moves by, and options.
pub struct AlphaBeta<G: Game> {
    evaluation: Arc<dyn Evaluation<G>>,
    ordering: Option<Arc<dyn Evaluation<G>>>,
    options: Options,
    table: Option<Table>,
    knowledge: Option<Box<dyn Knowledge<G>>>,
}

impl<G: Game> AlphaBeta<G> {
    /// An engine that orders moves, where it does, by its own evaluation.
    pub fn new(evaluation: Arc<dyn Evaluation<G>>, options: Options) -> Self {
        let table = (options.table_megabytes > 0).then(|| Table::new(options.table_megabytes));
        AlphaBeta { evaluation, ordering: None, options, table, knowledge: None }
    }

    /// The same engine with an evaluation of its own for [`Order::Separate`].
    #[must_use]
    pub fn with_ordering(mut self, ordering: Arc<dyn Evaluation<G>>) -> Self {
        self.ordering = Some(ordering);
        self
    }

    /// The same engine with exact knowledge of the game: it is probed at every node.
    #[must_use]
    pub fn with_knowledge(mut self, knowledge: Box<dyn Knowledge<G>>) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    fn deepest(&self, position: &G, limits: &Limits) -> u32 {
        let depth = limits.depth.unwrap_or(self.options.depth).max(1);
        // Deeper than the game can last there is nothing new.
        let plies = position.plies_left().filter(|_| self.evaluation.is_consistent());
        plies.map_or(depth, |plies| depth.min(plies.max(1)))
    }

    fn think(&self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let threads = self.options.threads.max(1);
        let busy = (threads > 1 && self.table.is_some()).then(Busy::new);
        let shared = Shared {
            evaluation: &*self.evaluation,
            ordering: self.ordering.as_deref(),
            options: &self.options,
            table: self.table.as_ref(),
            busy: busy.as_ref(),
            knowledge: self.knowledge.as_deref(),
        };
        let depth = self.deepest(record.position(), limits);
        let Some(busy) = &busy else {
            return Worker::new(&shared, record, limits).think(depth, limits.lines, watch);
        };
        // The lead alone minds the limits, its share of the nodes among them. The first thread to finish stops the others.
        let mine = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..limits.clone() };
        let theirs =
            Limits { lines: limits.lines, analysis: limits.analysis, clock: limits.clock.clone(), ..Limits::default() };
        let think = |limits: &Limits, watch: Watch<'_, G::Move>| {
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
}

impl<G: Game> Engine<G> for AlphaBeta<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        if let Some(table) = &mut self.table {
            table.age();
        }
        self.think(record, limits, watch)
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}
