//! Learning from what was played: a book of results, and agents that choose by it.
//!
//! A [`Book`] counts for early positions how the games went in which a move was made there. Positions that are equal up
//! to symmetry are one. What is known of a move is the Beta distribution of its share of the points ([`Posterior`]); an
//! agent with the key `experience` takes the move whose sample is the best (Thompson sampling: what is uncertain is
//! tried) or the one whose lower bound is (what is uncertain is avoided), and searches where the book has too few
//! games.

mod book;
mod lookup;
mod player;
mod posterior;

pub use book::{Book, BookError, MoveTally};
pub use lookup::Known;
pub(crate) use player::Reader;
pub use posterior::{LOWER_BOUND, Posterior, shares};

use std::sync::Arc;

/// How a move is chosen from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The best of one sample of each move's posterior.
    Thompson,
    /// The best lower bound of the posteriors.
    LowerBound,
}

impl Choice {
    pub(crate) const ALL: [(&'static str, Choice); 2] =
        [("thompson", Choice::Thompson), ("lower-bound", Choice::LowerBound)];
}

/// What a preset says of its book.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Experience {
    /// The name of the book, for the function that reads it.
    pub(crate) source: Option<String>,
    /// The book itself, once it was read.
    pub(crate) book: Option<Arc<Book>>,
    pub(crate) choice: Choice,
    /// The games a move needs to be considered.
    pub(crate) games: u32,
    /// It is used while fewer plies than this have been played.
    pub(crate) until: u32,
    /// The share of the points a move must promise; otherwise the agent searches.
    pub(crate) above: f64,
}

impl Experience {
    /// No book, and what is assumed of one if nothing is said.
    pub(crate) const NONE: Experience =
        Experience { source: None, book: None, choice: Choice::Thompson, games: 10, until: u32::MAX, above: 0.0 };
}
