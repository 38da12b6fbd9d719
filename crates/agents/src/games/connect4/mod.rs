//! Connect 4: the evaluations of its agents, a solver and an opening book.

mod book;
mod evaluations;
mod solver;

use std::sync::Arc;

use grandline_games::connect4::Connect4;

use grandline_search::Knowledge;

use super::{Extra, Extras};
use crate::evaluation::Declaration;

pub use book::{Book, Entry};
pub use evaluations::{LongestLine, Threats, WeightedLines};
pub use solver::Solver;

/// What is known exactly: the book, and beyond it the solver.
fn knowledge(megabytes: usize, threads: usize) -> Box<dyn Knowledge<Connect4>> {
    Box::new(Solver::new(megabytes).with_threads(threads).with_book(Book::embedded()))
}

pub(super) fn register(all: &mut Extras) {
    let evaluations = vec![
        Declaration {
            name: "longest-line",
            description: "the longest own alignment, four at most, less the opponent's",
            parameters: &[],
            make: |_| Arc::new(LongestLine),
        },
        Declaration {
            name: "weighted-lines",
            description: "own alignments of two, ten times those of three and a hundred times those of four, less the \
                          opponent's",
            parameters: &[("two", 1), ("three", 10), ("four", 100)],
            make: |chosen| Arc::new(WeightedLines(["two", "three", "four"].map(|name| chosen.get(name)))),
        },
        Declaration {
            name: "threats",
            description: "fours that can still be completed, by the discs they have; the opponent's are weighted by percent",
            parameters: &[("two", 1), ("three", 4), ("percent", 120)],
            make: |chosen| {
                let [two, three, percent] = ["two", "three", "percent"].map(|name| chosen.get(name));
                Arc::new(Threats { two, three, percent })
            },
        },
    ];
    all.add::<Connect4>(Extra { evaluations, features: Vec::new(), knowledge: Some(knowledge) });
}
