//! What agents written for other frameworks need natively.
//!
//! - `question`: a question of the arena as the objects an agent of ours is asked with
//! - `seahorse`: the classes of Divercité in the framework seahorse, over our rules

mod question;
pub(crate) mod seahorse;

pub(crate) use question::turn;
