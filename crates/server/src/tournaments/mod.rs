//! Tournaments of the page: `archive.rs` reads results, `application.rs` checks requests for tournaments, `organiser.rs` runs
//! one tournament after the other, `running.rs` is the running one, `digest.rs` has the standings of one, `judgements.rs` the
//! accuracy of its agents, `ratings.rs` the ratings of agents over all tournaments, and `cache.rs` keeps these.

mod application;
mod archive;
mod cache;
mod digest;
mod judgements;
mod organiser;
mod ratings;
mod running;

pub(crate) use application::{Application, admissible};
pub(crate) use archive::Archive;
pub(crate) use digest::{Digests, Histories};
pub(crate) use judgements::{Judgements, Judging, MOST_JUDGED};
pub(crate) use organiser::{Organiser, QueuePlace};
pub(crate) use ratings::Measurements;
pub(crate) use running::Running;
