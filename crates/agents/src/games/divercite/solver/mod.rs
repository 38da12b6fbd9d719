//! Exact results of Divercité: who wins, by how much, and which moves keep that.
//!
//! | file | what |
//! |---|---|
//! | `board.rs` | sets of cells, who touches whom, the weights of resource cells |
//! | `histogram.rs` | how often each weight occurs among the empty cells |
//! | `scale.rs` | what points are worth in the search |
//! | `node.rs` | positions inside the search, their moves and gains |
//! | `key.rs` | keys that hash only what still matters |
//! | `bounds.rs` | bounds that need no search |
//! | `order.rs` | the order of moves |
//! | `worker.rs`, `last.rs` | the search of one null window, and its last plies |
//! | `ties.rs` | results that points and divercités leave open |
//! | `table.rs` | the transposition table |
//! | `questions.rs` | the order of the windows |
//!
//! The search asks whether the player to move can still gain some amount over the other, so that the score of a position
//! does not matter to its table. Nodes are positions with at least two plies left that were entered.

mod board;
mod bounds;
mod histogram;
mod key;
mod last;
mod node;
mod order;
mod questions;
mod scale;
mod table;
mod ties;
mod worker;

use std::marker::PhantomData;

use grandline_games::Game;
use grandline_games::divercite::{Divercite, Placement, Variant};
use grandline_search::{Exact, Knowledge, Limits, Question, Solution};

use questions::Questions;
use table::Tables;

/// A solver of a variant. Its table lasts from one position to the next, until [`forget`](Knowledge::forget).
pub struct Solver<V> {
    /// Made for the first position.
    tables: Option<Tables>,
    megabytes: usize,
    threads: usize,
    variant: PhantomData<V>,
}

impl<V: Variant> Solver<V> {
    /// A solver with one thread and a table of at most this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        Solver { tables: None, megabytes, threads: 1, variant: PhantomData }
    }

    /// The same solver with this many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }
}

/// What one thread does.
const NODES_PER_MICROSECOND: u64 = 3;
/// With this many plies left a proof is always worth trying.
const EASY: u32 = 8;
/// The nodes that half of the positions take with one more ply left each.
const EFFORT_BY_PLIES: [u64; 10] = {
    let mut efforts = [6_300; 10];
    let mut index = 1;
    while index < efforts.len() {
        efforts[index] = efforts[index - 1] * 316 / 100;
        index += 1;
    }
    efforts
};

impl<V: Variant> Knowledge<Divercite<V>> for Solver<V> {
    /// Who wins is proven first, and by how much after that. If a limit ends the second part, the first still counts.
    fn solve(&mut self, position: &Divercite<V>, question: Question, limits: &Limits) -> Option<Solution<Placement>> {
        if let Some(margin) = position.outcome() {
            let exact = Exact::from_margin(margin.seen_by(position.to_move()));
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        let tables = self.tables.get_or_insert_with(|| Tables::new(self.megabytes));
        Questions::new(position, tables, self.threads, limits).answer(question)
    }

    /// Each ply takes about three times the nodes of the next.
    fn reach(&self, limits: &Limits) -> u32 {
        let by_time = limits.time.map(|time| time.as_micros() as u64 * NODES_PER_MICROSECOND);
        let Some(nodes) = limits.nodes.into_iter().chain(by_time).min() else { return u32::MAX };
        EFFORT_BY_PLIES.iter().take_while(|&&needed| needed <= nodes).count() as u32 + EASY
    }

    fn forget(&mut self) {
        if let Some(tables) = &mut self.tables {
            tables.clear();
        }
    }
}
