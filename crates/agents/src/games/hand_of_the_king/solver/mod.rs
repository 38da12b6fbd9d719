//! Exact results of Hand of the King without companions: who wins, and by how many banners.

mod board;
mod goal;
mod node;
mod order;
mod questions;
mod ranks;
mod table;
mod worker;

use std::marker::PhantomData;

use grandline_games::Game;
use grandline_games::hand_of_the_king::{HandOfTheKing, Move, Variant};
use grandline_search::{Exact, Knowledge, Limits, Question, Solution};

use board::Layout;
use questions::Questions;
use table::Tables;

/// A solver of a variant without companions. Its table lasts for all positions of one game.
pub struct Solver<V> {
    tables: Tables,
    /// The cards that the table knows.
    layout: Layout,
    threads: usize,
    variant: PhantomData<V>,
}

impl<V: Variant> Solver<V> {
    /// A solver with tables of at most this many megabytes, but at least sixteen, and one thread.
    pub fn new(megabytes: usize) -> Self {
        const { assert!(!V::COMPANIONS, "companions move cards, and then a proof would be about another board") };
        Solver { tables: Tables::new(megabytes), layout: Layout::default(), threads: 1, variant: PhantomData }
    }

    /// The same solver with this many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Forgets what the table holds about another game.
    fn enter(&mut self, position: &HandOfTheKing<V>) {
        let layout = Layout::new(position);
        if !self.layout.contains(&layout) {
            self.forget();
            self.layout = layout;
        }
    }
}

impl<V: Variant> Knowledge<HandOfTheKing<V>> for Solver<V> {
    /// Who wins is proven first, and by how much after that. If a limit ends the second part, the first still counts.
    /// Nodes are the positions whose moves were listed; those that the table or the decided houses answer do not count.
    fn solve(&mut self, position: &HandOfTheKing<V>, question: Question, limits: &Limits) -> Option<Solution<Move>> {
        if let Some(margin) = position.outcome() {
            let exact = Exact::from_margin(margin.seen_by(position.to_move()));
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        self.enter(position);
        Questions::new(position, &self.layout, &self.tables, self.threads, limits).answer(question)
    }

    fn forget(&mut self) {
        // Without a layout nothing has been stored, and clearing a large table takes longer than many a search.
        if self.layout != Layout::default() {
            self.tables.clear();
            self.layout = Layout::default();
        }
    }
}
