//! Books of results, what they say of a position in any orientation, and agents that play by them.

mod agents;
mod books;
mod folding;
mod posteriors;
