//! The questions about one position: who wins, by how much, and by which moves.

use grandline_games::Game;
use grandline_games::divercite::{Divercite, Placement, Variant};
use grandline_search::{Busy, Exact, Limits, Question, Solution, Verdict};

use super::board::Ground;
use super::node::{Code, Node};
use super::table::Tables;
use super::ties::{Goal, Total};
use super::worker::{Shared, Worker};
use crate::meter::{Meter, Watch};

/// More than the positions that are counted between two visits: those with fewer than four plies left.
const UNSEEN: u64 = 128;

/// The largest margin.
const MOST: i32 = 40;

/// A position and what its questions share.
pub(super) struct Questions<'a, V: Variant> {
    position: &'a Divercite<V>,
    tables: &'a Tables,
    threads: usize,
    watch: Watch<'a>,
}

/// Margins that are still possible, and a move that keeps the lowest of them.
#[derive(Clone, Copy)]
struct Range {
    low: i32,
    high: i32,
    kept: Placement,
}

impl<'a, V: Variant> Questions<'a, V> {
    pub(super) fn new(position: &'a Divercite<V>, tables: &'a Tables, threads: usize, limits: &'a Limits) -> Self {
        Questions { position, tables, threads, watch: Watch::new(limits, UNSEEN) }
    }

    /// Answers as much as the limits allow; `None` if they do not even allow to prove who wins.
    pub(super) fn answer(&self, question: Question) -> Option<Solution<Placement>> {
        let mut range = self.verdict()?;
        let verdict = Verdict::of(range.low);
        if question.margin {
            self.narrow(&mut range);
        }
        let margin = (range.low == range.high).then_some(range.low as i16);
        let kept = if question.all_moves { self.keeping(range.low) } else { None };
        let best = kept.unwrap_or_else(|| vec![range.kept]);
        Some(Solution { exact: Exact { margin, ..Exact::only(verdict) }, best, nodes: self.watch.nodes() })
    }

    /// Who wins. What the position looks like is tried to be proven first.
    fn verdict(&self) -> Option<Range> {
        let any = self.position.moves().next()?;
        let lost = Range { low: -MOST, high: -1, kept: any };
        if self.looks_lost()? && self.reached(0)?.is_none() {
            return Some(lost);
        }
        if let Some(kept) = self.reached(1)? {
            return Some(Range { low: 1, high: MOST, kept });
        }
        Some(self.reached(0)?.map_or(lost, |kept| Range { low: 0, high: 0, kept }))
    }

    /// Whether the player to move would lose if both always made the move that looks best.
    fn looks_lost(&self) -> Option<bool> {
        let root = Node::new(self.position, &Ground::new(self.position));
        let value = Total::new(self.position).value + self.ask(self.position, |worker| Some(worker.guess(&root)))?;
        Some(if root.mover() == 0 { value < 0 } else { value > 0 })
    }

    /// Halves the range until one margin is left or a limit is reached.
    fn narrow(&self, range: &mut Range) {
        while range.low < range.high {
            // Rounded towards zero: small margins are the likelier ones.
            let middle = (range.low + range.high) / 2;
            let middle = if middle >= range.high { range.high - 1 } else { middle };
            match self.reached(middle + 1) {
                Some(Some(kept)) => (range.low, range.kept) = (middle + 1, kept),
                Some(None) => range.high = middle,
                None => return,
            }
        }
    }

    /// A move by which the player to move gets a margin or more, if there is one; `None` if a limit came first.
    fn reached(&self, margin: i32) -> Option<Option<Placement>> {
        let root = Node::new(self.position, &Ground::new(self.position));
        let total = Total::new(self.position);
        let is_first = root.mover() == 0;
        let goal = Goal::new::<V>(if is_first { margin } else { 1 - margin });
        let best = self.ask(self.position, |worker| {
            // Seen by the player to move, values change their sign.
            let needs = if is_first { [goal.enough, goal.possible] } else { [1 - goal.possible, 1 - goal.enough] };
            let own = if is_first { total.value } else { -total.value };
            let [enough, possible] = needs.map(|need| need - own);
            // If the least seems out of reach, proving that answers the question and the next one.
            let guess = if is_first { worker.guess(&root) } else { -worker.guess(&root) };
            if enough > possible && guess < possible && !worker.reaches(&root, possible)? {
                return Some(None);
            }
            let best = worker.root(&root, enough)?;
            if best.is_some() || enough == possible || !worker.reaches(&root, possible)? {
                return Some(best);
            }
            worker.resolve(&root, total, goal).map(|(_, best)| best)
        })?;
        Some(best.and_then(|code: Code| self.position.moves().find(|mv| mv.index() == usize::from(code.0))))
    }

    /// The moves after which the player to move still gets a margin or more.
    fn keeping(&self, margin: i32) -> Option<Vec<Placement>> {
        if margin == -MOST {
            return Some(self.position.moves().collect());
        }
        let is_first = Node::new(self.position, &Ground::new(self.position)).mover() == 0;
        let goal = Goal::new::<V>(if is_first { margin } else { 1 - margin });
        let mut kept = Vec::new();
        for mv in self.position.moves() {
            let child = self.position.child(mv);
            let (node, total) = (Node::new(&child, &Ground::new(&child)), Total::new(&child));
            if self.ask(&child, |worker| worker.first_reaches(&node, total, goal))? == is_first {
                kept.push(mv);
            }
        }
        Some(kept)
    }

    /// Asks all threads the same about a position, and takes the first answer.
    fn ask<T: Send>(
        &self,
        position: &Divercite<V>,
        question: impl Fn(&mut Worker<'_, V>) -> Option<T> + Sync,
    ) -> Option<T> {
        if self.watch.begin() {
            return None;
        }
        let busy = (self.threads > 1).then(Busy::new);
        let shared = Shared { tables: self.tables, busy: busy.as_ref() };
        let ground = Ground::new(position);
        let work = || {
            let answer = question(&mut Worker::new(&shared, Meter::new(&self.watch), ground));
            self.watch.end();
            answer
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            helpers.into_iter().fold(own, |answer, helper| match helper.join() {
                Ok(helped) => answer.or(helped),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }
}
