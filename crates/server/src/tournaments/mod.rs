//! Tournaments of the page: `archive.rs` reads results, `application.rs` is what visitors may ask for, `organiser.rs` lets one
//! tournament be played after the other, `running.rs` is the one that is played, `digest.rs` says how one stands, and
//! `ratings.rs` how strong agents are by all of them.

mod application;
mod archive;
mod digest;
mod organiser;
mod ratings;
mod running;

pub(crate) use application::{Application, admissible};
pub(crate) use archive::Archive;
pub(crate) use digest::Digests;
pub(crate) use organiser::{Organiser, QueuePlace};
pub(crate) use ratings::Measurements;
pub(crate) use running::{Board, Running};
