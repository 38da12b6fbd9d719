//! Confined agents: honest ones play, hostile ones do not get what they want.
//!
//! Every attack is a file of `attacks/`. Where it is safe to show, a test first runs it with the rights of the user, to prove
//! that it would work.

mod files;
mod harness;
mod honest;
mod processes;
mod resources;
mod unprivileged;
mod world;
