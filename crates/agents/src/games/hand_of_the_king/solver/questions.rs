//! The questions about one position: who wins, by how much, and by which moves.

use grandline_games::hand_of_the_king::{HandOfTheKing, House, Location, Move, Variant};
use grandline_games::{Game, Side};
use grandline_search::{Busy, Exact, Limits, Question, Solution, Verdict};

use super::board::Layout;
use super::goal::Goal;
use super::node::Node;
use super::ranks::{self, HOUSES};
use super::table::Tables;
use super::worker::{Shared, Worker};
use crate::meter::{Meter, Watch};

/// A position and what its questions share.
pub(super) struct Questions<'a, V: Variant> {
    position: &'a HandOfTheKing<V>,
    layout: &'a Layout,
    tables: &'a Tables,
    threads: usize,
    watch: Watch<'a>,
}

/// Margins that are still possible, and a move that keeps the lowest of them.
#[derive(Clone, Copy)]
struct Range {
    low: i8,
    high: i8,
    kept: Move,
}

impl<'a, V: Variant> Questions<'a, V> {
    pub(super) fn new(
        position: &'a HandOfTheKing<V>,
        layout: &'a Layout,
        tables: &'a Tables,
        threads: usize,
        limits: &'a Limits,
    ) -> Self {
        Questions { position, layout, tables, threads, watch: Watch::new(limits, 0) }
    }

    /// Answers as much as the limits allow; `None` if they do not even allow to prove who wins.
    pub(super) fn answer(&self, question: Question) -> Option<Solution<Move>> {
        let mut range = self.verdict()?;
        let verdict = Verdict::of(i32::from(range.low));
        if question.margin {
            self.narrow(&mut range);
        }
        let margin = (range.low == range.high).then_some(i16::from(range.low));
        let kept = if question.all_moves { self.keeping(range.low) } else { None };
        let best = kept.unwrap_or_else(|| vec![range.kept]);
        Some(Solution { exact: Exact { margin, ..Exact::only(verdict) }, best, nodes: self.watch.nodes() })
    }

    /// Who wins.
    fn verdict(&self) -> Option<Range> {
        const MOST: i8 = HOUSES as i8;
        Some(match self.reached(Goal::WIN)? {
            Some(kept) => Range { low: 1, high: MOST, kept },
            None => Range { low: -MOST, high: -1, kept: self.position.moves().next()? },
        })
    }

    /// Halves the range until one margin is left or a limit is reached.
    fn narrow(&self, range: &mut Range) {
        while range.low < range.high {
            // Rounded towards zero: small margins are the likelier ones.
            let middle = (range.low + range.high) / 2;
            let middle = if middle >= range.high { range.high - 1 } else { middle };
            match self.reached(Goal::at_least(middle + 1)) {
                Some(Some(kept)) => (range.low, range.kept) = (middle + 1, kept),
                Some(None) => range.high = middle,
                None => return,
            }
        }
    }

    /// A move that reaches a goal, if any does; `None` if a limit came first.
    fn reached(&self, goal: Goal) -> Option<Option<Move>> {
        let root = node(self.position);
        let target = self.ask(|worker| worker.expand(&root, goal).map(|(_, target)| target))?;
        Some(target.and_then(Location::new).map(Move::Take))
    }

    /// The moves after which the player to move still gets `margin` or more.
    fn keeping(&self, margin: i8) -> Option<Vec<Move>> {
        let mover = self.position.to_move();
        let mut kept = Vec::new();
        for mv in self.position.moves() {
            let child = self.position.child(mv);
            let keeps = match child.outcome() {
                Some(outcome) => outcome.seen_by(mover) >= i16::from(margin),
                None => {
                    let child = node(&child);
                    !self.ask(|worker| worker.settle(&child, Goal::at_least(margin).turned()))?
                }
            };
            if keeps {
                kept.push(mv);
            }
        }
        Some(kept)
    }

    /// Asks all threads the same, and takes the first answer.
    fn ask<T: Send>(&self, question: impl Fn(&mut Worker<'_, V>) -> Option<T> + Sync) -> Option<T> {
        if self.watch.begin() {
            return None;
        }
        let busy = (self.threads > 1).then(Busy::new);
        let shared = Shared { layout: self.layout, tables: self.tables, busy: busy.as_ref() };
        let work = || {
            let answer = question(&mut Worker::new(&shared, Meter::new(&self.watch)));
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

/// A position as the search sees it.
fn node<V: Variant>(position: &HandOfTheKing<V>) -> Node {
    let layout = Layout::new(position);
    let mover = position.to_move();
    let counts = Side::BOTH.map(|side| position.counts(side));
    let ranks = House::ALL.into_iter().fold(0, |ranks, house| {
        let count = |side: Side| counts[side.index()][house.index()];
        let took_last = position.last_taker(house) == Some(mover);
        let left = layout.places(house as u8).count_ones() as u8;
        ranks | u64::from(ranks::of_counts(count(mover), count(!mover), took_last, left)) << (8 * house.index())
    });
    Node { cards: layout.cards(), varys: position.varys().number(), ranks }
}
