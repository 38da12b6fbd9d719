//! Tournaments of the page: `archive.rs` reads results, `application.rs` checks requests for tournaments, `organiser.rs` runs
//! one tournament after the other, `running.rs` is the running one, `digest.rs` has the standings of one, `ratings.rs` the
//! ratings of agents over all of them, and `cache.rs` keeps both.

mod application;
mod archive;
mod cache;
mod digest;
mod organiser;
mod ratings;
mod running;

pub(crate) use application::{Application, admissible};
pub(crate) use archive::Archive;
pub(crate) use digest::Digests;
pub(crate) use organiser::{Organiser, QueuePlace};
pub(crate) use ratings::Measurements;
pub(crate) use running::Running;
