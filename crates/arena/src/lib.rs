//! Matches, tournaments, ratings and reports that can be trusted.
//!
//! [`contest::play`] is one game with its referee; a [`Played`] game is plain data that a [`Store`](store::Store) keeps and
//! everything else is computed from.

pub mod adjudication;
pub mod allowance;
mod any_thinker;
pub mod clock;
pub mod compliance;
pub mod contender;
pub mod contest;
pub mod contestant;
pub mod event;
pub mod experience;
pub mod external;
pub mod guest;
pub mod openings;
pub mod played;
pub mod rating;
pub mod report;
pub mod statistics;
pub mod store;
mod texts;
pub mod thinker;
pub mod tournament;
pub mod ugi;

pub use adjudication::{Adjudication, Agreement};
pub use allowance::{Allowance, ClockKind, TimeControl};
pub use any_thinker::AnyThinker;
pub use contender::{Contender, ContenderError};
pub use contestant::{Answer, Contestant, Failure, InProcess, Turn};
pub use event::Event;
pub use external::ExternalOptions;
pub use played::{Ending, Opening, Played, Ply, Thought};
pub use thinker::Thinker;
pub use tournament::Tournament;
