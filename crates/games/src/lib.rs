//! Rules, notations and pictures of two-player board games: exact, fast, and free of I/O.
//!
//! [`Game`] is what algorithms need, [`Notation`] what people need, and the [registry](GameId) is the
//! one list of the games there are; [`with_game!`] enters generic code from a name.
//!
//! ```
//! use grandline_games::{Game, GameId, Notation, connect4::Connect4, with_game};
//!
//! let mut position = Connect4::start(0);
//! for text in ["4", "4", "3"] {
//!     let mv = position.parse_move(text)?;
//!     position.play(mv);
//! }
//! assert_eq!(position.to_string(), "443");
//!
//! let id: GameId = "connect4".parse()?;
//! assert_eq!(with_game!(id, G => G::start(0).moves().count()), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// First, because `with_game!` is known only to what follows.
#[macro_use]
pub mod registry;

mod bits;
pub mod checkers;
pub mod connect4;
pub mod divercite;
mod erased;
pub mod formats;
mod game;
pub mod hand_of_the_king;
mod measure;
mod notation;
mod numbered;
pub mod random;
mod record;
pub mod scene;

pub use erased::{AnyPosition, Erased};
pub use game::{Game, Margin, Side, Symmetry, perft};
pub use measure::{Measure, MeasureKind};
pub use notation::{MoveError, Notation, PositionError};
pub use numbered::{Numbered, Planes};
pub use record::Record;
pub use registry::{GameId, UnknownGame};
