//! Agents as data: evaluations by game, and presets that name an algorithm, its parameters and an evaluation.
//!
//! [`Catalogue`] lists the agents of a game and resolves texts such as `skypiea-v5:depth=3`; [`build`] makes the
//! engine of one. This is the boundary: below it code is generic over the game, above it a game in progress is an
//! [`AnyPosition`](grandline_games::AnyPosition), an engine an [`AnyEngine`], and a move a number with its text.
//!
//! Nothing here looks at a clock, and no file is read but the endgame tables of the folder that [`tables`] was given: the
//! caller reads a user's file and passes its text ([`Catalogue::with_files`] says how for presets that name one), and a preset
//! that has a time for each move needs a clock in the limits of the search.
//!
//! ```
//! use grandline_agents::{agent, build};
//! use grandline_games::GameId;
//! use grandline_search::Limits;
//!
//! let mut engine = build(&agent(GameId::Connect4, "in104-connect4-v3:depth=4")?, 1);
//! let position = GameId::Connect4.set_up("44")?;
//! let report = engine.search(&position, &Limits::default(), &mut |_| {});
//! assert!(report.and_then(|report| report.best()).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod catalogue;
mod engine;
mod error;
pub mod evaluation;
pub mod experience;
mod files;
pub mod games;
mod keys;
pub mod learned;
mod meter;
mod mistakes;
mod parameters;
mod parts;
mod preset;
pub mod schedule;
mod script;
mod setting;
mod spread;
pub mod tables;
mod tunable;

pub use analysis::{AnalysedLine, AnalysedMove, Analysis, ExactResult, Score};
pub use catalogue::{Catalogue, agent};
pub use engine::{AnyEngine, AnyKnowledge, build, has_solver, knowledge};
pub use error::{PresetError, Problem, Source};
pub use evaluation::{Chosen, Declaration, Description, evaluations};
pub use keys::{KEYS, Key};
pub use parameters::Search;
pub use preset::{Cost, Group, Preset};
pub use tunable::Tunable;
