//! Native support for agents written for other frameworks.
//!
//! - `request`: a request of the arena as the arguments of an agent
//! - `seahorse`: the classes of Divercité in the framework seahorse, over the rules of Grandline

mod request;
pub(crate) mod seahorse;

pub(crate) use request::turn;
