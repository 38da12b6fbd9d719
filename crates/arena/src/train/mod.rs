//! Learning an evaluation from self-play: generate games, fit weights, test them against the weights before; again.
//!
//! Everything is a function of the [`Training`] definition: the same definition makes the same games, the same weights and
//! plays the same tests, on every machine and however often it is stopped and resumed.
//!
//! | file | what |
//! |---|---|
//! | `definition.rs` | what a training is |
//! | `selfplay.rs` | one game of an agent against itself, with labels |
//! | `games.rs` | the file of such games |
//! | `remote.rs` | such games on other machines |
//! | `examples.rs` | positions as features and labels |
//! | `fit/` | weights from examples |
//! | `folder.rs` | where everything is kept |
//! | `runner.rs`, `event.rs` | the rounds, and what they tell |
//! | `curves.rs` | learning curves as pictures |

mod curves;
mod definition;
mod event;
mod examples;
mod fit;
mod folder;
mod games;
mod remote;
mod runner;
mod selfplay;

pub use definition::{Training, TrainingError};
pub use event::{Epoch, RoundResult, TrainEvent};
pub use examples::Examples;
pub use fit::{Fit, FitOptions, fit};
pub use folder::Folder;
pub use games::GamesFile;
pub use remote::{RemotePlayer, SelfPlay};
pub use runner::{TrainOptions, train};
pub use selfplay::SelfPlayed;
