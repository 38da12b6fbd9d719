//! Many games between many agents: who meets whom, from where, and under which terms.

mod admission;
mod closing;
mod definition;
mod dispatch;
mod entering;
mod error;
mod estimate;
mod job;
mod jobs;
mod presets;
mod progress;
mod runner;
mod schedule;
mod sequence;
mod summary;
mod worker;

pub use definition::{DefinitionError, Format, Tournament};
pub use dispatch::{Dispatch, Message, Workshop};
pub use error::RunError;
pub use estimate::Estimate;
pub use job::{Job, JobError, Players};
pub(crate) use jobs::jobs;
pub use presets::{PRESETS, preset};
pub use runner::{RunOptions, run};
pub(crate) use sequence::Sequence;
pub use summary::MatchSummary;
