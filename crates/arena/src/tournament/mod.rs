//! Many games between many agents: who meets whom, from where, and under which terms.

mod definition;

pub use definition::{DefinitionError, Entrant, Format, Tournament};
