//! Games on many machines: jobs and results travel over NATS JetStream, and the store stays the only truth.
//!
//! - [`Nats`] is the [`Dispatch`](grandline_arena::tournament::Dispatch) of a coordinator: it publishes the jobs of a run, hands
//!   over the results that come, and publishes again whatever gets lost
//! - [`work`] is a worker: it takes jobs, plays them and publishes the results
//! - `broker`: connections and streams; `message`: what is sent

mod broker;
mod coordinator;
mod error;
mod held;
mod message;
mod outstanding;
mod watch;
mod worker;

pub use broker::Broker;
pub use coordinator::Nats;
pub use error::DispatchError;
pub use message::{Refusal, VERSION, WorkerStatus};
pub use worker::{WorkerEvent, WorkerOptions, work};
