//! What reports say about games that were made by hand or played with fixed seeds.

mod files;
mod made;
mod numbers;
mod page;
