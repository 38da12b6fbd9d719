//! Matches, tournaments, ratings and reports that can be trusted.
//!
//! [`game::play`] is one game with its referee; a [`Played`] game is plain data that a [`Store`](store::Store) keeps and
//! everything else is computed from.

pub mod accuracy;
pub mod adjudication;
pub mod agent;
pub mod clock;
pub mod compliance;
pub mod event;
pub mod experience;
pub mod external;
pub mod game;
pub mod metrics;
pub mod openings;
pub mod played;
pub mod rating;
pub mod report;
pub mod speed;
pub mod statistics;
pub mod store;
mod texts;
pub mod time_control;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod ugi;
pub mod verify;

pub use accuracy::{Accuracy, Judge};
pub use adjudication::{Adjudication, Agreement};
pub use agent::{Agent, AgentError, AgentSpec, Answer, CustomAgent, Failure, Player, Said, Turn};
pub use event::Event;
pub use external::ExternalOptions;
pub use played::{Ending, Opening, Played, Ply, SearchSummary};
pub use speed::Speed;
pub use time_control::{BaseTime, ClockKind, TimeControl};
pub use tournament::Tournament;
pub use tune::Tuning;
