//! Many games between many agents: who meets whom, from where, and under which terms.

mod admission;
mod definition;
mod presets;
mod progress;
mod runner;
mod schedule;
mod sequential;
mod summary;
mod worker;

pub use admission::Registered;
pub use definition::{DefinitionError, Entrant, Format, Tournament};
pub use presets::{PRESETS, preset};
pub use runner::{RunError, RunOptions, run};
pub use summary::MatchSummary;
