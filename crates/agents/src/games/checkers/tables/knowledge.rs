//! Tables as exact knowledge: probed inside searches, and asked at the root for a move that makes progress.

use std::sync::{Arc, OnceLock};

use grandline_games::Game;
use grandline_games::checkers::{Checkers, Move};
use grandline_search::{Exact, Knowledge, Known, Limits, Question, Solution, Solver, Verdict};

use super::code::{Code, DRAW, is_loss};
use super::material::Material;
use super::rules::Tabled;
use super::shared::shared;
use super::tables::{RESIDENT, Tables};

/// From this counter on a search sees the draw rule's edge, and finds what the tables cannot: a slower win that avoids it.
const SEARCHED_FROM: u8 = 64;

/// Searches ask tables that are not held in memory as a whole from this depth on.
const LARGE_DEPTH: u32 = 6;

/// A solver that is made when it is first asked: searches that only probe tables have no use for its memory.
enum LazySolver<G: Game> {
    None,
    Unmade(usize),
    Made(Box<Solver<G>>),
}

impl<G: Game> LazySolver<G> {
    fn made(&mut self) -> Option<&mut Solver<G>> {
        if let LazySolver::Unmade(megabytes) = *self {
            *self = LazySolver::Made(Box::new(Solver::new(megabytes)));
        }
        match self {
            LazySolver::Made(solver) => Some(solver),
            _ => None,
        }
    }
}

/// What tables prove about a variant.
pub struct TableKnowledge<V: Tabled> {
    tables: OnceLock<Arc<Tables<V>>>,
    /// Proves what no table has, where the game allows it.
    solver: LazySolver<Checkers<V>>,
}

impl<V: Tabled> Default for TableKnowledge<V> {
    /// The knowledge of the tables of the process, which are read when they are first needed.
    fn default() -> Self {
        TableKnowledge { tables: OnceLock::new(), solver: LazySolver::None }
    }
}

impl<V: Tabled> TableKnowledge<V> {
    /// The knowledge of these tables.
    pub fn new(tables: Arc<Tables<V>>) -> Self {
        TableKnowledge { tables: OnceLock::from(tables), solver: LazySolver::None }
    }

    /// The same, with the generic solver for positions that no table has; its own table has this many megabytes.
    #[must_use]
    pub fn or_solve(mut self, megabytes: usize) -> Self {
        self.solver = LazySolver::Unmade(megabytes);
        self
    }

    #[inline]
    fn tables(&self) -> &Tables<V> {
        self.tables.get_or_init(|| shared().clone())
    }

    /// The byte of a position, if a table has it.
    #[inline]
    fn code(&self, position: &Checkers<V>) -> Option<Code> {
        if position.piece_count() > u32::from(Material::MOST) {
            return None;
        }
        self.tables().code(position).ok()?
    }

    /// The result of a position, if the draw rule cannot change it, with its byte.
    fn proven(&self, position: &Checkers<V>) -> Option<(Exact, Code)> {
        let code = self.code(position)?;
        match V::known(position, code) {
            Known::Exact(exact) => Some((exact, code)),
            _ => None,
        }
    }

    /// A move that wins by setting the counter of the draw rule back, with what it proves.
    fn safe_progress(&self, position: &Checkers<V>) -> Option<(Move, Exact)> {
        let progress = position.moves().filter(|&mv| V::is_progress(position, mv));
        let proven = progress.filter_map(|mv| Some((mv, self.proven(&position.child(mv))?)));
        let won = proven.filter(|(_, (exact, _))| exact.verdict == Verdict::Loss);
        won.min_by_key(|&(_, (_, code))| code).map(|(mv, (exact, _))| (mv, exact.a_ply_earlier(true)))
    }

