//! Books of experience: from the games of a store, and from deep searches of early positions.

mod gather;
mod study;

pub use gather::{ExperienceError, Gathered, Gathering, gather};
pub use study::{Studied, Study, StudyError, study};
