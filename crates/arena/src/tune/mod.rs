//! Tunes numbers of a preset by SPSA: games between two variants say in which direction to move all of them at once.
//!
//! Simultaneous perturbation stochastic approximation (Spall, 1992; its constants after Spall, 1998) as fishtest and
//! OpenBench use it for chess engines: in each iteration every parameter goes up or down by chance, the two opposite
//! variants play pairs of games, and the values move towards the winner.
//!
//! | file | what |
//! |---|---|
//! | `definition.rs` | [`Tuning`]: everything that decides which games are played |
//! | `subject.rs` | the agent that is tuned: its numbers, and its variants |
//! | `spsa.rs` | the algorithm, without games |
//! | `duel.rs` | [`Duel`]: how two variants are compared; by games of the arena |
//! | `folder.rs` | the folder of a run, from which a killed run resumes |
//! | `runner.rs` | [`run`]: all of it |
//! | `outcome.rs` | [`Outcome`]: what came of it, as text and JSON |
//!
//! Everything random comes from the seed and the number of the iteration, so that a resumed run gives what an unbroken one
//! would.

mod definition;
mod duel;
mod error;
mod event;
mod folder;
mod outcome;
mod runner;
mod spsa;
mod subject;
mod values;

pub use definition::{ParameterRange, Tuning};
pub use duel::Duel;
pub use error::TuneError;
pub use event::{Iteration, TuneEvent};
pub use outcome::{Outcome, Tuned};
pub use runner::{TuneOptions, read, run};
pub use spsa::{Dimension, Probe, Spsa};
pub use values::Values;
