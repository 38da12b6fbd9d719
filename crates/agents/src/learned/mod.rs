//! Evaluations whose weights are learned.
//!
//! A game declares [`Features`]: which entry of which table each term of a position is. From there on nothing is per game.
//! [`Weights`] are a file with its provenance; a model turns them into an evaluation: [`Tables`] adds one weight for each
//! term, [`Network`] adds a vector for each term and passes the sum through a small network. `grandline train` makes weights.
//!
//! | file | what |
//! |---|---|
//! | `features.rs` | what a game declares |
//! | `layout.rs` | a declaration as data: tables, phases, and which entries share a parameter |
//! | `weights.rs`, `format.rs` | weights and their provenance; the file |
//! | `tables.rs`, `network.rs` | the two models as evaluations |
//! | `set.rs` | declarations behind one type for each game, and for any game |
//! | `library.rs` | weights by name, embedded or read by the caller |

mod features;
mod format;
mod layout;
mod library;
mod network;
mod set;
mod tables;
mod weights;

pub use features::{Features, Terms};
pub use format::WeightsError;
pub use layout::{Layout, Table};
pub(crate) use library::Library;
pub use library::Loaded;
pub use network::Network;
pub use set::{AnyFeatures, FeatureSet, Sample, declared, feature_set, feature_sets};
pub use tables::Tables;
pub(crate) use tables::expanded;
pub use weights::{HIDDEN, Model, Provenance, UNIT, Weights};
