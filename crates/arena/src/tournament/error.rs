//! Why a tournament cannot be played.

use thiserror::Error;

use super::definition::DefinitionError;
use super::job::JobError;
use crate::agent::{AgentError, AgentSpec};
use crate::openings::OpeningsError;
use crate::store::StoreError;

/// Why a tournament cannot be played or continued.
#[derive(Debug, Error)]
pub enum RunError {
    /// It is not well defined.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// An agent cannot play. Fields: its name; why not.
    #[error("{}", agent_error(.0, .1))]
    Agent(String, Box<AgentError>),
    /// The openings cannot be made.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A game cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The store failed; what it had accepted before is safe.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has another tournament of that name.
    #[error("the store already has a tournament '{name}' that differs in {}; give this one another name, or the store another file", keys.join(", "))]
    Different {
        /// The name of both.
        name: String,
        /// What differs.
        keys: Vec<String>,
    },
    /// Another program plays it. Field: its name.
    #[error(
        "tournament '{0}' is being played by another program that uses the same database; wait until it has ended, or stop it"
    )]
    Busy(String),
    /// The system does not start so many threads. Fields: how many were asked for; what the system said.
    #[error(
        "{0} games cannot be played at once: the system does not start so many threads ({1}); use fewer with --concurrency"
    )]
    Threads(usize, String),
    /// Other machines cannot be used, for this reason.
    #[error("{0}")]
    Dispatch(String),
    /// A worker panicked.
    #[error("a game ended in a panic, which is a bug in grandline; please report it. Finished games are in the store")]
    Panicked,
}

impl RunError {
    pub(super) fn agent(spec: &AgentSpec, reason: AgentError) -> Self {
        RunError::Agent(spec.name.clone(), Box::new(reason))
    }
}

/// The reason alone where it names the agent already.
fn agent_error(agent: &str, reason: &AgentError) -> String {
    let reason = reason.to_string();
    if reason.contains(agent) { reason } else { format!("agent '{agent}': {reason}") }
}
