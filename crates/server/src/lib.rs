//! The page: play, analyse and watch in the browser.
//!
//! [`Server::bind`] opens the database and the port, [`Server::run`] answers until it is told to end. The page and its API know
//! no game: boards are pictures with named cells, and moves are texts with the cells to touch for them.

mod agents;
mod api;
mod assets;
pub mod client;
mod compression;
mod connections;
mod database;
mod error;
mod guard;
mod limits;
mod live;
mod metrics;
mod own_agents;
mod pages;
mod pool;
mod random;
mod router;
mod server;
mod state;
mod text;
mod tournaments;
mod view;

pub use connections::ConnectionLimits;
pub use own_agents::{OwnAgentError, OwnAgents};
pub use pool::SearchLimits;
pub use server::{Options, Server, StartError};
