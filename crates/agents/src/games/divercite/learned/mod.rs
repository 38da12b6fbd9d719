//! What an evaluation of Divercité is learned from, and the evaluation as the champion's search needs it.
//!
//! | file | what |
//! |---|---|
//! | `surroundings.rs` | a city cell with the resources around it and who still has which colour, up to a permutation of the colours |
//! | `features.rs` | the terms of a position and how a move changes them |
//! | `evaluation.rs` | values of all moves of a position from the few terms that each changes |

mod evaluation;
mod features;
mod surroundings;

pub use features::Cities;
