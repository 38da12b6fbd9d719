//! Agents as data: evaluations by game, and presets that name an algorithm, its parameters and an evaluation.
//!
//! [`Catalogue`] lists the agents of a game and resolves texts such as `skypiea-v5:depth=3`; [`build`] makes the
//! engine of one. Nothing here reads files or looks at a clock: whoever reads a user's file passes its text
//! ([`Catalogue::with_books`] says how to a preset that names one), and a preset that has a time for each move needs a
//! clock in the limits of the search.
//!
//! ```
//! use grandline_agents::{agent, build};
//! use grandline_games::{Game, GameId, Record, connect4::Connect4};
//! use grandline_search::Limits;
//!
//! let preset = agent(GameId::Connect4, "in104-connect4-v3:depth=4")?;
//! let mut engine = build::<Connect4>(&preset, 1)?;
//! let report = engine.search(&Record::new(Connect4::start(0)), &Limits::default(), &mut |_| {});
//! assert!(report.best.is_some());
//! # Ok::<(), grandline_agents::PresetError>(())
//! ```

mod any_engine;
mod appraiser;
mod books;
mod build;
mod call;
mod catalogue;
mod chance;
mod error;
pub mod evaluation;
pub mod experience;
mod family;
mod keys;
mod opening;
mod parameters;
mod preset;
pub mod schedule;
mod setting;
mod thought;

pub use any_engine::{AnyEngine, build_any};
pub use appraiser::Appraiser;
pub use build::build;
pub use call::{Chosen, Declaration};
pub use catalogue::{Catalogue, agent};
pub use chance::Yardstick;
pub use error::{Place, PresetError, Problem};
pub use family::{Family, Visitor};
pub use keys::{KEYS, Key};
pub use opening::{Opening, Play};
pub use parameters::Search;
pub use preset::{Cost, Group, Preset};
pub use thought::{ExactResult, LineThought, MoveThought, Thought, Worth, line_texts};
