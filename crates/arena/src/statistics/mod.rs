//! What the games of a match say, and how surely: counts, Elo with its error, sequential tests, and words for people.
//!
//! | file | what |
//! |---|---|
//! | `tally.rs` | [`Score`] of a game, [`Tally`] of many |
//! | `pairs.rs` | [`Pentanomial`] of colour-swapped pairs, [`MatchScore`] of a whole match |
//! | `normal.rs` | the normal distribution, on which all errors rest |
//! | `elo.rs` | Elo, normalised Elo and the likelihood of superiority, each with what it does not know |
//! | `sprt/` | the sequential probability ratio test: terms, likelihood, decision, games left |
//! | `verdict.rs` | the conclusion in one sentence |
//! | `block.rs` | the block of numbers that users of fastchess know |
//!
//! Everything here is arithmetic on counts: no input, no output, no clock. Everything is computed from all games each
//! time and nothing is carried along, so a resumed match says what an unbroken one would.

pub mod block;
pub mod elo;
pub mod normal;
mod pairs;
pub mod sprt;
mod tally;
mod verdict;

pub use elo::{Estimates, Interval};
pub use pairs::{MatchScore, Pentanomial};
pub use sprt::{Decision, EloModel, SprtState, SprtTerms};
pub use tally::{Score, Tally};
pub use verdict::{Claim, Conclusion, Phase, verdict};
