//! What is known exactly about a game: solvers, endgame tables, books.

use grandline_games::Game;

use crate::engine::Limits;
use crate::spending::Spending;
use crate::value::{Exact, PROVEN, Value, Verdict, WIN};

/// Exact knowledge of a game. Searches probe it before they search a node; adjudication, analysis and the marks of a
/// review ask it for results.
pub trait Knowledge<G: Game>: Send + Sync {
    /// What is known of an unfinished position without a search: cheap enough to be called at every node.
    fn probe(&self, _position: &G) -> Option<Known> {
        None
    }

    /// The same at a node with this many plies left to search: where the answer costs much, it is not worth it near the horizon.
    #[inline]
    fn probe_at(&self, position: &G, _depth: u32) -> Option<Known> {
        self.probe(position)
    }

    /// Whether a known draw says little about play: it may be easy for one side and hard to hold for the other. A search
    /// then prefers, among draws, positions that its evaluation likes.
    fn draws_differ(&self) -> bool {
        false
    }

    /// The result of a position that is known by heart, with a move to play, such as a book has it.
    fn recall(&self, _position: &G) -> Option<Solution<G::Move>> {
        None
    }

    /// Proves the result of a position; `None` if a limit came first, or nothing can be proven in this game.
    fn solve(&mut self, position: &G, question: Question, limits: &Limits) -> Option<Solution<G::Move>>;

    /// Proves the result of every move, in the order of the game, seen by the player to move, with the nodes of each
    /// proof; `None` if a limit came first.
    fn values(&mut self, position: &G, limits: &Limits) -> Option<Vec<(G::Move, Exact, u64)>> {
        let mut spending = Spending::new(limits);
        let mut value = |mv: G::Move| {
            let child = position.child(mv);
            let question = Question { margin: true, all_moves: false };
            let Solution { exact, nodes, .. } = self.solve(&child, question, &spending.left())?;
            spending.add(nodes);
            exact.margin.map(|_| (mv, exact.a_ply_earlier(child.to_move() != position.to_move()), nodes))
        };
        position.moves().map(&mut value).collect()
    }

    /// With how many plies left a proof is worth trying within these limits; beyond that it would seldom succeed.
    fn reach(&self, _limits: &Limits) -> u32 {
        u32::MAX
    }

    /// Makes ready what the first question would wait for, such as files to be read, before any clock runs.
    fn prepare(&self) {}

    /// Drops everything kept from earlier searches.
    fn forget(&mut self) {}
}

/// What is known of a position, seen by its player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The result.
    Exact(Exact),
    /// The result is this or better.
    AtLeast(Exact),
    /// The result is this or worse.
    AtMost(Exact),
}

impl Known {
    /// Whether nobody wins.
    pub(crate) fn is_draw(&self) -> bool {
        matches!(self, Known::Exact(exact) if exact.verdict == Verdict::Draw)
    }
}

/// What is to be proven about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// By how much the winner wins, not only who it is.
    pub margin: bool,
    /// All moves that keep the result, not only one.
    pub all_moves: bool,
}

/// The proven result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The result of the best play of both, seen by the player to move.
    pub exact: Exact,
    /// Moves that keep it, in the order of the game: all of them if they were asked for, otherwise one. None if the
    /// game is over.
    pub best: Vec<M>,
    /// Nodes visited.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The same solution with converted moves.
    pub fn map<N>(self, f: impl Fn(M) -> N) -> Solution<N> {
        Solution { exact: self.exact, best: self.best.into_iter().map(f).collect(), nodes: self.nodes }
    }

    /// The result as the value of a report.
    pub fn value(&self) -> Value {
        Value::Exact(self.exact)
    }
}

/// The value of a proven result in the units of a search, `ply` plies after the root. A win at an unknown distance has
/// a lower value than every win at a known one.
pub(crate) fn units(exact: &Exact, ply: u32) -> i32 {
    let size = exact.plies.map_or(PROVEN, |plies| WIN - (ply + plies) as i32);
    match exact.verdict {
        Verdict::Loss => -size,
        Verdict::Draw => 0,
        Verdict::Win => size,
    }
}
