//! Exact search to the end of the game: who wins, and then by how much.

use grandline_games::{Game, Margin, Record, Side};

use crate::alphabeta::{Options, Order, Reuse, Shared, Worker};
use crate::engine::{Limits, Line, Report, RootMove};
use crate::evaluate::{Evaluator, Indifferent};
use crate::table::Table;
use crate::time::{Budget, TimeOptions};
use crate::value::Value;
use crate::window::Window;

/// A solver with a table that lasts from one position to the next. It is for games whose positions cannot come
/// back: where they can, the result of a position depends on its past, and `solve` finds nothing.
pub struct Solver<G> {
    table: Table,
    options: Options,
    game: std::marker::PhantomData<fn() -> G>,
}

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<G: Game> {
    /// The margin of the best play of both, seen by the player to move.
    pub margin: i16,
    /// Every move that keeps this margin; none if the game is over.
    pub best: Vec<G::Move>,
    /// States visited.
    pub nodes: u64,
}

/// Values a finished game by its margin and nothing else.
struct Exactly;

impl<G: Game> Evaluator<G> for Exactly {
    type State = ();

    fn root(&self, _position: &G) {}

    #[inline]
    fn advance(&self, _state: &(), _before: &G, _mv: G::Move, _after: &G) {}

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
    /// A solver with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Self {
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
        Solver { table: Table::new(megabytes), options, game: std::marker::PhantomData }
    }

    /// The exact value of a position, or `None` if a limit came first (or positions of the game can come back).
    pub fn solve(&mut self, position: &G, limits: &Limits) -> Option<Solution<G>> {
        self.solve_ordered(position, &Indifferent, limits)
    }

    /// The same with an evaluation that orders the moves.
    pub fn solve_ordered<O: Evaluator<G>>(
        &mut self,
        position: &G,
        ordering: &O,
        limits: &Limits,
    ) -> Option<Solution<G>> {
        if G::RECURS {
            return None;
        }
        if let Some(margin) = position.outcome() {
            return Some(Solution { margin: margin.seen_by(position.to_move()), best: Vec::new(), nodes: 0 });
        }
        self.table.age();
        let mut question = Question::new(self, ordering, limits);
        let margin = question.margin(position)?;
        let mut best = Vec::new();
        for mv in position.moves() {
            if question.keeps(position, mv, margin)? {
                best.push(mv);
            }
        }
        Some(Solution { margin, best, nodes: question.nodes })
    }

    /// A report for an engine that has reached a late position: one best move, exactly valued.
    pub(crate) fn report<O: Evaluator<G>>(
        &mut self,
        position: &G,
        ordering: &O,
        limits: &Limits,
        time: &TimeOptions,
    ) -> Option<Report<G>> {
        // Half the time, so that an unfinished proof leaves the other half for a search that always has a move.
        let limits = Limits {
            nodes: limits.nodes.map(|nodes| nodes / 2),
            time: time.budget(limits).map(|Budget { soft, .. }| soft / 2),
            remaining: None,
            ..limits.clone()
        };
        let solution = self.solve_ordered(position, ordering, &limits)?;
        let best = *solution.best.first()?;
        let value = Value::from_margin(solution.margin);
        let root_move = |&mv: &G::Move| RootMove { mv, value, is_bound: false, visits: solution.nodes, prior: None };
        let mut report = Report::unsearched(position);
        report.best = Some(best);
        report.value = value;
        report.pv = vec![best];
        report.counts.nodes = solution.nodes;
        report.root_moves = solution.best.iter().map(root_move).collect();
        let lines = solution.best.iter().take(limits.lines.max(1));
        report.lines = lines.map(|&mv| Line { value, pv: vec![mv] }).collect();
        Some(report)
    }

    /// Forgets earlier positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }
}

/// Questions about one position that share the limits and the table.
struct Question<'a, G, O> {
    solver: &'a Solver<G>,
    ordering: &'a O,
    limits: &'a Limits,
    nodes: u64,
    started: std::time::Duration,
}

impl<'a, G: Game, O: Evaluator<G>> Question<'a, G, O> {
    fn new(solver: &'a Solver<G>, ordering: &'a O, limits: &'a Limits) -> Self {
        Question { solver, ordering, limits, nodes: 0, started: limits.clock.now() }
    }

    /// Whether the player to move gets more than `bound`.
    fn exceeds(&mut self, position: &G, bound: i32) -> Option<bool> {
        let Solver { table, options, .. } = self.solver;
        let shared = Shared { evaluator: &Exactly, ordering: self.ordering, options, table: Some(table), busy: None };
        let spent = self.limits.clock.now().saturating_sub(self.started);
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            time: self.limits.time.map(|time| time.saturating_sub(spent)),
            ..self.limits.clone()
        };
        let mut worker = Worker::new(&shared, &Record::new(position.clone()), &limits);
        let value = worker.ask(TO_THE_END, Window::above(bound));
        self.nodes += worker.nodes();
        value.map(|value| value > bound)
    }

    /// Who wins first, then by how much, halving the interval with null windows.
    fn margin(&mut self, position: &G) -> Option<i16> {
        let most = i32::from(G::MAX_MARGIN);
        let (mut low, mut high) = if self.exceeds(position, 0)? {
            (1, most)
        } else if self.exceeds(position, -1)? {
            (0, 0)
        } else {
            (-most, -1)
        };
        while low < high {
            // Rounded towards zero: small margins are the likelier ones and the easier to refute.
            let middle = low.midpoint(high);
            let middle = if middle >= high { high - 1 } else { middle };
            if self.exceeds(position, middle)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low as i16)
    }

    /// Whether a move is worth as much as the position.
    fn keeps(&mut self, position: &G, mv: G::Move, margin: i16) -> Option<bool> {
        let child = position.child(mv);
        let mover = position.to_move();
        let margin = i32::from(margin);
        if let Some(outcome) = child.outcome() {
            return Some(i32::from(outcome.seen_by(mover)) >= margin);
        }
        if !G::ALTERNATES && child.to_move() == mover {
            self.exceeds(&child, margin - 1)
        } else {
            self.exceeds(&child, -margin).map(|more| !more)
        }
    }
}
