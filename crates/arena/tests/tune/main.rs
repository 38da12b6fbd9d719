//! Tuning: the algorithm on functions without games, and runs with games.

mod algorithm;
mod errors;
mod runs;