    /// The moves that keep the result of a position as quickly or, where it is lost, as slowly as possible. Moves that set the
    /// counter of the draw rule back come first.
    fn best(&self, position: &Checkers<V>, exact: &Exact, code: Code) -> Option<Vec<Move>> {
        let choices = self.tables().choices(position)?;
        let keeps = |mv: Move, by: Code| match exact.verdict {
            // By the draw rule a win may be a draw by now, and any move keeps that which does not lose.
            Verdict::Draw => self.proven(&position.child(mv)).is_some_and(|(after, _)| after.verdict != Verdict::Win),
            _ => by == code,
        };
        let mut best: Vec<Move> = choices.into_iter().filter(|&(mv, by)| keeps(mv, by)).map(|(mv, _)| mv).collect();
        best.sort_by_key(|&mv| !V::is_progress(position, mv));
        Some(best)
    }
}

impl<V: Tabled> Knowledge<Checkers<V>> for TableKnowledge<V> {
    #[inline]
    fn probe(&self, position: &Checkers<V>) -> Option<Known> {
        Some(V::known(position, self.code(position)?))
    }

    /// A block that is not in memory costs as much as hundreds of nodes, so larger tables are asked only where many nodes are saved.
    #[inline]
    fn probe_at(&self, position: &Checkers<V>, depth: u32) -> Option<Known> {
        let is_cheap = position.piece_count() <= u32::from(RESIDENT);
        (is_cheap || depth >= LARGE_DEPTH).then(|| self.probe(position)).flatten()
    }

    fn draws_differ(&self) -> bool {
        true
    }

    fn prepare(&self) {
        self.tables();
    }

    /// In a drawn position a search chooses: the tables do not know which draw is hard to hold. A win that might run into
    /// the draw rule is played too, by a move that sets the counter back or else by the quickest, until the end is near
    /// enough for a search to see it.
    fn recall(&self, position: &Checkers<V>) -> Option<Solution<Move>> {
        let code = self.code(position).filter(|&code| code != DRAW)?;
        let found = |best: Move, exact: Exact| Solution { exact, best: vec![best], nodes: 0 };
        let exact = match V::known(position, code) {
            Known::Exact(exact) if exact.verdict == Verdict::Draw => return None,
            Known::Exact(exact) => exact,
            _ if is_loss(code) => return None,
            _ => {
                if let Some((best, exact)) = self.safe_progress(position) {
                    return Some(found(best, exact));
                }
                if position.counter() >= SEARCHED_FROM {
                    return None;
                }
                V::exact(code)
            }
        };
        Some(found(*self.best(position, &exact, code)?.first()?, exact))
    }

    /// The margin of a win is always 1. Of several moves that win, the quickest are best.
    fn solve(&mut self, position: &Checkers<V>, question: Question, limits: &Limits) -> Option<Solution<Move>> {
        let margin = |verdict: Verdict| question.margin.then(|| verdict.sign() as i16);
        if let Some(outcome) = position.outcome() {
            let exact = Exact::from_margin(outcome.seen_by(position.to_move()));
            let exact = Exact { margin: margin(exact.verdict), plies: Some(0), ..exact };
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        let Some((exact, code)) = self.proven(position) else {
            return self.solver.made()?.solve(position, question, limits);
        };
        let mut best = self.best(position, &exact, code)?;
        if !question.all_moves {
            best.truncate(1);
        }
        Some(Solution { exact: Exact { margin: margin(exact.verdict), ..exact }, best, nodes: 0 })
    }

    fn values(&mut self, position: &Checkers<V>, limits: &Limits) -> Option<Vec<(Move, Exact, u64)>> {
        if self.proven(position).is_none() {
            return self.solver.made()?.values(position, limits);
        }
        let value = |mv: Move| {
            let child = position.child(mv);
            let code = self.code(&child)?;
            let exact = match V::known(&child, code) {
                Known::Exact(exact) => exact,
                _ => V::exact(code),
            };
            Some((mv, exact.a_ply_earlier(true), 0))
        };
        position.moves().map(value).collect()
    }

    fn forget(&mut self) {
        if let LazySolver::Made(solver) = &mut self.solver {
            solver.forget();
        }
    }
}
