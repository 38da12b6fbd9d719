//! Which null windows are searched in which order, and with what table.

use grandline_search::Busy;

use super::control::Control;
use super::node::Node;
use super::root::{Prospect, Root};
use super::score::win_with;
use super::table::{Bounds, Table};
use super::worker::Worker;

/// Nodes spent on windows at both ends before the verdict is searched: many where the game is long and a search near 0
/// takes many more.
const fn inward(empty: i32) -> u64 {
    if empty < 28 { 400 } else { 8_000 }
}

/// The bound nearest to 0 that narrows the bounds. Once the winner is known, a long game takes larger steps.
const fn from_zero(low: i32, high: i32, empty: i32) -> i32 {
    let step = match (high - low) / 3 {
        _ if empty < 28 => 0,
        0 => 0,
        1 => 1,
        _ => 2,
    };
    match (low, high) {
        (1.., _) => low + step,
        (_, 1..) => 0,
        (_, 0) => -1,
        _ => high - 1 - step,
    }
}

/// An attempt may visit this many nodes per entry of the table before the table grows.
const NODES_PER_ENTRY: u64 = 16;

/// Questions about one position, which share limits and table.
pub(super) struct Driver<'a> {
    table: &'a mut Table,
    control: &'a Control<'a>,
    threads: usize,
    /// Children that were settled without being entered.
    pub(super) settled: u64,
}

/// Bounds of a score, and a move that reaches the lower one.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) bounds: Bounds,
    pub(super) cell: u64,
}

impl Found {
    pub(super) const fn exactly(score: i32, cell: u64) -> Self {
        Found { bounds: Bounds { low: score, high: score }, cell }
    }
}

impl<'a> Driver<'a> {
    pub(super) fn new(table: &'a mut Table, control: &'a Control<'a>, threads: usize) -> Self {
        Driver { table, control, threads, settled: 0 }
    }

    /// The score of a position, or with `verdict_only` bounds of it that have one sign; wider bounds if a limit came first.
    ///
    /// Windows at both ends come first: a win or a loss that is near is found there, and a window far from the score is
    /// refuted after few plies. Then come windows near 0, where most scores are.
    pub(super) fn solve(&mut self, root: Node, empty: i32, verdict_only: bool) -> Found {
        let any = root.moves & root.moves.wrapping_neg();
        let mut found = Found { bounds: Node::possible(empty), cell: any };
        let started = self.control.nodes();
        let mut from_above = true;
        loop {
            let Bounds { low, high } = found.bounds;
            if low == high || verdict_only && (low > 0 || high < 0) {
                return found;
            }
            let bound = if !verdict_only && self.control.nodes() - started < inward(empty) {
                from_above = !from_above;
                if from_above { high - 1 } else { low }
            } else {
                from_zero(low, high, empty)
            };
            let Some((score, cell)) = self.ask(root, empty, found.bounds, bound) else { return found };
            if score > bound {
                found = Found { bounds: Bounds { low: low.max(score), high }, cell };
            } else {
                found.bounds.high = high.min(score);
            }
        }
    }

    /// Whether a move has at least this score; `None` if a limit came first.
    pub(super) fn reaches(&mut self, root: &Root, cell: u64, least: i32) -> Option<bool> {
        if root.wins_with(cell) {
            return Some(win_with(root.empty) >= least);
        }
        let child = root.after(cell);
        if child.empty == 0 {
            return Some(0 >= least);
        }
        match child.prospect() {
            Prospect::Settled { score, .. } => Some(-score >= least),
            Prospect::Open(node) => {
                let bounds = Node::possible(child.empty);
                if -least < bounds.low || -least >= bounds.high {
                    return Some(-least >= bounds.high);
                }
                self.ask(node, child.empty, bounds, -least).map(|(score, _)| -score >= least)
            }
        }
    }

    /// Compares the score with a bound. A problem that turns out to be larger than the table lets it grow.
    fn ask(&mut self, root: Node, empty: i32, bounds: Bounds, bound: i32) -> Option<(i32, u64)> {
        let mut nodes = NODES_PER_ENTRY * self.table.capacity();
        loop {
            self.control.attempt(nodes);
            let threads = if self.table.is_small() { 1 } else { self.threads };
            match self.attempt(threads, |worker| worker.ask(&root, empty, bounds, bound)) {
                Some(answer) => return Some(answer),
                None if self.control.is_over() => return None,
                None if self.table.grow(|| self.control.is_reached()) => nodes = NODES_PER_ENTRY * self.table.capacity(),
                None => nodes = u64::MAX,
            }
        }
    }

    /// Lets all threads look for the answer; the first one counts.
    fn attempt(
        &mut self,
        threads: usize,
        ask: impl Fn(&mut Worker<'_>) -> Option<i32> + Sync,
    ) -> Option<(i32, u64)> {
        let busy = (threads > 1).then(Busy::new);
        let run = || {
            let mut worker = Worker::new(self.table, self.control, busy.as_ref());
            let answer = ask(&mut worker).map(|score| (score, worker.root_move));
            if answer.is_some() {
                self.control.answer();
            }
            (answer, worker.finish())
        };
        if threads == 1 {
            let (answer, settled) = run();
            self.settled += settled;
            return answer;
        }
        let results = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let mut results = vec![run()];
            results.extend(helpers.into_iter().map(|helper| match helper.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            results
        });
        self.settled += results.iter().map(|(_, settled)| settled).sum::<u64>();
        results.into_iter().find_map(|(answer, _)| answer)
    }
}
