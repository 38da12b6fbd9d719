//! Runs over a real broker.

mod access;
mod common;
mod games;
mod late;
mod workers;
