//! Every engine: what it promises, its value against minimax, tree search, exact search, knowledge.
//!
//! One binary, so that the searches of every game are compiled once for all tests.

mod behaviour;
mod common;
mod equivalence;
mod knowledge;
mod monte_carlo;
mod selectivity;
mod solving;
