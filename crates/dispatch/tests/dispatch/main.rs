//! Runs over a real broker.

mod access;
mod common;
mod disk;
mod games;
mod late;
mod limits;
mod refusals;
mod workers;
