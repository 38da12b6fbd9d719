//! Exact search to the end of the game: who wins, and then by how much.

use std::sync::Arc;

use grandline_games::{Game, Margin, Record, Side};

use crate::alphabeta::{Options, Order, Reuse, Shared, Worker};
use crate::engine::Limits;
use crate::evaluate::{Evaluation, Evaluator, Indifferent};
use crate::knowledge::{Knowledge, Question, Solution};
use crate::spending::Spending;
use crate::table::Table;
use crate::value::{Exact, Verdict};
use crate::window::Window;

/// The exact search that works for every game whose positions cannot come back: where they can, the result of a
/// position depends on its past, and nothing is proven. Its table lasts from one position to the next.
pub struct Solver<G: Game> {
    table: Table,
    options: Options,
    ordering: Arc<dyn Evaluation<G>>,
}

/// Values a finished game by its margin and nothing else.
struct Exactly;

impl<G: Game> Evaluator<G> for Exactly {
    type State = ();

    fn evaluate(&self, _state: &(), _position: &G, _viewpoint: Side) -> i32 {
        unreachable!("an exact search ends only where the game does")
    }

    #[inline]
    fn terminal(&self, _state: &(), _position: &G, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        i32::from(margin.seen_by(viewpoint))
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}

/// The depth of the root; [`Reuse::Always`] keeps it from running out in longer games. It only tells the table
/// which entries to keep.
const TO_THE_END: u32 = 255;

impl<G: Game> Solver<G> {
    /// A solver with a table of this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        Solver::ordered(megabytes, Arc::new(Indifferent))
    }

    /// The same with an evaluation that orders the moves.
    pub fn ordered(megabytes: usize, ordering: Arc<dyn Evaluation<G>>) -> Self {
        let options = Options {
            order: Order::Separate,
            order_above: 1,
            table_megabytes: megabytes,
            reuse: Reuse::Always,
            killers: true,
            history: true,
            etc_depth: Some(3),
            immediate_wins: true,
            ..Options::plain(TO_THE_END)
        };
        Solver { table: Table::new(megabytes), options, ordering }
    }
}

impl<G: Game> Knowledge<G> for Solver<G> {
    /// Who wins is proven first, with null windows around a draw, and by how much after that. If a limit ends the
    /// second part, the first still counts.
    fn solve(&mut self, position: &G, question: Question, limits: &Limits) -> Option<Solution<G::Move>> {
        if G::RECURS {
            return None;
        }
        if let Some(margin) = position.outcome() {
            let exact = Exact::from_margin(margin.seen_by(position.to_move()));
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        self.table.age();
        let mut proof = Proof { solver: self, spending: Spending::new(limits) };
        let (range, kept) = proof.verdict(position)?;
        let mut exact = Exact { margin: range.single(), ..Exact::only(Verdict::of(range.low)) };
        let mut best = vec![kept];
        if question.margin
            && let Some((margin, kept)) = proof.margin(position, range, kept)
        {
            exact.margin = Some(margin);
            best = vec![kept];
        }
        if question.all_moves
            && let Some(all) = proof.keeping(position, exact.margin.map_or(range.low, i32::from))
        {
            best = all;
        }
        Some(Solution { exact, best, nodes: proof.spending.nodes() })
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Questions about one position that share the limits and the table.
struct Proof<'a, G: Game> {
    solver: &'a Solver<G>,
    spending: Spending<'a>,
}

/// Margins that are still possible.
#[derive(Clone, Copy)]
struct Range {
    low: i32,
    high: i32,
}

impl Range {
    /// The margin, if only one is left.
    fn single(self) -> Option<i16> {
        (self.low == self.high).then_some(self.low as i16)
    }
}

impl<G: Game> Proof<'_, G> {
    /// Whether the player to move gets more than `bound`, and if so, by which move.
    fn exceeds(&mut self, position: &G, bound: i32) -> Option<Option<G::Move>> {
        let Solver { table, options, ordering } = self.solver;
        let shared = Shared {
            evaluation: &Exactly,
            ordering: Some(&**ordering),
            options,
            table: Some(table),
            busy: None,
            knowledge: None,
        };
        let limits = self.spending.left();
        let mut worker = Worker::new(&shared, &Record::new(position.clone()), &limits);
        let answer = worker.ask(TO_THE_END, Window::above(bound));
        self.spending.add(worker.nodes());
        answer.map(|(value, mv)| (value > bound).then_some(mv))
    }

    /// Who wins, as the range of margins that leaves, and a move that keeps it.
    fn verdict(&mut self, position: &G) -> Option<(Range, G::Move)> {
        let most = i32::from(G::MAX_MARGIN);
        if let Some(mv) = self.exceeds(position, 0)? {
            return Some((Range { low: 1, high: most }, mv));
        }
        if let Some(mv) = self.exceeds(position, -1)? {
            return Some((Range { low: 0, high: 0 }, mv));
        }
        // Every move loses.
        position.moves().next().map(|mv| (Range { low: -most, high: -1 }, mv))
    }

    /// The margin inside a range, halving it with null windows, and a move that keeps it.
    fn margin(&mut self, position: &G, mut range: Range, mut kept: G::Move) -> Option<(i16, G::Move)> {
        loop {
            let Range { low, high } = range;
            if let Some(margin) = range.single() {
                return Some((margin, kept));
            }
            // Rounded towards zero: small margins are the likelier ones and the easier to refute.
            let middle = low.midpoint(high);
            let middle = if middle >= high { high - 1 } else { middle };
            match self.exceeds(position, middle)? {
                Some(mv) => (range.low, kept) = (middle + 1, mv),
                None => range.high = middle,
            }
        }
    }

    /// The moves after which the player to move still gets `margin` or more.
    fn keeping(&mut self, position: &G, margin: i32) -> Option<Vec<G::Move>> {
        let mut best = Vec::new();
        for mv in position.moves() {
            if self.keeps(position, mv, margin)? {
                best.push(mv);
            }
        }
        Some(best)
    }

    fn keeps(&mut self, position: &G, mv: G::Move, margin: i32) -> Option<bool> {
        let child = position.child(mv);
        let mover = position.to_move();
        if let Some(outcome) = child.outcome() {
            return Some(i32::from(outcome.seen_by(mover)) >= margin);
        }
        if !G::ALTERNATES && child.to_move() == mover {
            self.exceeds(&child, margin - 1).map(|more| more.is_some())
        } else {
            self.exceeds(&child, -margin).map(|more| more.is_none())
        }
    }
}
